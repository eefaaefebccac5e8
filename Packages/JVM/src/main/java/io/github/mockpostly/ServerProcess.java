package io.github.mockpostly;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own.
 *
 * <p>{@code mockpostly exec} ends with its command, and the command reads its standard input, a
 * pipe from this JVM. So the server ends with this JVM, also when that is killed.
 */
final class ServerProcess {
    private static final String COMMAND =
            "printf '%s\\n' \"$MOCKPOSTLY_URL\"; exec cat >/dev/null";
    private static final int KEPT_LINES = 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Process process;
    private final String url;
    private final Thread logReader;
    private final Deque<String> log = new ArrayDeque<>();

    private ServerProcess(Process process) throws IOException {
        this.process = process;
        logReader = new Thread(this::readLog, "mockpostly log");
        logReader.setDaemon(true);
        logReader.start();
        url = new BufferedReader(reader(process.getInputStream())).readLine();
    }

    /** Starts a server and waits until it is ready. */
    static ServerProcess start(String binary, List<String> options) {
        List<String> command = new ArrayList<>(List.of(binary, "exec"));
        command.addAll(options);
        command.addAll(List.of("--", "/bin/sh", "-c", COMMAND));
        ServerProcess server;
        try {
            server = new ServerProcess(new ProcessBuilder(command).start());
        } catch (IOException exception) {
            throw new MockPostlyException(
                    "'" + binary + "' cannot be started: " + exception.getMessage(), exception);
        }
        if (server.url == null) {
            server.close();
            throw new MockPostlyException("the mock server did not start" + server.lastWords());
        }
        return server;
    }

    String url() {
        return url;
    }

    /** Whether it has ended, or does so within a time. */
    boolean hasEnded(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException exception) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** The exit code of a server that has ended, and its last log lines. */
    String lastWords() {
        try {
            logReader.join(TIMEOUT.toMillis()); // what was written before its end is read first
        } catch (InterruptedException exception) {
            Thread.currentThread().interrupt();
        }
        String code = process.isAlive() ? "" : " (exit code " + process.exitValue() + ")";
        synchronized (log) {
            return log.isEmpty()
                    ? code + ", without a word in its log"
                    : code + "; its last log lines:\n" + String.join("\n", log);
        }
    }

    /** Ends the server and waits for it; closing again does nothing. */
    void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException exception) {
            // The pipe is closed all the same.
        }
        if (!hasEnded(TIMEOUT)) {
            process.destroyForcibly();
        }
    }

    private void readLog() {
        try (BufferedReader lines = new BufferedReader(reader(process.getErrorStream()))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (log) {
                    log.add(line);
                    if (log.size() > KEPT_LINES) {
                        log.remove();
                    }
                }
            }
        } catch (IOException exception) {
            // The stream ends with the process.
        }
    }

    private static InputStreamReader reader(InputStream stream) {
        return new InputStreamReader(stream, StandardCharsets.UTF_8);
    }
}
