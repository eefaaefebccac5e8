package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A run without an executable: its tests are skipped with one message, but fail under CI. */
class MissingTest {
    /** Run in a JVM of their own; the name keeps them out of this run. */
    static final class Inner {
        @Test
        void one(@MockPostly World world) {}

        @Test
        void two(@MockPostly World world) {}

        @Test
        void withoutAWorld() {}
    }

    /** A JVM whose class path has no executable; it says how the tests of Inner have ended. */
    static final class Runner {
        private Runner() {}

        public static void main(String[] arguments) {
            TestRun run = TestRun.of(List.of(Inner.class));
            System.out.println("ended " + run.times.size() + ", skipped " + run.skips.size()
                    + ", failed " + run.failures.size());
            run.failures.values().forEach(failure -> System.out.println(failure.getMessage()));
        }
    }

    private static String output(String ci) throws Exception {
        String classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(place -> !new File(place).getName().startsWith("mockpostly-binary-"))
                .collect(Collectors.joining(File.pathSeparator));
        ProcessBuilder builder = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java", "-cp", classPath,
                Runner.class.getName()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MOCKPOSTLY_"));
        builder.environment().put("PATH", "/nowhere");
        builder.environment().put("CI", ci);
        Process process = builder.start();
        String output = new String(
                process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }

    @Test
    void testsThatNeedItAreSkippedAndOneMessageSaysSo() throws Exception {
        String output = output("");
        assertTrue(output.contains("ended 1, skipped 2, failed 0"), output);
        String message = "Tests that need mockpostly are skipped: there is no mockpostly for ";
        assertEquals(2, output.split(message, -1).length, output);
        assertTrue(output.contains("scripts/build-release"), output);
    }

    @Test
    void underCiTheyFail() throws Exception {
        String output = output("true");
        assertTrue(output.contains("ended 3, skipped 0, failed 2"), output);
        assertTrue(output.contains("there is no mockpostly for "), output);
    }
}
