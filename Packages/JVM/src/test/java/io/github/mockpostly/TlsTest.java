package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server behind TLS, as behind a reverse proxy. */
@Timeout(60)
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir Path folder;

    /** A context for a server whose certificate is for localhost, and which this JVM trusts. */
    private SSLContext context() throws Exception {
        Path store = folder.resolve("store");
        Process keytool = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/keytool", "-genkeypair", "-alias", "server",
                "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost",
                "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString())
                .redirectErrorStream(true).start();
        keytool.getInputStream().readAllBytes();
        assertEquals(0, keytool.waitFor());
        System.setProperty("javax.net.ssl.trustStore", store.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(store)) {
            keys.load(input, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void aCertificateHasToBeForTheHost() throws Exception {
        try (SSLServerSocket server = (SSLServerSocket) context().getServerSocketFactory()
                .createServerSocket(0, 2, InetAddress.getByName("localhost"))) {
            assertEquals(204, ask(server, "localhost").status());
            assertThrows(SSLException.class, () -> ask(server, "127.0.0.1"));
        }
    }

    private static Answer ask(SSLServerSocket server, String host) throws IOException {
        CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
            try (Socket socket = server.accept()) {
                socket.getInputStream().read();
                socket.getOutputStream().write(
                        "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException exception) {
                // The client has refused the certificate.
            }
        });
        HttpClient client = new HttpClient("https://" + host + ":" + server.getLocalPort());
        try {
            return client.send(new Request("GET", "/", Map.of(), null), 10_000);
        } finally {
            served.join();
        }
    }
}
