package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpClientTest {
    /** What a client makes of the bytes that a server sends before it closes the connection. */
    private static Answer answer(String method, String bytes) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try (Socket socket = server.accept()) {
                    skipHead(socket.getInputStream());
                    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
                } catch (IOException exception) {
                    // The client had enough, and has closed the connection.
                }
            });
            HttpClient client = new HttpClient("http://127.0.0.1:" + server.getLocalPort());
            try {
                return client.send(new Request(method, "/", Map.of(), null), 10_000);
            } finally {
                sent.join();
            }
        }
    }

    private static void skipHead(InputStream input) throws IOException {
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            head += (char) input.read();
        }
    }

    @Test
    void readsBodiesOfEveryKind() throws IOException {
        assertEquals("abc",
                answer("GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef").text());
        assertEquals("abcd", answer("GET", "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nTrailer: t\r\n\r\n").text());
        assertEquals("abc", answer("GET", "HTTP/1.0 200 OK\n\nabc").text());
        assertEquals("", answer("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n").text());
        assertEquals("", answer("GET", "HTTP/1.1 204 No Content\r\n\r\n").text());
        assertEquals(201, answer("GET", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n"
                + "Link: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").status());
    }

    @Test
    void headersHaveOrderAndNoCase() throws IOException {
        Answer answer = answer("GET", "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie:b=2 \r\n"
                + "Content-Length: 0\r\n\r\n");
        assertEquals("a=1", answer.header("SET-COOKIE"));
        assertEquals(2, answer.headers("Set-Cookie").size());
        assertEquals("b=2", answer.headers("Set-Cookie").get(1));
        assertEquals("Set-Cookie", answer.headers().get(0).getKey());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
        "SSH-2.0\r\n\r\n",
        "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"
    })
    void refusesWhatIsNoWholeAnswer(String bytes) {
        assertThrows(IOException.class, () -> answer("GET", bytes));
    }

    @Test
    void aLineHasABound() {
        String line = "HTTP/1.1 200 OK\r\nA: " + "a".repeat(70_000);
        assertThrows(IOException.class, () -> answer("GET", line));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "localhost:8080", "ftp://localhost", "http://localhost:8080/api", "http://",
        "http://a b",
        "http://localhost?x"
    })
    void refusesWhatIsNoUrlOfAServer(String url) {
        assertThrows(MockPostlyException.class, () -> new HttpClient(url));
    }

    @Test
    void urlsMayHaveASlashAndOtherPorts() {
        assertEquals("http://[::1]:80", new HttpClient("http://[::1]:80/").url);
        assertEquals("http://[::1]:81", new HttpClient("http://[::1]:80/").url(81));
        assertEquals("https://host:81", new HttpClient("https://host").url(81));
    }

    @Test
    void aLineBreakInAHeadIsRefused() {
        String[][] wrong =
                {{"GET\n", "/", "A", "a"}, {"GET", "/\r", "A", "a"}, {"GET", "/", "A\n", "a"},
            {"GET", "/", "A", "a\r\nB: b"}};
        for (String[] parts : wrong) {
            Request request = new Request(parts[0], parts[1], Map.of(parts[2], parts[3]), null);
            assertThrows(MockPostlyException.class, () -> request.bytes("host"));
        }
    }

    @Test
    void whatIsGivenIsNotAdded() {
        Request request = new Request("POST", "/", Map.of("host", "other"), new byte[2]);
        String text = new String(request.bytes("host"), StandardCharsets.UTF_8);
        assertTrue(text.startsWith("POST / HTTP/1.1\r\nhost: other\r\nContent-Length: 2\r\n\r\n"),
                text);
    }
}
