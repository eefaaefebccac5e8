package io.github.mockpostly;

import java.util.Map;

/**
 * Which messages of channels are meant. A value of it does not change, each function gives another
 * one.
 *
 * <pre>{@code
 * MessageMatch.sent("phx_join").topic("feed:all")
 * MessageMatch.received("new_post").payload("$.id", ValueMatch.equalTo(7))
 * }</pre>
 */
public final class MessageMatch {
    /** All messages, in both directions. */
    public static final MessageMatch ANY = new MessageMatch(Json.object(), null);

    final Json json;
    final Integer after;

    private MessageMatch(Json json, Integer after) {
        this.json = json;
        this.after = after;
    }

    /**
     * Messages that the app has sent.
     *
     * @param event their event
     * @return the condition
     */
    public static MessageMatch sent(String event) {
        return ANY.with("direction", "in").with("event", event);
    }

    /**
     * Messages that the app has received.
     *
     * @param event their event
     * @return the condition
     */
    public static MessageMatch received(String event) {
        return ANY.with("direction", "out").with("event", event);
    }

    /**
     * And of a topic.
     *
     * @param topic the topic; of a fault it may end in {@code *}
     * @return both
     */
    public MessageMatch topic(String topic) {
        return with("topic", topic);
    }

    /**
     * And of a user.
     *
     * @param user by id
     * @return both
     */
    public MessageMatch user(String user) {
        return with("user", user);
    }

    /**
     * And of a socket.
     *
     * @param number its number in the world
     * @return both
     */
    public MessageMatch socket(int number) {
        return with("socket", number);
    }

    /**
     * And with a payload in which a value meets a condition.
     *
     * @param path where the value is, such as {@code $.id}
     * @param condition the condition
     * @return both
     */
    public MessageMatch payload(String path, ValueMatch condition) {
        Json before = json.get("payload");
        return with("payload",
                (before == null ? Json.object() : before).with(path, condition.json));
    }

    /**
     * And with another condition of the control plane, such as {@code direction} or {@code json}.
     *
     * @param name its name there
     * @param value its value, as {@link Json#of(Object)} takes it
     * @return both
     */
    public MessageMatch with(String name, Object value) {
        return new MessageMatch(json.with(name, value), after);
    }

    /**
     * And later in the journal than another message.
     *
     * @param number the number of the other one
     * @return both
     */
    public MessageMatch after(int number) {
        return new MessageMatch(json, number);
    }

    /** The conditions where the place in the journal is none. */
    Json withoutPlace() {
        if (after != null) {
            throw new MockPostlyException("'after' is no condition here; it is for what is read "
                    + "from the journal");
        }
        return json;
    }

    /** An order with these conditions in it. */
    Json addTo(Json order) {
        Json withMatch = json.members().isEmpty() ? order : order.with("match", json);
        return after == null ? withMatch : withMatch.with("after", after);
    }

    /** The conditions in words: {@code a message with direction in, event phx_join}. */
    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(json.members().isEmpty() ? "any" : "a");
        words.append(" message");
        String separator = " with ";
        for (Map.Entry<String, Json> member : json.members().entrySet()) {
            words.append(separator).append(member.getKey()).append(" ");
            words.append(RequestMatch.text(member.getValue()));
            separator = ", ";
        }
        return words.toString();
    }
}
