package io.github.mockpostly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks of what has come to a world, and of what is to come.
 *
 * <p>One that is not met throws {@link Unmet}, which says what came nearest and in what it differs.
 * None is met when evidence was dropped from the journal.
 */
public interface WorldChecks extends WorldControl {
    /** How long checks wait that are given no time. */
    Duration USUAL_TIME = Duration.ofSeconds(5);

    /**
     * Verifies that a request has come.
     *
     * @param match which request
     * @throws Unmet when none has
     */
    default void verify(RequestMatch match) {
        verify(match, Count.SOME);
    }

    /**
     * Verifies how often requests have come.
     *
     * @param match which requests
     * @param count exactly how often
     * @throws Unmet when it is not so
     */
    default void verify(RequestMatch match, int count) {
        verify(match, Count.exactly(count));
    }

    /**
     * Verifies how often requests have come.
     *
     * @param match which requests
     * @param count how often
     * @throws Unmet when it is not so
     */
    default void verify(RequestMatch match, Count count) {
        Json order = count.addTo(match.addTo(Json.object("match", Json.object())));
        check(match.toString(), "requests/verify", order, Duration.ZERO);
    }

    /**
     * Verifies that requests have come in an order; others may have come between them.
     *
     * @param matches the conditions on each request, in their order
     * @throws Unmet when it is not so
     */
    default void verifyOrder(RequestMatch... matches) {
        List<Json> order = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (RequestMatch match : matches) {
            order.add(match.withoutPlace());
            words.add(match.toString());
        }
        check(String.join(", then ", words), "requests/verify", Json.object("order", order),
                Duration.ZERO);
    }

    /**
     * Verifies that no request has come; it does not wait, so a later one is not seen.
     *
     * @param match which requests
     * @throws Unmet when one has
     */
    default void expectNoRequest(RequestMatch match) {
        verify(match, Count.NEVER);
    }

    /**
     * Verifies how often messages of channels came or went.
     *
     * @param match which messages
     * @param count how often
     * @throws Unmet when it is not so
     */
    default void verifyMessages(MessageMatch match, Count count) {
        Json order = count.addTo(match.addTo(Json.object("match", Json.object())));
        check(match.toString(), "messages/verify", order, Duration.ZERO);
    }

    // Waiting

    /**
     * Waits up to five seconds for a request; one that came before counts too.
     *
     * @param match which request
     * @return the request with its answer
     * @throws Unmet when it does not come in time
     */
    default RecordedRequest expectRequest(RequestMatch match) {
        return expectRequest(match, 1, USUAL_TIME);
    }

    /**
     * Waits for a request; one that came before counts too.
     *
     * @param match which request
     * @param within how long to wait, at most ten minutes
     * @return the request with its answer
     * @throws Unmet when it does not come in time
     */
    default RecordedRequest expectRequest(RequestMatch match, Duration within) {
        return expectRequest(match, 1, within);
    }

    /**
     * Waits for several requests; those that came before count too.
     *
     * @param match which requests
     * @param count how many
     * @param within how long to wait, at most ten minutes
     * @return the last one with its answer
     * @throws Unmet when they do not come in time
     */
    default RecordedRequest expectRequest(RequestMatch match, int count, Duration within) {
        Json order = match.addTo(Json.object(
                "match", Json.object(), "count", count, "within", Text.duration(within)));
        Part found = check(match.toString(), "requests/wait", order, within);
        return new RecordedRequest(found.part("last"));
    }

    /**
     * Waits up to five seconds for a message of a channel; one that came before counts too.
     *
     * @param match which message
     * @return the message
     * @throws Unmet when it does not come in time
     */
    default RecordedMessage expectMessage(MessageMatch match) {
        return expectMessage(match, USUAL_TIME);
    }

    /**
     * Waits for a message of a channel; one that came before counts too.
     *
     * @param match which message
     * @param within how long to wait, at most ten minutes
     * @return the message
     * @throws Unmet when it does not come in time
     */
    default RecordedMessage expectMessage(MessageMatch match, Duration within) {
        Json order = match.addTo(Json.object(
                "match", Json.object(), "count", 1, "within", Text.duration(within)));
        Part found = check(match.toString(), "messages/wait", order, within);
        return new RecordedMessage(found.part("last"));
    }

    /**
     * Waits up to five seconds until a value in the answer to a GET request is as wanted; the
     * question is not in the journal, and counts no view.
     *
     * @param path the path of the request, without the prefix of the world
     * @param jsonPath where the value is, such as {@code $.posts[0].title}
     * @param value what it has to be
     * @throws Unmet when it is not so in time
     */
    default void expectState(String path, String jsonPath, ValueMatch value) {
        expectState(path, jsonPath, value, USUAL_TIME);
    }

    /**
     * Waits until a value in the answer to a GET request is as wanted; the question is not in the
     * journal, and counts no view.
     *
     * @param path the path of the request, without the prefix of the world
     * @param jsonPath where the value is, such as {@code $.posts[0].title}
     * @param value what it has to be
     * @param within how long to wait, at most ten minutes
     * @throws Unmet when it is not so in time
     */
    default void expectState(String path, String jsonPath, ValueMatch value, Duration within) {
        Json order = Json.object("get", path, "path", jsonPath, "value", value.json,
                "within", Text.duration(within));
        check(jsonPath + " of GET " + path, "state/wait", order, within);
    }

    /**
     * Asks the control plane whether something is so, which may take a time.
     *
     * @return its answer
     */
    private Part check(String words, String path, Json order, Duration within) {
        // The server counts the time; this is for one that does not answer at all.
        Duration timeout = within.plus(MockServer.TIMEOUT);
        Answer answer = controlAnswer("POST", path, MockServer.bytes(order), timeout);
        if (answer.status() == 422) {
            throw Unmet.of(words, Part.of(answer), name());
        }
        return Part.of(MockServer.accepted(answer));
    }
}
