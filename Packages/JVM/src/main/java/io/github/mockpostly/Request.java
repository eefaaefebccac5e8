package io.github.mockpostly;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request as it is sent: wrong ones too, but for line breaks in its head. */
final class Request {
    final String method;
    private final String path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final byte[] body;

    /** A request with a path and a query, percent-encoded; {@code body} may be null. */
    Request(String method, String path, Map<String, String> headers, byte[] body) {
        this.method = method;
        this.path = path;
        this.headers.putAll(headers);
        this.body = body;
    }

    /** Its bytes, with Host and Content-Length where they are absent. */
    byte[] bytes(String host) {
        StringBuilder head = new StringBuilder();
        head.append(checked(method)).append(' ').append(checked(path)).append(" HTTP/1.1\r\n");
        if (isAbsent("Host")) {
            head.append("Host: ").append(host).append("\r\n");
        }
        headers.forEach((name, value) ->
                head.append(checked(name)).append(": ").append(checked(value)).append("\r\n"));
        if (body != null && isAbsent("Content-Length") && isAbsent("Transfer-Encoding")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(start, 0, start.length);
        if (body != null) {
            bytes.write(body, 0, body.length);
        }
        return bytes.toByteArray();
    }

    private boolean isAbsent(String name) {
        return headers.keySet().stream().noneMatch(name::equalsIgnoreCase);
    }

    private static String checked(String text) {
        if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new MockPostlyException("a line break in the head of a request: " + text);
        }
        return text;
    }
}
