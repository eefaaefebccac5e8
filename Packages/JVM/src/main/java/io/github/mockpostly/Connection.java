package io.github.mockpostly;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection of HTTP/1.1 (RFC 9112): a request, its answer, and then the next one. */
final class Connection {
    private static final int CONNECT_MILLISECONDS = 10_000;
    private static final int LONGEST_LINE = 65_536;
    private static final int MOST_FIELDS = 1000;

    /** When its last answer was complete, by {@link System#nanoTime()}. */
    long idleSince;
    /** Whether the last answer leaves it open. */
    boolean isOpen = true;

    private final Socket socket;
    private final InputStream input;

    Connection(String host, int port, boolean isSecure) throws IOException {
        Socket plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.connect(new InetSocketAddress(host, port), CONNECT_MILLISECONDS);
            socket = isSecure ? secured(plain, host, port) : plain;
            input = new BufferedInputStream(socket.getInputStream());
        } catch (IOException exception) {
            plain.close();
            throw exception;
        }
    }

    private static Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @throws IOException when the connection ends before, or is silent for so many milliseconds
     */
    Answer exchange(byte[] request, String method, int timeout) throws IOException {
        socket.setSoTimeout(timeout);
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
        String line = line();
        while (status(line) / 100 == 1) {
            fields();
            line = line();
        }
        int status = status(line);
        Answer head = new Answer(status, fields(), new byte[0]);
        String coding = head.header("Transfer-Encoding");
        String length = head.header("Content-Length");
        byte[] body;
        if (method.equals("HEAD") || status == 204 || status == 304) {
            body = new byte[0];
        } else if (coding != null) {
            body = chunks();
        } else if (length != null) {
            body = bytes(number(length, 10));
        } else {
            body = rest();
            isOpen = false;
        }
        String connection = head.header("Connection");
        isOpen &= connection == null || !connection.equalsIgnoreCase("close");
        idleSince = System.nanoTime();
        return new Answer(status, head.headers(), body);
    }

    void close() {
        try {
            socket.close();
        } catch (IOException exception) {
            // It is given up; nobody waits for it.
        }
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.[01] [1-9][0-9][0-9]( .*)?")) {
            throw new IOException("the answer is no HTTP: " + Text.cut(line, 80));
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private List<Map.Entry<String, String>> fields() throws IOException {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1 || fields.size() == MOST_FIELDS) {
                throw new IOException("the answer has no valid header: " + Text.cut(line, 80));
            }
            String value = line.substring(colon + 1).trim();
            fields.add(new SimpleImmutableEntry<>(line.substring(0, colon), value));
        }
        return fields;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String line = line();
            int size = number(line.split(";", 2)[0], 16);
            if (size == 0) {
                fields();
                return body.toByteArray();
            }
            byte[] chunk = bytes(size);
            body.write(chunk, 0, size);
            if (!line().isEmpty()) {
                throw new IOException("a chunk of the answer is longer than it says");
            }
        }
    }

    private static int number(String text, int radix) throws IOException {
        try {
            int number = Integer.parseUnsignedInt(text.trim(), radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException exception) {
            // It is refused below, as one that is too large.
        }
        throw new IOException("the answer has no valid length: " + Text.cut(text, 80));
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        int done = 0;
        while (done < count) {
            int more = input.read(bytes, done, count - done);
            if (more < 0) {
                throw new EOFException(
                        "the connection ended after " + done + " of " + count + " bytes");
            }
            done += more;
        }
        return bytes;
    }

    private byte[] rest() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        for (int count = input.read(piece); count >= 0; count = input.read(piece)) {
            bytes.write(piece, 0, count);
        }
        return bytes.toByteArray();
    }

    /** A line without its end. */
    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended before the whole answer had come");
            } else if (line.size() == LONGEST_LINE) {
                throw new IOException("the answer has a line of more than 65536 bytes");
            }
            line.write(next);
        }
        String text = new String(line.toByteArray(), StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
