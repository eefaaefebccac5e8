package io.github.mockpostly;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which requests are meant: of a fault, of a stub, or in the journal. A value of it does not
 * change, each function gives another one.
 *
 * <pre>{@code
 * RequestMatch.post("/api/posts/{id}/like")
 * RequestMatch.get("/api/posts").query("page", "2").header("Authorization", TextMatch.PRESENT)
 * RequestMatch.post("/api/posts").json(Json.object("title", "Low Tide")).status(201)
 * RequestMatch.of("GET /api/posts")
 * }</pre>
 *
 * <p>All conditions have to be met. A path is a pattern: <code>{slug}</code> and {@code *} stand
 * for one segment, {@code **} for any number of them. Conditions on the answer ({@code status},
 * {@code fault}, {@code stub}) are for the journal only; faults and stubs refuse them.
 */
public final class RequestMatch {
    /** All requests. */
    public static final RequestMatch ANY = new RequestMatch(Json.object(), null);

    private static final Pattern LINE =
        Pattern.compile(" *([A-Z-]+)?(?: *(?:^|(?<= ))(/[^ ]*))? *");

    /** The conditions as the control plane has them. */
    final Json json;
    /** Only requests with a greater number of the journal; null for all. */
    final Integer after;

    private RequestMatch(Json json, Integer after) {
        this.json = json;
        this.after = after;
    }

    /**
     * The requests that a text means.
     *
     * @param text <code>GET /api/posts/*</code>, {@code /api/**} of any method, or {@code POST} of
     *     any path; any other text is taken for a path, which the server refuses
     * @return the condition
     */
    public static RequestMatch of(String text) {
        Matcher words = LINE.matcher(text);
        if (text.isBlank() || !words.matches()) {
            return path(text);
        }
        String method = words.group(1);
        String path = words.group(2);
        RequestMatch match = method == null ? ANY : ANY.with("method", method);
        return path == null ? match : match.with("path", path);
    }

    /**
     * GET requests of the paths that a pattern takes.
     *
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch get(String path) {
        return method("GET", path);
    }

    /**
     * POST requests of the paths that a pattern takes.
     *
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch post(String path) {
        return method("POST", path);
    }

    /**
     * PUT requests of the paths that a pattern takes.
     *
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch put(String path) {
        return method("PUT", path);
    }

    /**
     * PATCH requests of the paths that a pattern takes.
     *
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch patch(String path) {
        return method("PATCH", path);
    }

    /**
     * DELETE requests of the paths that a pattern takes.
     *
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch delete(String path) {
        return method("DELETE", path);
    }

    /**
     * Requests of a method whose path a pattern takes.
     *
     * @param method the method, in capital letters
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch method(String method, String path) {
        return ANY.with("method", method).with("path", path);
    }

    /**
     * Requests of any method whose path a pattern takes.
     *
     * @param path the pattern
     * @return the condition
     */
    public static RequestMatch path(String path) {
        return ANY.with("path", path);
    }

    /**
     * Requests that a route takes.
     *
     * @param route as {@code mockpostly routes} prints it: <code>POST /api/posts/{id}</code>
     * @return the condition
     */
    public static RequestMatch route(String route) {
        return ANY.with("route", route);
    }

    // Further conditions

    /**
     * And to a system.
     *
     * @param system its name, such as {@link Dialect#POSTLY}
     * @return both
     */
    public RequestMatch system(String system) {
        return with("system", system);
    }

    /**
     * And from a user.
     *
     * @param user by id, e-mail address or username
     * @return both
     */
    public RequestMatch user(String user) {
        return with("user", user);
    }

    /**
     * And with a header.
     *
     * @param name its name
     * @param value its value
     * @return both
     */
    public RequestMatch header(String name, String value) {
        return header(name, TextMatch.equalTo(value));
    }

    /**
     * And with a header that meets a condition.
     *
     * @param name its name
     * @param condition the condition on its value
     * @return both
     */
    public RequestMatch header(String name, TextMatch condition) {
        return adding("header", name, condition.json);
    }

    /**
     * And with a parameter of the query.
     *
     * @param name its name
     * @param value its value
     * @return both
     */
    public RequestMatch query(String name, String value) {
        return query(name, TextMatch.equalTo(value));
    }

    /**
     * And with a parameter of the query that meets a condition.
     *
     * @param name its name
     * @param condition the condition on its value
     * @return both
     */
    public RequestMatch query(String name, TextMatch condition) {
        return adding("query", name, condition.json);
    }

    /**
     * And with a body that meets a condition as a text.
     *
     * @param condition the condition
     * @return both
     */
    public RequestMatch body(TextMatch condition) {
        return with("body", condition.json);
    }

    /**
     * And with a JSON body that has at least these members, with these values.
     *
     * @param members an object
     * @return both
     */
    public RequestMatch json(Json members) {
        return with("json", members);
    }

    /**
     * And with a JSON body in which a value meets a condition.
     *
     * @param path where the value is, such as {@code $.author.id}
     * @param condition the condition
     * @return both
     */
    public RequestMatch jsonAt(String path, ValueMatch condition) {
        return adding("jsonPath", path, condition.json);
    }

    /**
     * And with another condition of the control plane.
     *
     * @param name its name there
     * @param value its value, as {@link Json#of(Object)} takes it
     * @return both
     */
    public RequestMatch with(String name, Object value) {
        return new RequestMatch(json.with(name, value), after);
    }

    // The answer, and the place in the journal

    /**
     * And answered with a status.
     *
     * @param status the status
     * @return both
     */
    public RequestMatch status(int status) {
        return with("status", status);
    }

    /**
     * And answered with a status of a hundred.
     *
     * @param statuses such as {@code 4xx}
     * @return both
     */
    public RequestMatch status(String statuses) {
        return with("status", statuses);
    }

    /**
     * And whose answer a fault has spoilt.
     *
     * @param name the name that the fault shows
     * @return both
     */
    public RequestMatch fault(String name) {
        return with("fault", name);
    }

    /**
     * And answered by a stub.
     *
     * @param stub the stub
     * @return both
     */
    public RequestMatch stub(WorldStubs.Stub stub) {
        return with("stub", stub.number());
    }

    /**
     * And later in the journal than another request.
     *
     * @param number the number of the other one
     * @return both
     */
    public RequestMatch after(int number) {
        return new RequestMatch(json, number);
    }

    private RequestMatch adding(String name, String key, Json condition) {
        Json before = json.get(name);
        return with(name, (before == null ? Json.object() : before).with(key, condition));
    }

    /** An order with these conditions in it. */
    Json addTo(Json order) {
        Json withMatch = json.members().isEmpty() ? order : order.with("match", json);
        return after == null ? withMatch : withMatch.with("after", after);
    }

    /** The conditions where the place in the journal is none. */
    Json withoutPlace() {
        if (after != null) {
            throw new MockPostlyException("'after' is no condition here; it is for what is read "
                    + "from the journal");
        }
        return json;
    }

    /** The conditions in words: {@code POST /api/posts with json {"title":"Low Tide"}}. */
    @Override
    public String toString() {
        StringBuilder words = new StringBuilder();
        Json method = json.get("method");
        Json path = json.get("path");
        if (method != null) {
            words.append(text(method)).append(path == null ? " request" : "");
        } else {
            words.append(path == null ? "any request" : "any method");
        }
        if (path != null) {
            words.append(" ").append(text(path));
        }
        String separator = " with ";
        for (Map.Entry<String, Json> member : json.members().entrySet()) {
            if (!member.getKey().equals("method") && !member.getKey().equals("path")) {
                words.append(separator).append(member.getKey()).append(" ");
                words.append(text(member.getValue()));
                separator = ", ";
            }
        }
        return words.toString();
    }

    static String text(Json value) {
        return value.string() == null ? value.toString() : value.string();
    }
}
