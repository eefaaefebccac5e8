package io.github.mockpostly;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A mock server for the tests of an app: the APIs of Postly, of DummyJSON, of the community's feed,
 * of Pexels, of Wreely and of RealWorld, over content of its own.
 *
 * <p>With {@link MockPostly} a test needs no server of its own. All functions can be called on any
 * thread.
 */
public final class MockServer implements AutoCloseable {
    /** How long a call may take that waits for nothing but its own work. */
    static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final String PREFIX = "/__mockpostly/v1/";

    private final HttpClient client;
    private final String adminToken;
    /** The process, when this has started it; else null. */
    private final ServerProcess process;

    private MockServer(String url, String adminToken, ServerProcess process) {
        this.client = new HttpClient(url);
        this.adminToken = adminToken == null || adminToken.isEmpty() ? null : adminToken;
        this.process = process;
    }

    /**
     * Uses a server that is running.
     *
     * @param url its URL without a path, such as {@code http://localhost:8080}
     * @return the server, which has answered
     * @throws MockPostlyException that says why when no mockpostly answers there
     */
    public static MockServer attached(String url) {
        return attached(url, null);
    }

    /**
     * Uses a server that is running, and that has an admin token.
     *
     * @param url its URL without a path, such as {@code http://localhost:8080}
     * @param adminToken the token of {@code mockpostly serve --admin-token}; null when it has none
     * @return the server, which has answered
     * @throws MockPostlyException that says why when no mockpostly answers there, or when it wants
     *     another token
     */
    public static MockServer attached(String url, String adminToken) {
        MockServer server = new MockServer(url, adminToken, null);
        server.checkIdentity();
        return server;
    }

    /**
     * Starts a server on a free port; it ends with {@link #close()}, and with this JVM however that
     * ends.
     *
     * @param options of {@code mockpostly serve}: {@code start("--seed", "empty")}; others are
     *     taken from the variables {@code MOCKPOSTLY_…}
     * @return the server, which is ready
     * @throws MockPostlyException with its last log lines when it cannot start
     */
    public static MockServer start(String... options) {
        return started(List.of(options), Setup.ofEnvironment());
    }

    static MockServer started(List<String> options, Setup setup) {
        ServerProcess process = ServerProcess.start(Binary.find(setup), options);
        return new MockServer(process.url(), setup.adminToken(), process);
    }

    private void checkIdentity() {
        String hint = " Start one with 'mockpostly serve', or leave the URL out.";
        Answer answer;
        try {
            answer = controlAnswer("GET", "version", null, Duration.ofSeconds(10));
        } catch (MockPostlyException exception) {
            throw new MockPostlyException("no mockpostly answers at " + url() + ": "
                    + exception.getMessage() + "." + hint, exception);
        }
        if (answer.status() == 401 || answer.status() == 403) {
            throw MockPostlyException.refusal(answer);
        }
        if (answer.status() != 200 || !"mockpostly".equals(Part.of(answer).text("name"))) {
            throw new MockPostlyException("the server at " + url()
                    + " is not a mockpostly with a control plane: it answers " + answer.status()
                    + " to GET " + PREFIX + "version." + hint);
        }
    }

    /**
     * The URL of the server, without a trailing slash: {@code http://localhost:49152}.
     *
     * @return the URL
     */
    public String url() {
        return client.url;
    }

    /** Whether this has started it, so that its worlds need no time to live. */
    boolean isOwn() {
        return process != null;
    }

    /** Stops a server that this has started; any other one goes on. Closing again does nothing. */
    @Override
    public void close() {
        client.close();
        if (process != null) {
            process.close();
        }
    }

    /**
     * Sends a request and waits for its response; nothing is sent again, and no redirect followed.
     *
     * @param method such as GET
     * @param path the path and the query, percent-encoded, such as {@code /api/posts?page=2}
     * @param headers names and values; Host and Content-Length are added when they are absent
     * @param body the bytes of the body, or null for none
     * @return the answer, whatever its status
     * @throws MockPostlyException when no answer comes
     */
    public Answer send(String method, String path, Map<String, String> headers, byte[] body) {
        try {
            Request request = new Request(method, path, headers, body);
            return client.send(request, (int) TIMEOUT.toMillis());
        } catch (IOException exception) {
            throw failure(method + " " + path, exception, false);
        }
    }

    // Control plane

    /**
     * Sends a request to the control plane: {@code control("GET", "worlds", null)}.
     *
     * @param method such as POST
     * @param path what follows {@code /__mockpostly/v1/}, with its query
     * @param body a JSON object, or null for none
     * @return the body of the answer; {@link Json#NULL} when it is empty or not JSON
     * @throws MockPostlyException in the words of the server when it refuses
     */
    public Json control(String method, String path, Json body) {
        return Part.of(accepted(controlAnswer(method, path, bytes(body), TIMEOUT))).json;
    }

    static byte[] bytes(Json body) {
        return body == null ? null : body.toString().getBytes(StandardCharsets.UTF_8);
    }

    static Answer accepted(Answer answer) {
        if (answer.status() >= 400) {
            throw MockPostlyException.refusal(answer);
        }
        return answer;
    }

    Answer controlAnswer(String method, String path, byte[] body, Duration timeout) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (adminToken != null) {
            headers.put("Authorization", "Bearer " + adminToken);
        }
        if (body != null) {
            headers.put("Content-Type", "application/json");
        }
        try {
            Request request = new Request(method, PREFIX + path, headers, body);
            return client.sendKept(request, (int) timeout.toMillis());
        } catch (IOException exception) {
            throw failure(method + " " + PREFIX + path, exception, true);
        }
    }

    /** Why no answer came; a server that has ended is asked for its last words. */
    private MockPostlyException failure(String words, IOException exception, boolean isControl) {
        // The end of a process comes after that of its connections, and late on a busy machine.
        boolean mayWait = isControl && !(exception instanceof SocketTimeoutException);
        if (process != null && process.hasEnded(mayWait ? Duration.ofSeconds(5) : Duration.ZERO)) {
            return new MockPostlyException(
                    words + ": the mock server has ended" + process.lastWords(), exception);
        }
        String reason = exception instanceof UnknownHostException
                ? "there is no host '" + exception.getMessage() + "'"
                : exception.getMessage();
        return new MockPostlyException(words + ": no answer: " + reason, exception);
    }

    // Worlds

    /**
     * Makes a world with the content that the server began with.
     *
     * @return the world
     */
    public World makeWorld() {
        return makeWorld(WorldOptions.fromSeed());
    }

    /**
     * Makes a world with its own content, clock, ids and token secret.
     *
     * <p>It exists until {@link World#close()} or the end of the server; one of an attached server
     * also ends when it was unused for an hour, unless the options have another time.
     *
     * @param options what it is like
     * @return the world
     * @throws MockPostlyException when there can be no such world
     */
    public World makeWorld(WorldOptions options) {
        byte[] order = options.bytes(isOwn());
        return world(Part.of(accepted(controlAnswer("POST", "worlds", order, TIMEOUT))).json);
    }

    /**
     * The world {@code default}, which exists as long as the server.
     *
     * @return the world
     */
    public World defaultWorld() {
        return world("default");
    }

    /**
     * The world of a name.
     *
     * @param name its name
     * @return the world
     * @throws MockPostlyException when there is none
     */
    public World world(String name) {
        return world(control("GET", "worlds/" + Text.segment(name), null));
    }

    /**
     * All worlds, the default one first.
     *
     * @return the worlds
     */
    public List<World> worlds() {
        List<World> worlds = new ArrayList<>();
        for (Part info : new Part(control("GET", "worlds", null)).parts("worlds")) {
            worlds.add(world(info.json));
        }
        return worlds;
    }

    /** Deletes all worlds but the default one. */
    public void deleteWorlds() {
        control("DELETE", "worlds", null);
    }

    /**
     * Lets requests that name no world, as those to {@link #url()}, go to a world, for apps whose
     * base URL is built in.
     *
     * @param world the world; the default one for the usual way
     */
    public void use(World world) {
        control("PUT", "home", Json.object("world", world.name()));
    }

    World world(Json info) {
        Part part = new Part(info);
        String path = "default".equals(part.text("id")) ? "" : "/w/" + part.text("id");
        Integer port = part.integerOrNull("port");
        return new World(this, info, path, port == null ? url() + path : client.url(port));
    }
}
