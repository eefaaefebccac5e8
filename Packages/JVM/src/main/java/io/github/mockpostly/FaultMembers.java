// Made by scripts/schemas of openapi-control.yaml; changes are lost.

package io.github.mockpostly;

import java.time.Duration;

/** The parts and the terms of faults that are one member each. */
public abstract class FaultMembers {
    FaultMembers() {
    }

    /** The fault with another term. */
    abstract Fault term(String name, Object value);

    /**
     * Bytes per second of the answer.
     *
     * @param value the value
     * @return the fault
     */
    public static Fault bandwidth(int value) {
        return Fault.of(Json.object("bandwidth", value));
    }

    /**
     * Bytes per second at which the body of the request is read. It is decided when the head is
     * there: a condition on the body is not met.
     *
     * @param value the value
     * @return the fault
     */
    public static Fault uploadBandwidth(int value) {
        return Fault.of(Json.object("uploadBandwidth", value));
    }

    /**
     * An error in the system's own words. With {@code patch} or {@code remove}, the status of the
     * real answer.
     *
     * @param value the value
     * @return the fault
     */
    public static Fault status(int value) {
        return Fault.of(Json.object("status", value));
    }

    /**
     * How the body is broken.
     *
     * @param value {@code garbage}, {@code invalidJson}, {@code wrongType}, {@code
     *     wrongLength}, {@code badChunk}, {@code loginPage}
     * @return the fault
     */
    public static Fault body(String value) {
        return Fault.of(Json.object("body", value));
    }

    /**
     * What answers and the log call it. Without it, the name of {@code fault}. Not of digits alone.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault called(String value) {
        return term("name", value);
    }

    /**
     * The chance of each request, from 0 to 1. It repeats with the world's random seed.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault rate(double value) {
        return term("rate", value);
    }

    /**
     * Only so many requests.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault times(int value) {
        return term("times", value);
    }

    /**
     * Let so many requests through first.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault after(int value) {
        return term("after", value);
    }

    /**
     * What {@code times} and {@code after} count by. The first 1,000 users or values are counted
     * alone, all others together. {@code header} is for requests, {@code socket} for messages of
     * sockets.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault per(String value) {
        return term("per", value);
    }

    /**
     * Only when these steps say down: 'up 5s, down 2s, up'. By the world's clock from now on. The
     * last step lasts if it has no time; with {@code repeat} as the last word the steps begin
     * again. Without {@code fault} it is {@code offline}.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault script(String value) {
        return term("script", value);
    }

    /**
     * Delete it after this time; default: never. By the machine's clock; null for as long as its
     * world.
     *
     * @param value the value
     * @return the fault with it
     */
    public Fault timeToLive(Duration value) {
        return term("ttl", Text.duration(value));
    }
}
