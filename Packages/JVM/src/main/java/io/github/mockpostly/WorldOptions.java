package io.github.mockpostly;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a new world is like; a value of it does not change, each function gives another one.
 *
 * <pre>{@code
 * WorldOptions.scenario(Scenario.EMPTY_FEED).frozenClock("2027-01-01T00:00:00Z").randomSeed(7)
 * }</pre>
 *
 * <p>A date is written as {@code 2026-02-14T12:34:56.123456Z} (RFC 3339), or as a day.
 */
public final class WorldOptions {
    private static final List<String> CONTENT = List.of("from", "scenario", "seed", "seedName");
    private final Json members;
    /** A seed as it stands in its file, so that mistakes have its lines; null for none. */
    private final String seedText;

    private WorldOptions(Json members) {
        this(members, null);
    }

    private WorldOptions(Json members, String seedText) {
        this.members = members;
        this.seedText = seedText;
    }

    /**
     * The content that the server began with.
     *
     * @return the options
     */
    public static WorldOptions fromSeed() {
        return new WorldOptions(Json.object());
    }

    /**
     * No users and no posts; DummyJSON's records are there.
     *
     * @return the options
     */
    public static WorldOptions empty() {
        return from("empty");
    }

    /**
     * A content by its name in the control plane.
     *
     * @param from {@code seed}, {@code empty}, {@code default}, {@code snapshot:WORLD/NAME}, {@code
     *     world:NAME} or {@code seed:FILE}
     * @return the options
     */
    public static WorldOptions from(String from) {
        return new WorldOptions(Json.object("from", from));
    }

    /**
     * A content for one purpose.
     *
     * @param scenario its name, such as {@link Scenario#HEAVY_USER}
     * @return the options
     */
    public static WorldOptions scenario(String scenario) {
        return new WorldOptions(Json.object("scenario", scenario));
    }

    /**
     * The content of a seed file.
     *
     * @param seed what would stand in the file: {@code {"users":[…],"posts":[…]}}
     * @return the options
     */
    public static WorldOptions seed(Json seed) {
        return new WorldOptions(Json.object("seed", seed));
    }

    /**
     * The content of a seed file of this machine; mistakes in it are told by file and line.
     *
     * @param file the file, in UTF-8
     * @return the options
     * @throws MockPostlyException when it cannot be read, or is no JSON
     */
    public static WorldOptions seedFile(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            Json.parse(text);
            return new WorldOptions(Json.object("seedName", file.toString()), text);
        } catch (IOException | MockPostlyException exception) {
            throw new MockPostlyException(
                    "the seed " + file + " cannot be read: " + exception.getMessage(), exception);
        }
    }

    /**
     * With a name: 1 to 64 ASCII letters, digits, {@code -}, {@code _} and single dots inside.
     *
     * @param name the name
     * @return the options with it
     */
    public WorldOptions named(String name) {
        return with("id", name);
    }

    /**
     * With a clock that begins at a date and runs on.
     *
     * @param date the date
     * @return the options with it
     */
    public WorldOptions clock(String date) {
        return with("clock", Json.object("mode", "run", "now", date));
    }

    /**
     * With a clock that stands still.
     *
     * @param date what it shows
     * @return the options with it
     */
    public WorldOptions frozenClock(String date) {
        return with("clock", Json.object("mode", "freeze", "now", date));
    }

    /**
     * With a clock that is faster than that of the machine.
     *
     * @param rate so many times as fast
     * @param date what it shows first
     * @return the options with it
     */
    public WorldOptions scaledClock(double rate, String date) {
        return with("clock", Json.object("mode", "scale", "rate", rate, "now", date));
    }

    /**
     * With ids and tokens that are the same in every run, given the same requests and a frozen
     * clock.
     *
     * @param seed any number; a negative one is taken as the unsigned one of the same bits
     * @return the options with it
     */
    public WorldOptions randomSeed(long seed) {
        return with("randomSeed", new BigInteger(Long.toUnsignedString(seed)));
    }

    /**
     * With a port of its own, for apps that can have no path in front of theirs; {@link
     * World#url()} has it.
     *
     * @return the options with it
     */
    public WorldOptions ownPort() {
        return with("port", 0);
    }

    /**
     * With a setting that differs from the options of the server.
     *
     * @param name its name, such as {@code dummyjson-writes}
     * @param value its value, such as {@code keep}
     * @return the options with it
     */
    public WorldOptions setting(String name, String value) {
        Json settings = members.get("settings");
        return with("settings", (settings == null ? Json.object() : settings).with(name, value));
    }

    /**
     * With a time after which it is deleted when nobody uses it.
     *
     * @param time the time, of the machine; null for no end
     * @return the options with it
     */
    public WorldOptions timeToLive(Duration time) {
        return timeToLive(time == null ? (String) null : Text.duration(time));
    }

    /** With a time to live as the control plane has it; null for no end. */
    WorldOptions timeToLive(String time) {
        return with("ttl", time);
    }

    /**
     * With checks and waits that fail once a request came that no route and no stub takes.
     *
     * @return the options with it
     */
    public WorldOptions failOnUnknown() {
        return onUnknown("fail");
    }

    /** With what unknown requests do to checks, as the control plane has it. */
    WorldOptions onUnknown(String what) {
        return with("onUnknown", what);
    }

    /** The same, but with the content of other options. */
    WorldOptions content(WorldOptions other) {
        Json both = other.members;
        for (Map.Entry<String, Json> member : members.members().entrySet()) {
            if (!CONTENT.contains(member.getKey())) {
                both = both.with(member.getKey(), member.getValue());
            }
        }
        return new WorldOptions(both, other.seedText);
    }

    /** With a clock that stands still at what it would begin with. */
    WorldOptions frozenClock() {
        Json clock = members.get("clock");
        clock = clock == null ? Json.object("now", "real") : clock;
        return with("clock", clock.with("mode", "freeze"));
    }

    private WorldOptions with(String name, Object value) {
        return new WorldOptions(members.with(name, value), seedText);
    }

    /** The body of a request for it. */
    Json json(boolean isOfOwnServer) {
        // A server of this JVM ends with it, and takes its worlds along.
        return isOfOwnServer && members.get("ttl") == null ? members.with("ttl", null) : members;
    }

    /** The bytes of {@link #json}, with the seed of a file as it stands there. */
    byte[] bytes(boolean isOfOwnServer) {
        String text = json(isOfOwnServer).toString();
        if (seedText != null) {
            text = text.substring(0, text.length() - 1) + ",\"seed\":" + seedText + "}";
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The conditions as the control plane has them. */
    @Override
    public String toString() {
        return members.toString();
    }
}
