package io.github.mockpostly;

import java.util.ArrayList;
import java.util.List;

/** The stubs of a world, which answer some requests in place of the real behaviour. */
public interface WorldStubs extends WorldControl {
    /**
     * Adds a stub.
     *
     * <pre>{@code
     * Json body = Json.object("error", "no room");
     * world.addStub(RequestMatch.post("/api/posts"), StubResponse.json(500, body));
     * }</pre>
     *
     * @param match which requests it answers
     * @param response the answer
     * @return the stub as the world has it
     * @throws MockPostlyException that says what is wrong when there can be no such stub
     */
    default Stub addStub(RequestMatch match, StubResponse response) {
        return addStub(Json.object("match", match.withoutPlace(), "response", response.json));
    }

    /**
     * Adds a stub that gives several answers one after the other; each is given once, or as often
     * as its {@link StubResponse#times(int)} says. The real behaviour follows the last one.
     *
     * @param match which requests it answers
     * @param responses the answers
     * @return the stub as the world has it
     * @throws MockPostlyException that says what is wrong when there can be no such stub
     */
    default Stub addStubSequence(RequestMatch match, StubResponse... responses) {
        List<Json> sequence = new ArrayList<>();
        for (StubResponse response : responses) {
            sequence.add(response.json);
        }
        return addStub(Json.object("match", match.withoutPlace(), "sequence", sequence));
    }

    /**
     * Adds a stub by the members that the control plane has: for what has no function here.
     *
     * @param members an object, with {@code match}, {@code response} or {@code sequence}, {@code
     *     times}, {@code priority}, {@code state} and so on
     * @return the stub as the world has it
     * @throws MockPostlyException that says what is wrong when there can be no such stub
     */
    default Stub addStub(Json members) {
        return new Stub(new Part(control("POST", "stubs", members)));
    }

    /**
     * The stubs of this world, in the order in which requests try them.
     *
     * @return the stubs
     */
    default List<Stub> stubs() {
        List<Stub> stubs = new ArrayList<>();
        new Part(control("GET", "stubs", null)).parts("stubs")
                .forEach(stub -> stubs.add(new Stub(stub)));
        return stubs;
    }

    /**
     * Deletes a stub: the real behaviour is back.
     *
     * @param stub the stub
     * @throws MockPostlyException when it was deleted already
     */
    default void deleteStub(Stub stub) {
        control("DELETE", "stubs/" + stub.number(), null);
    }

    /** Deletes all stubs of this world. */
    default void clearStubs() {
        control("DELETE", "stubs", null);
    }

    /** A stub of a world, and what it has done. */
    final class Stub {
        private final Part part;

        Stub(Part part) {
            this.part = part;
        }

        /**
         * Its number in the world.
         *
         * @return the number
         */
        public int number() {
            return part.integer("number");
        }

        /**
         * How many requests it has answered.
         *
         * @return how many
         */
        public int used() {
            return part.integer("used");
        }

        /**
         * How many more it will answer, or null for any number.
         *
         * @return how many
         */
        public Integer left() {
            return part.integerOrNull("left");
        }
    }
}
