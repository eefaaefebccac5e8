package io.github.mockpostly;

/** A message of a channel that came or went. */
public final class RecordedMessage {
    private final Part part;

    RecordedMessage(Part part) {
        this.part = part;
    }

    /**
     * Its number in the journal of the world.
     *
     * @return the number
     */
    public int number() {
        return part.integer("number");
    }

    /**
     * Whether the app has sent it; otherwise it has received it.
     *
     * @return whether it has
     */
    public boolean isFromApp() {
        return "in".equals(part.text("direction"));
    }

    /**
     * The number of the socket.
     *
     * @return the number
     */
    public int socket() {
        return part.integer("socket");
    }

    /**
     * The topic, or null when the message is none of a channel.
     *
     * @return the topic
     */
    public String topic() {
        return part.text("topic");
    }

    /**
     * The event, or null when the message is none of a channel.
     *
     * @return the event
     */
    public String event() {
        return part.text("event");
    }

    /**
     * The name of the fault that it got, or null for none.
     *
     * @return the name
     */
    public String fault() {
        return part.text("fault");
    }

    /**
     * The message as text, or null when it is not UTF-8.
     *
     * @return the text
     */
    public String text() {
        return part.text("body");
    }

    /**
     * All that the control plane says of it.
     *
     * @return an object
     */
    public Json json() {
        return part.json;
    }
}
