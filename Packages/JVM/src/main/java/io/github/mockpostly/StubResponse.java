package io.github.mockpostly;

import java.time.Duration;

/** An answer that a stub gives; a value of it does not change, each function gives another one. */
public final class StubResponse {
    final Json json;

    private StubResponse(Json json) {
        this.json = json;
    }

    /**
     * An answer without a body.
     *
     * @param status its status
     * @return the answer
     */
    public static StubResponse status(int status) {
        return new StubResponse(Json.object("status", status));
    }

    /**
     * An answer with JSON.
     *
     * @param status its status
     * @param json its body
     * @return the answer
     */
    public static StubResponse json(int status, Json json) {
        return new StubResponse(Json.object("status", status, "json", json));
    }

    /**
     * An answer with a text, whose type is {@code text/plain} unless a header says otherwise.
     *
     * @param status its status
     * @param text its body
     * @return the answer
     */
    public static StubResponse text(int status, String text) {
        return new StubResponse(Json.object("status", status, "body", text));
    }

    /**
     * The answer of the real system.
     *
     * @return the answer
     */
    public static StubResponse real() {
        return new StubResponse(Json.object("real", true));
    }

    /**
     * The answer of the real system with other values.
     *
     * @param changes values for paths such as {@code $.posts[1].author}, or a merge patch (RFC
     *     7396)
     * @return the answer
     */
    public static StubResponse patch(Json changes) {
        return new StubResponse(Json.object("patch", changes));
    }

    /**
     * Without some values of the real answer.
     *
     * @param paths such as {@code $.posts[0]._id}
     * @return the answer without them
     */
    public StubResponse remove(String... paths) {
        return new StubResponse(json.with("remove", Json.array((Object[]) paths)));
    }

    /**
     * With a header.
     *
     * @param name its name
     * @param values its values; more than one are as many headers
     * @return the answer with it
     */
    public StubResponse header(String name, String... values) {
        Json headers = json.get("headers");
        headers = headers == null ? Json.object() : headers;
        Json list = Json.array((Object[]) values);
        return new StubResponse(json.with("headers", headers.with(name, list)));
    }

    /**
     * After a delay.
     *
     * @param time at most an hour
     * @return the answer with it
     */
    public StubResponse delayedBy(Duration time) {
        return new StubResponse(json.with("delay", Text.duration(time)));
    }

    /**
     * So many times, in a sequence.
     *
     * @param count how often
     * @return the answer with it
     */
    public StubResponse times(int count) {
        return new StubResponse(json.with("times", count));
    }
}
