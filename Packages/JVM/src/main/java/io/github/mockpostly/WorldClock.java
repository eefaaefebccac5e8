package io.github.mockpostly;

import java.time.Duration;
import java.time.Instant;

/**
 * The clock of a world, which decides all times that a client can see: dates, ids, cookies, the age
 * of tokens, rate limits and one-time passwords.
 *
 * <p>Timeouts and delays follow the machine's clock. A date is written as {@code
 * 2026-02-14T12:34:56.123456Z} (RFC 3339), or as a day.
 */
public interface WorldClock extends WorldControl {
    /**
     * What the clock shows.
     *
     * @return the time, to the microsecond
     */
    default Instant now() {
        return Instant.parse(new Part(control("GET", "clock", null)).text("now"));
    }

    /**
     * Seconds of the clock for each second of the machine: 1 when it runs, 0 when it is frozen.
     *
     * @return the rate
     */
    default double clockRate() {
        return new Part(control("GET", "clock", null)).number("rate");
    }

    /**
     * Moves the clock; its speed does not change.
     *
     * @param time by how much; negative to go back
     * @throws MockPostlyException when the clock would leave the years 1 to 9999
     */
    default void advanceClock(Duration time) {
        control("POST", "clock/advance", Json.object("by", Text.duration(time)));
    }

    /** Stops the clock at the time that it shows. */
    default void freezeClock() {
        control("PUT", "clock", Json.object("mode", "freeze"));
    }

    /**
     * Stops the clock at a date.
     *
     * @param date the date
     */
    default void freezeClock(String date) {
        control("PUT", "clock", Json.object("mode", "freeze", "now", date));
    }

    /** Runs the clock at normal speed from the time that it shows. */
    default void runClock() {
        control("PUT", "clock", Json.object("mode", "run"));
    }

    /**
     * Runs the clock at normal speed from a date.
     *
     * @param date the date; {@code real} for the time of the machine
     */
    default void runClock(String date) {
        control("PUT", "clock", Json.object("mode", "run", "now", date));
    }

    /**
     * Runs the clock faster or slower than the machine's, from the time that it shows.
     *
     * @param rate above 0, and at most 1,000,000
     */
    default void scaleClock(double rate) {
        control("PUT", "clock", Json.object("mode", "scale", "rate", rate));
    }
}
