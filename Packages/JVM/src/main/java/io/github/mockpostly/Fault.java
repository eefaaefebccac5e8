package io.github.mockpostly;

import java.time.Duration;

/**
 * What goes wrong with a request on purpose, how often and when. A value of it does not change,
 * each function gives another one.
 *
 * <pre>{@code
 * Fault.status(503).retryAfter(2).times(1)
 * Fault.reset().saved().times(1)
 * Fault.delay(Duration.ofMillis(300)).and(Fault.bandwidth(50_000))
 * Fault.OFFLINE.script("up 5s, down 2s, up")
 * }</pre>
 *
 * <p>What cannot be combined is refused when the fault is added, with the reason.
 */
public final class Fault extends FaultMembers {
    /** One request in ten is reset, one gets a 503, one half of its body, and two are late. */
    public static final Fault FLAKY = named("flaky");
    /** Answers begin 400 ms late and come with 50,000 bytes per second. */
    public static final Fault SLOW_3G = named("slow-3g");
    /** Connections are reset, and nothing is handled. */
    public static final Fault OFFLINE = named("offline");
    /** Half of the requests get a 503 with {@code Retry-After}, the others are late. */
    public static final Fault OVERLOADED = named("overloaded");
    /** The log-in page of a network in place of each answer. */
    public static final Fault CAPTIVE_PORTAL = named("captive-portal");
    /** A 503 with {@code Retry-After}. */
    public static final Fault MAINTENANCE = named("maintenance");
    /** No answer comes, for a minute. */
    public static final Fault TIMEOUT = named("timeout");

    /** A name, or an object with what it does. */
    private final Json what;
    /** How long, how often and when it is there. */
    private final Json terms;

    private Fault(Json what, Json terms) {
        this.what = what;
        this.terms = terms;
    }

    /**
     * A fault by its name: a preset, or a kind such as {@code status-404}; {@code mockpostly fault
     * presets} lists them.
     *
     * @param name the name
     * @return the fault
     */
    public static Fault named(String name) {
        return new Fault(Json.of(name), Json.object());
    }

    /**
     * A fault by the members that the control plane has: for what has no function here.
     *
     * @param members an object
     * @return the fault
     */
    public static Fault of(Json members) {
        return new Fault(members, Json.object());
    }

    // Kinds

    /**
     * A TCP reset; without {@link #at(Object)} and {@link #saved()} the request is not handled.
     *
     * @return the fault
     */
    public static Fault reset() {
        return of(Json.object("connection", "reset"));
    }

    /**
     * An orderly close; without {@link #at(Object)} and {@link #saved()} the request is not
     * handled.
     *
     * @return the fault
     */
    public static Fault close() {
        return of(Json.object("connection", "close"));
    }

    /**
     * Half of the body, or as much as {@link #at(Object)} says, then an orderly close.
     *
     * @return the fault
     */
    public static Fault truncate() {
        return of(Json.object("connection", "truncate"));
    }

    /**
     * Half of the body, or as much as {@link #at(Object)} says, then nothing more for a time.
     *
     * @param time how long
     * @return the fault
     */
    public static Fault stall(Duration time) {
        return of(Json.object("connection", "stall", "stallFor", Text.duration(time)));
    }

    /**
     * A delay before the request is handled, of always the same length.
     *
     * @param time at most an hour
     * @return the fault
     */
    public static Fault delay(Duration time) {
        return of(Json.object("delay", Text.duration(time)));
    }

    /**
     * A delay before the request is handled; each length between two is as likely.
     *
     * @param least the shortest
     * @param most the longest, at most an hour
     * @return the fault
     */
    public static Fault delay(Duration least, Duration most) {
        Json range = Json.array(Text.duration(least), Text.duration(most));
        return of(Json.object("delay", Json.object("uniform", range)));
    }

    /**
     * The real answer with other values, after what was written was written.
     *
     * <pre>{@code
     * Fault.patch(Json.object("$.posts[1].author", null, "$.posts[*].likes", "many"))
     * }</pre>
     *
     * @param changes values for paths, or a merge patch (RFC 7396)
     * @return the fault
     */
    public static Fault patch(Json changes) {
        return of(Json.object("patch", changes));
    }

    /**
     * The real answer without some values, after what was written was written.
     *
     * @param paths such as {@code $.posts[0]._id}
     * @return the fault
     */
    public static Fault remove(String... paths) {
        return of(Json.object("remove", Json.array((Object[]) paths)));
    }

    // Of kinds

    /**
     * With another header; with no values, without this header.
     *
     * @param name its name
     * @param values its values; more than one are as many headers
     * @return the fault with it
     */
    public Fault header(String name, String... values) {
        Json headers = object().get("headers");
        headers = headers == null ? Json.object() : headers;
        Json list = values.length == 0 ? null : Json.array((Object[]) values);
        return with("headers", headers.with(name, list));
    }

    /**
     * With {@code Retry-After}, for the status 429 and 503.
     *
     * @param seconds its value
     * @return the fault with it
     */
    public Fault retryAfter(int seconds) {
        return with("retryAfter", seconds);
    }

    /**
     * At a point of the answer.
     *
     * @param point {@code start}, {@code head}, {@code half}, {@code end}, or a number of bytes of
     *     the body
     * @return the fault with it
     */
    public Fault at(Object point) {
        return with("point", point);
    }

    /**
     * The request is handled and committed, then the answer is damaged: a retry meets the saved
     * state.
     *
     * @return the fault with it
     */
    public Fault saved() {
        return with("write", "saved");
    }

    /**
     * The request is not handled.
     *
     * @return the fault with it
     */
    public Fault lost() {
        return with("write", "lost");
    }

    /**
     * Both faults at once; of a member that both have, the value of the other one.
     *
     * @param other the other one
     * @return the fault with it
     * @throws MockPostlyException when one of them is a preset
     */
    public Fault and(Fault other) {
        Json both = object();
        for (String name : other.object().members().keySet()) {
            both = both.with(name, other.what.get(name));
        }
        Json allTerms = terms;
        for (String name : other.terms.members().keySet()) {
            allTerms = allTerms.with(name, other.terms.get(name));
        }
        return new Fault(both, allTerms);
    }

    private Fault with(String name, Object value) {
        return new Fault(object().with(name, value), terms);
    }

    private Json object() {
        if (!what.isObject()) {
            throw new MockPostlyException("the fault '" + what.string() + "' is a preset, which "
                    + "cannot be combined with another one");
        }
        return what;
    }

    @Override
    Fault term(String name, Object value) {
        return new Fault(what, terms.with(name, value));
    }

    /** The order to add it for some requests or messages. */
    Json order(Json match) {
        Json order = terms.with("fault", what);
        return match.members().isEmpty() ? order : order.with("match", match);
    }

    /** What goes wrong, as the control plane has it. */
    @Override
    public String toString() {
        return what.toString();
    }
}
