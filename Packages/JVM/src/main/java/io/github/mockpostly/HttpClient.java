package io.github.mockpostly;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;

/**
 * Requests to one server, on any thread.
 *
 * <p>It is made of sockets: {@code java.net.http} is not on Android, and {@code HttpURLConnection}
 * cannot send PATCH, drops headers such as Host and Origin, may send a POST twice, and follows the
 * proxies of the machine. Nothing is sent again here, so that a fault is what a test sees of it.
 */
final class HttpClient {
    /** The server keeps a silent connection for 75 seconds, unless an option says less. */
    private static final long LONGEST_IDLE = TimeUnit.SECONDS.toNanos(4);

    /** The URL without a trailing slash. */
    final String url;

    private final String host;
    private final int port;
    private final boolean isSecure;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    /** A client of the server at a URL without a path: {@code http://localhost:8080}. */
    HttpClient(String url) {
        URI parsed = parse(url);
        boolean isBare = parsed.getPath() == null || parsed.getPath().matches("/?");
        if (parsed.getHost() == null || !isBare || parsed.getQuery() != null
                || !("http".equals(parsed.getScheme()) || "https".equals(parsed.getScheme()))) {
            throw new MockPostlyException(
                    "'" + url + "' is no URL of a server, such as http://localhost:8080");
        }
        isSecure = parsed.getScheme().equals("https");
        host = parsed.getHost().replaceAll("[\\[\\]]", "");
        port = parsed.getPort() > 0 ? parsed.getPort() : isSecure ? 443 : 80;
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static URI parse(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException exception) {
            throw new MockPostlyException("'" + url + "' is no URL: " + exception.getMessage());
        }
    }

    /** The host and port of the URL, as the header Host has them. */
    String authority() {
        return url.substring(url.indexOf("://") + 3);
    }

    /** The URL of the same host with another port. */
    String url(int otherPort) {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (isSecure ? "https://" : "http://") + name + ":" + otherPort;
    }

    /** Sends a request on a connection of its own. */
    Answer send(Request request, int timeout) throws IOException {
        byte[] bytes = request.bytes(authority());
        Connection connection = new Connection(host, port, isSecure);
        try {
            return connection.exchange(bytes, request.method, timeout);
        } finally {
            connection.close();
        }
    }

    /** Sends a request on a connection that may have been used before, and is kept. */
    Answer sendKept(Request request, int timeout) throws IOException {
        byte[] bytes = request.bytes(authority());
        Connection connection = takeIdle();
        if (connection == null) {
            connection = new Connection(host, port, isSecure);
        }
        boolean isKept = false;
        try {
            Answer answer = connection.exchange(bytes, request.method, timeout);
            isKept = connection.isOpen;
            return answer;
        } finally {
            if (isKept) {
                idle.push(connection);
            } else {
                connection.close();
            }
        }
    }

    private Connection takeIdle() {
        Connection connection = idle.poll();
        if (connection != null && System.nanoTime() - connection.idleSince > LONGEST_IDLE) {
            connection.close();
            close(); // those below it are idle for longer
            return null;
        }
        return connection;
    }

    /** Closes the connections that nobody uses. */
    void close() {
        for (Iterator<Connection> each = idle.iterator(); each.hasNext(); ) {
            Connection connection = each.next();
            if (idle.remove(connection)) {
                connection.close();
            }
        }
    }
}
