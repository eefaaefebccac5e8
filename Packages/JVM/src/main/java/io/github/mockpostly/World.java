package io.github.mockpostly;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A world of a server, with its own content, clock, ids and token secret.
 *
 * <p>{@link MockPostly} gives a test one; {@link MockServer#makeWorld(WorldOptions)} makes others.
 * What can be done with it stands in groups: {@link WorldClock}, {@link WorldContent}, {@link
 * WorldFaults}, {@link WorldSockets}, {@link WorldStubs}, {@link WorldJournal}, {@link
 * WorldChecks}.
 */
public final class World
        implements WorldClock, WorldContent, WorldFaults, WorldSockets, WorldStubs, WorldJournal,
                WorldChecks, AutoCloseable {
    private final MockServer server;
    private final Part info;
    private final String path;
    private final String url;

    World(MockServer server, Json info, String path, String url) {
        this.server = server;
        this.info = new Part(info);
        this.path = path;
        this.url = url;
    }

    /**
     * The server that it is in.
     *
     * @return the server
     */
    public MockServer server() {
        return server;
    }

    @Override
    public String name() {
        return info.text("id");
    }

    /**
     * The prefix of its paths, {@code /w/<name>}; empty for the default world.
     *
     * @return the prefix
     */
    public String path() {
        return path;
    }

    /**
     * The URL of the world, without a trailing slash: {@code http://localhost:49152/w/team}.
     *
     * <p>The base URL of an app is this followed by the API's path: {@code world.url() + "/api/"}.
     *
     * @return the URL
     */
    public String url() {
        return url;
    }

    /**
     * The base URL of a system, without a trailing slash: {@code
     * http://localhost:49152/w/team/api}.
     *
     * @param system its name, such as {@link Dialect#POSTLY}, or {@code socket}
     * @return the URL
     * @throws MockPostlyException when the server does not serve it
     */
    public String baseUrl(String system) {
        String address = baseUrls().get(system);
        if (address == null) {
            throw new MockPostlyException("there is no base URL of '" + system
                    + "'; there are those of " + baseUrls().keySet());
        }
        return address;
    }

    /**
     * The base URLs of the served systems by their names, such as {@code postly} and {@code
     * socket}.
     *
     * @return names and URLs
     */
    public Map<String, String> baseUrls() {
        Map<String, String> urls = new LinkedHashMap<>();
        info.json("baseUrls").members()
                .forEach((name, address) -> urls.put(name, address.string()));
        return urls;
    }

    /**
     * The variables with which an app or a command finds this world: {@code BASE_URL} for Postly,
     * {@code MOCKPOSTLY_URL} and {@code MOCKPOSTLY_WORLD}.
     *
     * @return names and values
     */
    public Map<String, String> launchEnvironment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BASE_URL", url + "/api/");
        variables.put("MOCKPOSTLY_URL", server.url());
        variables.put("MOCKPOSTLY_WORLD", name());
        return variables;
    }

    /**
     * The users of the {@link Scenario} that it began with; empty in other worlds.
     *
     * @return the users
     */
    public List<Person> people() {
        List<Person> people = new ArrayList<>();
        Json info = server.control("GET", "worlds/" + Text.segment(name()), null);
        new Part(info).parts("people").forEach(person -> people.add(new Person(person)));
        return people;
    }

    // Requests

    /**
     * Sends a GET request to this world and waits for its response.
     *
     * @param path the path and the query, percent-encoded, without the prefix of the world
     * @return the answer, whatever its status
     * @throws MockPostlyException when no answer comes
     */
    public Answer send(String path) {
        return server.send("GET", prefixed(path), Map.of(), null);
    }

    /**
     * Sends a request to this world and waits for its response.
     *
     * @param method such as POST
     * @param path the path and the query, percent-encoded, without the prefix of the world
     * @param headers names and values
     * @param body the text of the body, or null for none; JSON needs its Content-Type
     * @return the answer, whatever its status
     * @throws MockPostlyException when no answer comes
     */
    public Answer send(String method, String path, Map<String, String> headers, String body) {
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        return server.send(method, prefixed(path), headers, bytes);
    }

    private String prefixed(String path) {
        if (!path.startsWith("/")) {
            throw new MockPostlyException("the path '" + path + "' does not begin with '/'");
        }
        return this.path + path;
    }

    @Override
    public Answer controlAnswer(String method, String path, byte[] body, Duration timeout) {
        String mark = path.indexOf('?') < 0 ? "?" : "&";
        return server.controlAnswer(method, path + mark + "world=" + name(), body, timeout);
    }

    // Life

    /**
     * Makes a world that is a copy of this one as it is now, with its content and its clock.
     *
     * @return the other world
     */
    public World fork() {
        return fork(WorldOptions.fromSeed());
    }

    /**
     * Makes a world that is a copy of this one as it is now.
     *
     * @param options what else it is like; they have no content of their own
     * @return the other world, in which tokens of this one are not valid
     */
    public World fork(WorldOptions options) {
        Json order = options.json(server.isOwn());
        return server.world(
                server.control("POST", "worlds/" + Text.segment(name()) + "/fork", order));
    }

    /**
     * Deletes the world: its sockets are closed, and later requests to it are answered 404.
     *
     * @throws MockPostlyException for the default world, and when it was deleted already
     */
    public void delete() {
        server.control("DELETE", "worlds/" + Text.segment(name()), null);
    }

    /** Deletes the world if it is there yet. */
    @Override
    public void close() {
        try {
            delete();
        } catch (MockPostlyException exception) {
            if (exception.status() != 404) {
                throw exception;
            }
        }
    }

    /** The name and the URL, for the messages of tests. */
    @Override
    public String toString() {
        return "world '" + name() + "' at " + url;
    }

    /** A user of a {@link Scenario}. */
    public static final class Person {
        private final Part part;

        Person(Part part) {
            this.part = part;
        }

        /**
         * The e-mail address to log in with.
         *
         * @return the address
         */
        public String email() {
            return part.text("email");
        }

        /**
         * The password to log in with, or null when there is none.
         *
         * @return the password
         */
        public String password() {
            return part.text("password");
        }

        /**
         * An access token of Postly, which may have expired, or null when there is none.
         *
         * @return the token
         */
        public String token() {
            return part.text("token");
        }
    }
}
