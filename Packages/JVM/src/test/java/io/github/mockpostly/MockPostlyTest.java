package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The extension, as runs of the samples have it. */
@Isolated
@Timeout(120)
class MockPostlyTest {
    @BeforeEach
    void forget() {
        Samples.NAMES.clear();
    }

    @Test
    void aTestHasOneWorldInAllPlaces() {
        TestRun run = TestRun.of(List.of(Samples.Places.class));
        assertEquals(Map.of(), run.failures);
        // One for each of the 11 tests, one for the class, and those of parameters of their own.
        assertEquals(11 + 1 + 3, Samples.NAMES.size(), Samples.NAMES.toString());
    }

    @Test
    void aTestHasOneWorldInAllPlacesOnEightThreadsToo() {
        assertEquals(Map.of(), TestRun.parallel(Samples.Places.class).failures);
        assertEquals(11 + 1 + 3, Samples.NAMES.size(), Samples.NAMES.toString());
    }

    @Test
    void theServerEndsWithTheRun() {
        assertEquals(Map.of(), TestRun.of(List.of(Samples.OneInstance.class)).failures);
        assertEquals(Set.of("OneInstance.first", "OneInstance.second"), Samples.NAMES);
        String url = Samples.server.url();
        assertThrows(MockPostlyException.class, () -> MockServer.attached(url));
        assertThrows(MockPostlyException.class, () -> Samples.server.defaultWorld());
    }

    @Test
    void aFieldCannotBeSharedByTestsAtTheSameTime() {
        TestRun run = TestRun.parallel(Samples.SharedInstance.class);
        assertTrue(run.failure("first").getMessage()
                .contains("SharedInstance.field is shared by tests"));
    }

    @Test
    void eightThreadsHaveWorldsOfTheirOwnAndLeaveNone() {
        try (MockServer server = MockServer.start()) {
            System.setProperty("mockpostly.url", server.url());
            try {
                TestRun run =
                        TestRun.parallel(Samples.Many.class, Samples.FailingConstructor.class);
                assertEquals("constructor", run.failure("first").getMessage());
                assertEquals("constructor", run.failure("second").getMessage());
                assertEquals(2, run.failures.size(), run.failures.toString());
                assertEquals(402, Samples.NAMES.size());
                assertEquals(server.url(), Samples.server.url());
                assertEquals(1, server.worlds().size());
            } finally {
                System.clearProperty("mockpostly.url");
            }
        }
    }

    @Test
    void aTestThatFailsLeavesItsJournal() {
        TestRun run = TestRun.of(List.of(Samples.Failing.class));
        assertEquals(2, run.failures.size());
        assertEquals(2, run.reports.size(), run.reports.toString());
        String report = String.join("\n", run.reports);
        String[] parts = {
            "mockpostly: The journal of world 'Failing.fails':\n",
            "  #1 GET /w/Failing.fails/api/posts?limit=1 503 in ",
            " ms, fault full\n      got {", "\n  #2 POST /w/Failing.fails/api/posts 401 in ",
            "\n      sent {}\n      got {",
            "The journal of world 'Failing.silent': no request came\nWritten: []"
        };
        for (String part : parts) {
            assertTrue(report.contains(part), report);
        }
        Throwable failure = run.failure("fails");
        assertEquals(report.contains("mockpostly: " + failure.getSuppressed()[0]), true);
        assertEquals("of its own", run.failure("silent").getMessage());
    }

    @Test
    void anUnmetExpectationSaysWhatCameNearest() {
        Throwable failure = TestRun.of(List.of(Samples.Failing.class)).failure("fails");
        assertTrue(failure instanceof Unmet, failure.toString());
        assertEquals("Expected GET /api/posts with query {\"limit\":\"2\"}.\n"
                + "It never came, and should have come at least once.\n"
                + "Nearest: number 1, GET /w/Failing.fails/api/posts?limit=1 (503)\n"
                + "    query limit is '1', wanted '2'\n"
                + "Nearest: number 2, POST /w/Failing.fails/api/posts (401)\n"
                + "    method is 'POST', wanted 'GET'\n"
                + "    query limit is absent, wanted '2'\n"
                + "The world is 'Failing.fails'.", failure.getMessage());
    }

    @Test
    void whatCannotBeSaysWhy() {
        TestRun run = TestRun.of(List.of(
                Samples.Wrong.class, Samples.WrongField.class, Samples.FinalField.class));
        Map<String, String> words = Map.of(
                "unknownScenario", "heavy-user",
                "twoContents", "one of scenario, from and seed",
                "twoSeeds", "one randomSeed",
                "noSetting", "'keep' is no name=value",
                "noJson", "not JSON at character 1: a name is missing",
                "noTime", "ttl",
                "wrongField", "WrongField.field is a java.lang.String",
                "finalField", "FinalField.field is final");
        words.forEach((test, part) -> {
            Throwable failure = run.failures.get(test);
            String message = failure + " " + (failure == null ? null : failure.getCause());
            assertTrue(message.contains(part), test + " has " + message);
        });
    }

    @Test
    void aServerThatDiesLeavesItsLastWords() {
        Throwable failure = TestRun.of(List.of(Samples.Dying.class)).failure("dies");
        String message = failure.getMessage();
        assertTrue(message.contains("the mock server has ended (exit code 137)"), message);
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        TestRun run =
                TestRun.of(List.of(Samples.Failing.class), "mockpostly.options", "--port 99999");
        String message = run.failure("passes").getMessage();
        assertTrue(message.contains("the mock server did not start (exit code 2)"), message);
        assertTrue(message.contains("99999"), message);
    }

    @Test
    void aServerWithATokenWantsIt() {
        try (MockServer server = MockServer.start("--admin-token", "secret")) {
            assertEquals(401, assertThrows(MockPostlyException.class, server::makeWorld).status());
            MockServer.attached(server.url(), "secret").makeWorld().close();
            assertEquals(401, assertThrows(MockPostlyException.class,
                    () -> MockServer.attached(server.url(), "wrong")).status());
        }
    }

    @Test
    void aServerOfAnotherKindIsNoMockpostly() {
        try (MockServer server = MockServer.start("--no-control")) {
            String message = assertThrows(MockPostlyException.class,
                    () -> MockServer.attached(server.url())).getMessage();
            assertTrue(message.contains("is not a mockpostly with a control plane: it answers 404"),
                    message);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        try (MockServer server = MockServer.start()) {
            String port = server.url().substring(server.url().lastIndexOf(':') + 1);
            String message = assertThrows(
                    MockPostlyException.class, () -> MockServer.start("--port", port)).getMessage();
            assertTrue(message.contains("(exit code 4)") && message.contains(port), message);
        }
    }
}
