package io.github.mockpostly;

import java.time.Duration;

/** Requests of a world to the control plane, which all that can be done with it is made of. */
public interface WorldControl {
    /**
     * Its name in paths, in the header {@code X-Mockpostly-World} and in the control plane.
     *
     * @return the name
     */
    String name();

    /**
     * Sends a request to the control plane, with this world as the parameter {@code world}.
     *
     * @param method such as POST
     * @param path what follows {@code /__mockpostly/v1/}, with its query
     * @param body the bytes of the body, or null for none
     * @param timeout how long to wait for the answer
     * @return the answer, whatever its status
     * @throws MockPostlyException when no answer comes
     */
    Answer controlAnswer(String method, String path, byte[] body, Duration timeout);

    /**
     * Sends a request to the control plane, with this world as the parameter {@code world}: for
     * what has no function of its own here.
     *
     * @param method such as POST
     * @param path what follows {@code /__mockpostly/v1/}, with its query: {@code "faults"}
     * @param body a JSON object, or null for none
     * @return the body of the answer; {@link Json#NULL} when it is empty or not JSON
     * @throws MockPostlyException in the words of the server when it refuses
     */
    default Json control(String method, String path, Json body) {
        byte[] bytes = MockServer.bytes(body);
        Answer answer = controlAnswer(method, path, bytes, MockServer.TIMEOUT);
        return Part.of(MockServer.accepted(answer)).json;
    }
}
