import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** The app of the examples: a client of Postly, which asks again when the server has no time. */
final class App {
    private static final int MOST_ATTEMPTS = 3;
    private final String baseUrl;
    private final String token;

    App(String baseUrl, String token) {
        this.baseUrl = baseUrl;
        this.token = token;
    }

    /** The newest posts, as JSON. */
    String loadFeed() {
        return ask("GET", "posts", null);
    }

    /** Publishes a post, and returns it as JSON. */
    String publish(String title) {
        String post = "{\"title\":\"" + title + "\",\"content\":\"Salt and sand.\"}";
        return ask("POST", "posts", post);
    }

    private String ask(String method, String path, String body) {
        try {
            int status = 503;
            for (int attempt = 1; status == 503 && attempt <= MOST_ATTEMPTS; attempt++) {
                HttpURLConnection connection =
                        (HttpURLConnection) new URL(baseUrl + path).openConnection();
                connection.setRequestMethod(method);
                connection.setRequestProperty("Authorization", "Bearer " + token);
                if (body != null) {
                    connection.setRequestProperty("Content-Type", "application/json");
                    connection.setDoOutput(true);
                    try (OutputStream output = connection.getOutputStream()) {
                        output.write(body.getBytes(StandardCharsets.UTF_8));
                    }
                }
                status = connection.getResponseCode();
                if (status < 400) {
                    try (InputStream input = connection.getInputStream()) {
                        return new String(input.readAllBytes(), StandardCharsets.UTF_8);
                    }
                }
            }
            throw new IOException(method + " " + path + " is answered " + status);
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }
}
