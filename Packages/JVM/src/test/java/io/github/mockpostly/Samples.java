package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test classes that are run by tests, and not by themselves. */
final class Samples {
    /** The names of all worlds that the samples were given. */
    static final Set<String> NAMES = ConcurrentHashMap.newKeySet();
    static volatile MockServer server;

    private Samples() {}

    static World seen(World world) {
        server = world.server();
        NAMES.add(world.name());
        return world;
    }

    /** One world in all places of a test. */
    @MockPostly(from = "empty")
    static class Places {
        @MockPostly static World ofClass;
        @MockPostly World field;
        private final World constructed;

        Places(World world) {
            constructed = world;
        }

        @BeforeAll
        static void beforeAll(World world, MockServer server) {
            assertSame(ofClass, world);
            assertSame(server, seen(world).server());
        }

        @BeforeEach
        void setUp(World world) {
            assertSame(field, seen(world));
            assertNotEquals(ofClass.name(), world.name());
        }

        @Test
        void sameWorld(World world) {
            assertSame(field, world);
            assertSame(constructed, world);
            assertEquals(0L,
                    world.send("/api/posts").json().get("pagination").get("total").integer());
        }

        @Test
        void otherWorlds(
                World world,
                @MockPostly(name = "second", from = "empty") World second,
                @MockPostly(scenario = Scenario.HEAVY_USER) World heavy) {
            assertEquals(3,
                    Set.of(seen(world).name(), seen(second).name(), seen(heavy).name()).size());
            assertEquals("Places.otherWorlds.second", second.name());
            assertEquals(2, heavy.people().size());
        }

        @MockPostly(scenario = Scenario.EMPTY_FEED, clock = "2027-01-01", frozen = true,
                randomSeed = 7, settings = "dummyjson-writes=keep", ttl = "10m")
        @Test
        void methodWins(World world) {
            assertSame(field, seen(world));
            assertNotEquals(constructed, world);
            assertEquals(5, world.people().size());
            assertEquals("2027-01-01T00:00:00Z", world.now().toString());
            Json info = world.server().control("GET", "worlds/" + world.name(), null);
            assertEquals(7L, info.get("randomSeed").integer());
            assertEquals("10m", info.get("ttl").string());
            assertEquals("keep", info.get("settings").get("dummyjson-writes").string());
        }

        @MockPostly(randomSeed = 7)
        @Test
        void methodAdds(World world) {
            assertSame(field, seen(world));
            assertEquals(0, world.requests().size());
            Json info = world.server().control("GET", "worlds/" + world.name(), null);
            assertEquals(7L, info.get("randomSeed").integer());
            assertEquals("empty", info.get("from").string());
        }

        @MockPostly(clock = "2027-01-01")
        @Test
        void parameterAdds(World world, @MockPostly(frozen = true) World frozen) {
            assertEquals(1, seen(world).clockRate());
            assertEquals("2027-01-01T00:00:00Z", seen(frozen).now().toString());
        }

        @RepeatedTest(3)
        void repeated(World world) {
            assertSame(field, seen(world));
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void withArguments(int number, World world) {
            assertSame(field, seen(world));
        }

        @Nested
        class Inner {
            @MockPostly World inner;

            @Test
            void innerTest(World world) {
                assertSame(field, seen(world));
                assertSame(inner, world);
                assertSame(constructed, world);
            }
        }

        @AfterEach
        void tearDown(World world) {
            assertSame(field, world);
        }
    }

    /** One instance for all tests, each with its own world. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OneInstance {
        private final Set<String> names = ConcurrentHashMap.newKeySet();
        @MockPostly private World field;

        @Test
        void first() {
            assertEquals(true, names.add(seen(field).name()));
        }

        @Test
        void second() {
            assertEquals(true, names.add(seen(field).name()));
        }
    }

    /** One instance for tests that run at the same time. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @Execution(ExecutionMode.CONCURRENT)
    static class SharedInstance {
        @MockPostly World field;

        @Test
        void first() {}
    }

    /** Many tests that write the same thing at the same time. */
    static class Many {
        @RepeatedTest(400)
        void writes(@MockPostly World world) {
            seen(world);
            Answer answer = world.send("POST", "/api/posts",
                    Map.of("Content-Type", "application/json",
                            "Authorization", "Bearer " + world.token("mira.sol@example.com")),
                    "{\"title\":\"Low Tide\",\"content\":\"Salt and sand.\",\"published\":true}");
            assertEquals(201, answer.status());
            world.verify(RequestMatch.ANY, 1);
            assertEquals("low-tide", answer.json().get("slug").string());
        }
    }

    /** Tests that do nothing but to have a world. */
    static class Idle {
        @RepeatedTest(1000)
        void idle(@MockPostly World world) {
            assertNotNull(world);
        }
    }

    /** Tests without a world. */
    static class Bare {
        @RepeatedTest(1000)
        void bare() {}
    }

    /** Tests that fail, or do not count. */
    static class Failing {
        @Test
        void fails(@MockPostly World world) {
            world.addFault(Fault.status(503).called("full").times(1));
            world.send("/api/posts?limit=1");
            world.send("POST", "/api/posts", Map.of("Content-Type", "application/json"), "{}");
            world.verify(RequestMatch.get("/api/posts").query("limit", "2"));
        }

        @Test
        void silent(@MockPostly World world) {
            throw new IllegalStateException("of its own");
        }

        @Test
        void assumed(@MockPostly World world) {
            assumeTrue(false);
        }

        @Test
        void passes(@MockPostly World world) {
            world.send("/api/posts");
        }
    }

    /** What cannot be. */
    static class Wrong {
        @Test
        void unknownScenario(@MockPostly(scenario = "heavy") World world) {}

        @Test
        void twoContents(@MockPostly(scenario = "unicode", from = "empty") World world) {}

        @Test
        void twoSeeds(@MockPostly(randomSeed = {1, 2}) World world) {}

        @Test
        void noSetting(@MockPostly(settings = "keep") World world) {}

        @Test
        void noJson(@MockPostly(seed = "{users:[]}") World world) {}

        @Test
        void noTime(@MockPostly(ttl = "soon") World world) {}
    }

    /** A field that is none. */
    static class WrongField {
        @MockPostly String field;

        @Test
        void wrongField() {}
    }

    /** A field that cannot be set. */
    static class FinalField {
        @MockPostly final World field = null;

        @Test
        void finalField() {}
    }

    /** A class whose constructor fails after it was given a world. */
    static class FailingConstructor {
        FailingConstructor(@MockPostly World world) {
            seen(world);
            throw new IllegalStateException("constructor");
        }

        @Test
        void first() {}

        @Test
        void second() {}
    }

    /** Tests that end the server below them. */
    static class Dying {
        @Test
        void dies(@MockPostly World world) {
            ProcessHandle.current().children()
                    .filter(child -> child.info().command().orElse("").endsWith("mockpostly"))
                    .forEach(ProcessHandle::destroyForcibly);
            world.now();
        }
    }
}
