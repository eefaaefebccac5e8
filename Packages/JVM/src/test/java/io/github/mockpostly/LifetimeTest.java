package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server ends with its JVM, however that ends. */
@Timeout(60)
class LifetimeTest {
    /** A JVM that starts a server, says so, and ends as it is told. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] arguments) throws IOException {
            MockServer server = MockServer.start();
            System.out.println(server.url());
            int order = System.in.read();
            if (order == 'h') {
                Runtime.getRuntime().halt(3);
            } else if (order == 'c') {
                server.close();
                System.out.println("closed");
                System.in.read();
            }
            System.exit(0);
        }
    }

    private static Process owner() throws IOException {
        return new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java", "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void assertEnd(List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            process.onExit().get(20, TimeUnit.SECONDS);
            assertFalse(process.isAlive());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill", "halt", "exit"})
    void theServerEndsWithItsJvm(String how) throws Exception {
        Process owner = owner();
        assertTrue(output(owner).readLine().startsWith("http://"));
        // The server, its guard, and the command that reads the pipe.
        List<ProcessHandle> processes = owner.descendants().collect(Collectors.toList());
        assertTrue(processes.size() >= 2, processes.toString());
        if (how.equals("kill")) {
            owner.destroyForcibly();
        } else {
            owner.getOutputStream().write(how.charAt(0));
            owner.getOutputStream().flush();
        }
        assertEnd(processes);
        owner.waitFor();
    }

    @Test
    void closeWaitsForTheEnd() throws Exception {
        Process owner = owner();
        BufferedReader output = output(owner);
        output.readLine();
        List<ProcessHandle> processes = owner.descendants().collect(Collectors.toList());
        owner.getOutputStream().write('c');
        owner.getOutputStream().flush();
        assertEquals("closed", output.readLine());
        assertFalse(owner.children().anyMatch(ProcessHandle::isAlive));
        assertEnd(processes);
        owner.destroyForcibly().waitFor();
    }

    @Test
    void whatItStartedEndsWithAServerThatIsKilled() throws Exception {
        Process owner = owner();
        output(owner).readLine();
        List<ProcessHandle> processes = owner.descendants().collect(Collectors.toList());
        owner.children().forEach(ProcessHandle::destroyForcibly);
        assertEnd(processes);
        owner.destroyForcibly().waitFor();
    }
}
