package io.github.mockpostly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The clients that are connected to the channels of a world, and what goes wrong with them. */
public interface WorldSockets extends WorldControl {
    /**
     * Adds a fault for messages of channels; the newest one that a message meets decides.
     *
     * <pre>{@code
     * world.addFault(Fault.named("socket-drop").rate(0.5), MessageMatch.received("new_post"));
     * }</pre>
     *
     * @param fault one whose name begins with {@code socket-}, or whose object has the member
     *     {@code socket}
     * @param match which messages get it
     * @return the fault as the world has it
     * @throws MockPostlyException that says what is wrong when there can be no such fault
     */
    default WorldFaults.FaultRule addFault(Fault fault, MessageMatch match) {
        Json rule = control("POST", "faults", fault.order(match.withoutPlace()));
        return new WorldFaults.FaultRule(new Part(rule));
    }

    /**
     * The clients that are connected, in the order in which they connected.
     *
     * @return the clients
     */
    default List<Socket> sockets() {
        List<Socket> sockets = new ArrayList<>();
        new Part(control("GET", "sockets", null)).parts("sockets")
                .forEach(socket -> sockets.add(new Socket(socket)));
        return sockets;
    }

    /**
     * Ends the connections of all clients, or lets them die.
     *
     * @param how {@code reset}, {@code close}, or {@code half-open}: nothing is answered any more
     * @return the numbers of the clients that had one
     */
    default List<Integer> disconnectSockets(String how) {
        return disconnectSockets(how, Json.object());
    }

    /**
     * Ends the connections of some clients, or lets them die.
     *
     * @param how {@code reset}, {@code close}, or {@code half-open}: nothing is answered any more
     * @param match which clients: an object with {@code user}, {@code socket} or {@code topic}
     * @return the numbers of the clients that had one
     */
    default List<Integer> disconnectSockets(String how, Json match) {
        Json order = Json.object("how", how, "match", match);
        return new Part(control("POST", "sockets/disconnect", order)).integers("sockets");
    }

    /**
     * Sends an event to the clients that have joined a topic.
     *
     * @param event its name
     * @param topic the topic
     * @param payload its payload, an object
     * @return the numbers of the clients that got it
     */
    default List<Integer> sendEvent(String event, String topic, Json payload) {
        Json order = Json.object("topic", topic, "event", event, "payload", payload);
        return new Part(control("POST", "sockets/events", order)).integers("sockets");
    }

    /**
     * Lets a trouble happen to all connected clients, and waits until they are back.
     *
     * @param scenario {@code down-twice}, {@code queued-joins} or {@code dead-heartbeat}
     * @param within how long they have
     * @return what each client did, an array of objects as the control plane has them
     * @throws Unmet that says which client did not come back and why
     */
    default Json expectRecovery(String scenario, Duration within) {
        Json order = Json.object("name", scenario, "within", Text.duration(within));
        int number = new Part(control("POST", "socket-scenarios", order)).integer("id");
        Duration timeout = within.plus(MockServer.TIMEOUT);
        byte[] body = MockServer.bytes(Json.object("within", "10m"));
        Answer answer =
                controlAnswer("POST", "socket-scenarios/" + number + "/wait", body, timeout);
        String words = "all clients to come back from '" + scenario + "'";
        if (answer.status() == 422) {
            throw Unmet.of(words, Part.of(answer), name());
        }
        return Part.of(MockServer.accepted(answer)).json("clients");
    }

    /** A client that is connected to the channels of a world. */
    final class Socket {
        private final Part part;

        Socket(Part part) {
            this.part = part;
        }

        /**
         * Its number in the world.
         *
         * @return the number
         */
        public int number() {
            return part.integer("socket");
        }

        /**
         * How it is connected: {@code websocket} or {@code longpoll}.
         *
         * @return the transport
         */
        public String transport() {
            return part.text("transport");
        }

        /**
         * The id of its user.
         *
         * @return the id
         */
        public String user() {
            return part.text("user");
        }

        /**
         * The topics that it has joined.
         *
         * @return the topics
         */
        public List<String> topics() {
            return part.texts("topics");
        }
    }
}
