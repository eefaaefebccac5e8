package io.github.mockpostly;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A response as a client receives it. */
public final class Answer {
    private final int status;
    private final List<Map.Entry<String, String>> headers;
    private final byte[] body;

    Answer(int status, List<Map.Entry<String, String>> headers, byte[] body) {
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /**
     * The status, such as 200.
     *
     * @return the status
     */
    public int status() {
        return status;
    }

    /**
     * The headers in order; a name may occur more than once.
     *
     * @return names and values
     */
    public List<Map.Entry<String, String>> headers() {
        return headers;
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
     * The values of all headers of a name, in whatever case.
     *
     * @param name their name
     * @return the values in order
     */
    public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().equalsIgnoreCase(name)) {
                values.add(header.getValue());
            }
        }
        return values;
    }

    /**
     * The bytes of the body; none for HEAD.
     *
     * @return a copy of them
     */
    public byte[] body() {
        return body.clone();
    }

    /**
     * The body as text.
     *
     * @return the text
     */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * The body as JSON.
     *
     * @return the value
     * @throws MockPostlyException when it is none
     */
    public Json json() {
        return Json.parse(body);
    }

    /** The whole response as text, for the messages of tests. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(status).append("\n");
        headers.forEach(header ->
                text.append(header.getKey()).append(": ").append(header.getValue()).append("\n"));
        return text.append("\n").append(text()).toString();
    }
}
