package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What can be done with a world of a real server. */
@MockPostly
@Timeout(60)
class WorldTest {
    private static final RequestMatch POSTS = RequestMatch.post("/api/posts");

    private static Answer publish(World world, String title) {
        return world.send("POST", "/api/posts",
                Map.of("Content-Type", "application/json",
                        "Authorization", "Bearer " + world.token("mira.sol@example.com")),
                Json.object("title", title, "content", "Salt and sand.").toString());
    }

    @Test
    void theClockIsItsOwn(World world) {
        world.freezeClock("2027-01-01T00:00:00Z");
        assertEquals(0, world.clockRate());
        world.advanceClock(Duration.ofDays(8));
        world.advanceClock(Duration.ofMillis(-1));
        assertEquals(Instant.parse("2027-01-08T23:59:59.999Z"), world.now());
        world.scaleClock(60);
        assertEquals(60, world.clockRate());
        world.runClock("2030-01-01");
        assertTrue(world.now().toString().startsWith("2030-01-01T00:0"), world.now().toString());
        world.freezeClock();
        assertEquals(world.now(), world.now());
        MockPostlyException refusal =
                assertThrows(MockPostlyException.class, () -> world.freezeClock("noon"));
        assertEquals(400, refusal.status());
        assertTrue(refusal.getMessage().contains("noon"), refusal.getMessage());
    }

    @Test
    void tokensAreAsOrdered(World world) {
        assertEquals(201, publish(world, "Low Tide").status());
        TokenOrder mira = TokenOrder.postly("mira.sol@example.com");
        String old = world.token(mira.expiresIn(Duration.ofMinutes(-1)));
        Answer refused =
                world.send("POST", "/api/posts", Map.of("Authorization", "Bearer " + old), "{}");
        assertEquals("{\"msg\":\"Token has expired\"}", refused.json().toString());
        String forged = world.token(mira.broken("signature"));
        assertNotEquals(old, forged);
        String admin = world.token(TokenOrder.dummyJson("emilys").kind("refresh")
                .claims(Json.object("role", "admin")).expiresIn(Duration.ofHours(1)));
        assertEquals(3, admin.split("\\.").length);
        String message = assertThrows(
                MockPostlyException.class, () -> world.token("nobody@example.com")).getMessage();
        assertTrue(message.contains("nobody@example.com"), message);
    }

    @Test
    void aFaultSpoilsSomeRequests(World world) {
        Fault busy = Fault.status(503).retryAfter(2).times(1);
        WorldFaults.FaultRule fault = world.addFault(busy, RequestMatch.get("/api/posts"));
        assertEquals(1, fault.left());
        assertTrue(fault.isActive());
        assertEquals("2", world.send("/api/posts").header("Retry-After"));
        assertEquals(200, world.send("/api/posts").status());
        world.verify(RequestMatch.get("/api/posts").status(503).fault(fault.shows()), 1);
        world.addFault(Fault.reset().saved().times(1), POSTS);
        String message = assertThrows(
                MockPostlyException.class, () -> publish(world, "Low Tide")).getMessage();
        String words = "POST /w/WorldTest.aFaultSpoilsSomeRequests/api/posts: no answer";
        assertTrue(message.startsWith(words), message);
        assertFalse(world.requests(POSTS).get(0).changes().isEmpty());
        world.addFault(Fault.delay(Duration.ofMillis(1), Duration.ofMillis(2)).and(
                Fault.bandwidth(1_000_000)).rate(0.5).per("user").after(1));
        assertEquals(1, world.faults().stream().filter(WorldFaults.FaultRule::isActive).count());
        world.deleteFault(world.faults().get(0));
        world.clearFaults();
        assertEquals(List.of(), world.faults());
        assertThrows(MockPostlyException.class, () -> Fault.FLAKY.saved());
        assertThrows(MockPostlyException.class, () -> world.addFault(Fault.FLAKY, POSTS.after(1)));
        MockPostlyException refusal = assertThrows(
                MockPostlyException.class, () -> world.addFault(Fault.status(99)));
        assertTrue(refusal.getMessage().contains("status"), refusal.getMessage());
    }

    @Test
    void aStubAnswersInPlaceOfTheRealBehaviour(World world) {
        StubResponse response = StubResponse.json(500, Json.object("error", "no room"));
        WorldStubs.Stub stub = world.addStub(POSTS, response.header("X-Room", "none", "at all"));
        Answer answer = publish(world, "Low Tide");
        assertEquals("{\"error\":\"no room\"}", answer.text());
        assertEquals(List.of("none", "at all"), answer.headers("x-room"));
        world.verify(POSTS.stub(stub), 1);
        assertEquals(1, world.stubs().get(0).used());
        world.deleteStub(stub);
        world.addStubSequence(POSTS, StubResponse.status(503).times(2),
                StubResponse.text(200, "late").delayedBy(Duration.ofMillis(1)));
        assertEquals(503, publish(world, "a").status());
        assertEquals(503, publish(world, "b").status());
        assertEquals("late", publish(world, "c").text());
        assertEquals(201, publish(world, "d").status());
        world.clearStubs();
    }

    @Test
    void realAnswersHaveOtherValues(World world) {
        RequestMatch feed = RequestMatch.get("/api/posts");
        world.addFault(Fault.patch(Json.object("$.posts[1].author", null))
                .and(Fault.remove("$.posts[0]._id")).header("X-App", "old").times(1), feed);
        Answer changed = world.send("/api/posts");
        assertEquals(List.of("old"), changed.headers("x-app"));
        assertEquals(List.of("2 values"), changed.headers("x-mockpostly-patch"));
        Json empty = Json.object("posts", Json.array());
        world.addStubSequence(feed, StubResponse.real(),
                StubResponse.patch(empty).remove("$.pagination").header("X-Turn", "2"));
        assertEquals(List.of(), world.send("/api/posts").headers("x-mockpostly-patch"));
        assertEquals("{\"posts\":[]}", world.send("/api/posts").text());
        world.clearStubs();
    }

    @Test
    void theJournalHasWhatCame(World world) {
        assertEquals(0, world.mark());
        publish(world, "Low Tide");
        assertEquals(1, world.mark());
        world.send("HEAD", "/api/posts", Map.of("X-Own", "1"), null);
        List<RecordedRequest> requests = world.requests();
        assertEquals(List.of("POST", "HEAD"),
                List.of(requests.get(0).method(), requests.get(1).method()));
        RecordedRequest first = requests.get(0);
        assertEquals("POST /api/posts", first.route());
        assertEquals("postly", first.system());
        assertEquals("Low Tide", first.request().json().get("title").string());
        assertEquals("Bearer …", first.request().header("authorization"));
        assertEquals("low-tide", first.response().json().get("slug").string());
        assertFalse(first.response().isCut());
        assertNull(first.fault());
        assertNull(first.stub());
        assertFalse(first.changes().isEmpty());
        assertEquals(1, world.requests(RequestMatch.ANY.after(first.number())).size());
        assertTrue(world.curl(first).startsWith("curl "), world.curl(first));
        assertEquals(2, world.har().get("log").get("entries").elements().size());
        world.clearJournal();
        assertEquals("The journal of world 'WorldTest.theJournalHasWhatCame': no request came",
                world.journal(5));
        assertEquals(List.of(), world.messages());
    }

    @Test
    void theJournalIsShortened(World world) {
        for (int index = 0; index < 5; index++) {
            world.send("/api/posts/missing-" + index);
        }
        String text = world.journal(2);
        assertTrue(text.contains(":\n  … 3 earlier\n  #4 GET "), text);
    }

    @Test
    void checksSayWhatCameInstead(World world) {
        publish(world, "Low Tide");
        world.send("/api/posts");
        world.verify(POSTS);
        world.verify(POSTS, Count.atMost(1));
        world.verify(POSTS, Count.atLeast(1));
        world.verifyOrder(POSTS, RequestMatch.get("/api/posts"));
        world.expectNoRequest(RequestMatch.delete("/**"));
        String message = assertThrows(Unmet.class,
                () -> world.verify(POSTS.json(Json.object("title", "High Tide")))).getMessage();
        assertTrue(
                message.contains("Expected POST /api/posts with json {\"title\":\"High Tide\"}."),
                message);
        assertTrue(message.contains("body $.title is '\"Low Tide\"', wanted \"High Tide\""),
                message);
        message = assertThrows(Unmet.class, () -> world.expectNoRequest(POSTS)).getMessage();
        assertTrue(message.contains("What came: number 1."), message);
        assertThrows(Unmet.class,
                () -> world.verifyOrder(RequestMatch.get("/api/posts"), POSTS));
        Unmet unmet = assertThrows(Unmet.class, () -> world.verify(POSTS.after(1)));
        assertEquals(WorldTest.class.getName(), unmet.getStackTrace()[0].getClassName());
    }

    @Test
    void checksWait(World world) {
        CompletableFuture<Answer> sending =
                CompletableFuture.supplyAsync(() -> publish(world, "Low Tide"));
        RecordedRequest request = world.expectRequest(POSTS);
        assertEquals(201, request.status());
        String id = sending.join().json().get("_id").string();
        world.expectState("/api/posts/" + id, "$.title", ValueMatch.equalTo("Low Tide"));
        Unmet unmet = assertThrows(Unmet.class,
                () -> world.expectRequest(POSTS, 2, Duration.ofMillis(50)));
        assertTrue(unmet.getMessage().startsWith("Expected POST /api/posts."), unmet.getMessage());
        assertThrows(Unmet.class, () -> world.expectState("/api/posts/" + id, "$.title",
                ValueMatch.containing("High"), Duration.ofMillis(50)));
        assertThrows(Unmet.class,
                () -> world.expectMessage(MessageMatch.received("a"), Duration.ofMillis(50)));
        world.verifyMessages(MessageMatch.sent("phx_join").topic("feed:all"), Count.NEVER);
    }

    @Test
    void contentComesBack(World world) {
        world.saveSnapshot("before");
        publish(world, "Low Tide");
        List<WorldContent.TableChange> changes = world.changesSince("before");
        assertTrue(changes.stream().anyMatch(
                change -> change.table().equals("post") && change.added().size() == 1));
        world.restoreSnapshot("before");
        assertEquals(List.of(), world.changesSince("before"));
        publish(world, "Low Tide");
        world.undo();
        assertEquals(List.of(), world.changesSince("before"));
        publish(world, "Low Tide");
        world.reset(Dialect.POSTLY);
        assertEquals(List.of(), world.changesSince("before"));
        world.addFault(Fault.OFFLINE);
        world.resetEverything();
        assertEquals(List.of(), world.requests());
        try (World other = world.fork()) {
            publish(other, "Low Tide");
            other.restoreSnapshot("before", world);
            assertEquals(List.of("before"), world.snapshotNames());
        }
        world.deleteSnapshot("before");
        Json seed = world.exportSeed();
        try (World copy = world.server().makeWorld(WorldOptions.seed(seed))) {
            assertEquals(seed.get("posts").elements().size(),
                    copy.exportSeed().get("posts").elements().size());
        }
        world.importContent("{\"users\":[]}".getBytes(StandardCharsets.UTF_8));
        assertEquals(0L, world.send("/api/posts").json().get("pagination").get("total").integer());
        String message = assertThrows(MockPostlyException.class,
                () -> world.importContent("{\"people\":[]}".getBytes(StandardCharsets.UTF_8)))
                .getMessage();
        assertTrue(message.contains("people"), message);
    }

    @Test
    void worldsHaveAddressesOfTheirOwn(World world, MockServer server) {
        assertEquals(server.url() + "/w/" + world.name() + "/api", world.baseUrl(Dialect.POSTLY));
        assertTrue(world.baseUrl("socket").startsWith("ws://"));
        assertThrows(MockPostlyException.class, () -> world.baseUrl("wordpress"));
        assertThrows(MockPostlyException.class, () -> world.send("api/posts"));
        assertEquals(world.url() + "/api/", world.launchEnvironment().get("BASE_URL"));
        try (World own = server.makeWorld(WorldOptions.empty().ownPort())) {
            assertFalse(own.url().contains("/w/"), own.url());
            assertEquals(own.url() + "/api", own.baseUrl(Dialect.POSTLY));
            assertEquals(own.name(), server.world(own.name()).name());
            server.use(own);
            assertEquals(0L, server.send("GET", "/api/posts", Map.of(), null).json()
                    .get("pagination").get("total").integer());
            server.use(server.defaultWorld());
        }
        assertTrue(server.worlds().stream().anyMatch(other -> other.name().equals(world.name())));
        World gone = world.fork(WorldOptions.fromSeed().named("gone").randomSeed(-1));
        gone.delete();
        gone.close();
        assertEquals(404, assertThrows(MockPostlyException.class, gone::delete).status());
        assertThrows(MockPostlyException.class, () -> server.defaultWorld().delete());
    }

    @Test
    void codesAndSocketsAreSeen(World world) {
        world.send("POST", "/services/v2/member/login", Map.of("Content-Type", "application/json"),
                "{\"mobile_number\":\"9876543210\",\"country_code\":\"+91\"}");
        WorldContent.LoginCode code = world.loginCodes().get(0);
        assertEquals(5, code.code().length());
        assertEquals("wreely", code.system());
        assertEquals("9876543210", code.sentTo());
        assertEquals("mira.sol@example.com", code.email());
        assertEquals(List.of(), world.sockets());
        assertEquals(List.of(), world.disconnectSockets("reset"));
        assertEquals(List.of(),
                world.sendEvent("new_post", "community:feed", Json.object("id", 1)));
        world.addFault(Fault.named("socket-drop").rate(0.5), MessageMatch.received("new_post"));
        assertEquals(1, world.faults().size());
    }

    @Test
    @MockPostly(seed =
            "{\"users\":[{\"name\":\"Ada\",\"email\":\"ada@example.com\",\"password\":\"p\"}]}")
    void contentOfOnesOwn(World world) {
        Answer answer = world.send("POST", "/api/auth/login/email",
                Map.of("Content-Type", "application/json"),
                "{\"email\":\"ada@example.com\",\"password\":\"p\"}");
        assertEquals(200, answer.status(), answer.toString());
    }

    @Test
    void whatTheAppHasWrittenIsTold(World world) {
        assertEquals(List.of(), world.changes());
        world.importContent("{\"users\":[]}".getBytes(StandardCharsets.UTF_8));
        assertTrue(world.changes().stream().anyMatch(
                change -> change.table().equals("post") && change.removed().size() > 100));
    }

    @Test
    void aRequestThatNothingTakesFailsChecks(
            @MockPostly(name = "strict", onUnknown = "fail") World strict, MockServer server) {
        strict.send("/nowhere");
        Unmet unmet = assertThrows(Unmet.class,
                () -> strict.expectNoRequest(RequestMatch.post("/api/posts")));
        assertTrue(unmet.getMessage().contains("/nowhere"), unmet.getMessage());
        try (World other = server.makeWorld(WorldOptions.fromSeed().failOnUnknown())) {
            assertEquals("fail", server.control("GET", "worlds/" + other.name(), null)
                    .get("onUnknown").string());
        }
    }

    @Test
    void aSeedIsFoundBesideItsTest(MockServer server) throws Exception {
        Path file = Paths.get(WorldTest.class.getResource("WorldTest.class").toURI())
                .resolveSibling("ada.json");
        try {
            Files.writeString(file, "{\"users\":[{\"name\":\"Ada\",\"email\":\"a@b.example\"}]}");
            try (World world = server.makeWorld(Plan.seed("ada.json", WorldTest.class))) {
                assertEquals(1, world.exportSeed().get("users").elements().size());
            }
            Files.writeString(file, "{\"users\": [{\n\"name\": 1}]}");
            WorldOptions bad = WorldOptions.empty()
                    .content(WorldOptions.seedFile(file)).randomSeed(7);
            String message = assertThrows(MockPostlyException.class, () -> server.makeWorld(bad))
                    .getMessage();
            assertTrue(message.contains(file + ":2:9: users[0].name: expected a string"), message);
            Files.writeString(file, "{");
            message = assertThrows(MockPostlyException.class, () -> WorldOptions.seedFile(file))
                    .getMessage();
            assertTrue(message.startsWith("the seed " + file + " cannot be read: "), message);
        } finally {
            Files.delete(file);
        }
        assertThrows(MockPostlyException.class, () -> Plan.seed("ada.json", WorldTest.class));
    }

    @Test
    void anyRequestOfTheControlPlaneCanBeSent(World world) {
        assertEquals("run", world.control("GET", "clock", null).get("mode").string());
        assertEquals(405, assertThrows(MockPostlyException.class,
                () -> world.control("PATCH", "clock", Json.object())).status());
    }
}
