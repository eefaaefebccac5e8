package io.github.mockpostly;

import java.util.ArrayList;
import java.util.List;

/** A request that came to a world, and its answer. */
public final class RecordedRequest {
    private static final int LONGEST_BODY = 200;
    private final Part part;

    RecordedRequest(Part part) {
        this.part = part;
    }

    /**
     * Its number in the journal of the world.
     *
     * @return the number
     */
    public int number() {
        return part.integer("number");
    }

    /**
     * When it came, by the world's clock: {@code 2026-02-14T12:34:56.123456Z}.
     *
     * @return the time
     */
    public String time() {
        return part.text("time");
    }

    /**
     * The method, such as GET.
     *
     * @return the method
     */
    public String method() {
        return part.text("method");
    }

    /**
     * The path with its query, as it was sent but for secrets.
     *
     * @return the path
     */
    public String path() {
        return part.text("path");
    }

    /**
     * The system that answered, or null when none did.
     *
     * @return its name
     */
    public String system() {
        return part.text("system");
    }

    /**
     * The route that took it, such as <code>POST /api/posts/{id}</code>, or null when none did.
     *
     * @return the route
     */
    public String route() {
        return part.text("route");
    }

    /**
     * The id of the user who asked, or null when nobody was signed in.
     *
     * @return the id
     */
    public String user() {
        return part.text("user");
    }

    /**
     * The status of the answer.
     *
     * @return the status
     */
    public int status() {
        return part.integer("status");
    }

    /**
     * The name of the fault that the answer got, or null for none.
     *
     * @return the name
     */
    public String fault() {
        return part.text("fault");
    }

    /**
     * The number of the stub that gave the answer, or null for none.
     *
     * @return the number
     */
    public Integer stub() {
        return part.integerOrNull("stub");
    }

    /**
     * The rows that it wrote: objects with {@code kind}, {@code table} and {@code key}.
     *
     * @return the rows
     */
    public List<Json> changes() {
        return part.json("changes").elements();
    }

    /**
     * The headers and the body of the request.
     *
     * @return both
     */
    public Content request() {
        return new Content(part.part("request"));
    }

    /**
     * The headers and the body of the answer.
     *
     * @return both
     */
    public Content response() {
        return new Content(part.part("response"));
    }

    /**
     * All that the control plane says of it.
     *
     * @return an object
     */
    public Json json() {
        return part.json;
    }

    /** The request in a line, with the beginning of an answer that refuses it. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder("#").append(number()).append(" ");
        line.append(method()).append(" ").append(path()).append(" ").append(status());
        line.append(String.format(" in %.1f ms", part.part("timing").number("milliseconds")));
        line.append(fault() == null ? "" : ", fault " + fault());
        line.append(stub() == null ? "" : ", stub " + stub());
        String sent = request().text();
        if (sent != null && !sent.isEmpty()) {
            line.append("\n      sent ").append(shortened(sent));
        }
        String got = response().text();
        if (status() >= 400 && got != null && !got.isEmpty()) {
            line.append("\n      got ").append(shortened(got));
        }
        return line.toString();
    }

    private static String shortened(String body) {
        return Text.cut(body.trim().replaceAll("\\s+", " "), LONGEST_BODY);
    }

    /** Headers and a body; passwords, tokens and cookies are shown as {@code …}. */
    public static final class Content {
        private final Part part;

        Content(Part part) {
            this.part = part;
        }

        /**
         * The values of all headers of a name, in whatever case.
         *
         * @param name their name
         * @return the values in order
         */
        public List<String> headers(String name) {
            List<String> values = new ArrayList<>();
            for (Part header : part.parts("headers")) {
                if (name.equalsIgnoreCase(header.text("name"))) {
                    values.add(header.text("value"));
                }
            }
            return values;
        }

        /**
         * The value of the first header of a name, in whatever case, or null when there is none.
         *
         * @param name its name
         * @return its value
         */
        public String header(String name) {
            List<String> values = headers(name);
            return values.isEmpty() ? null : values.get(0);
        }

        /**
         * The body as text, or null when it is not UTF-8.
         *
         * @return the text
         */
        public String text() {
            return part.text("body");
        }

        /**
         * The body as JSON.
         *
         * @return the value
         * @throws MockPostlyException when it is none
         */
        public Json json() {
            return Json.parse(text() == null ? "" : text());
        }

        /**
         * Whether the body was longer, and only its beginning was kept.
         *
         * @return whether it was
         */
        public boolean isCut() {
            return part.flag("cut");
        }
    }
}
