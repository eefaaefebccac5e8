package io.github.mockpostly;

import java.util.ArrayList;
import java.util.List;

/** The faults of a world: what goes wrong with its requests on purpose. */
public interface WorldFaults extends WorldControl {
    /**
     * Adds a fault for all requests.
     *
     * @param fault what goes wrong
     * @return the fault as the world has it
     * @throws MockPostlyException that says what is wrong when there can be no such fault
     */
    default FaultRule addFault(Fault fault) {
        return addFault(fault, RequestMatch.ANY);
    }

    /**
     * Adds a fault for some requests; the newest one that a request meets decides.
     *
     * <pre>{@code
     * world.addFault(Fault.status(503).retryAfter(2).times(1), RequestMatch.get("/api/posts"));
     * world.addFault(Fault.reset().saved().times(1), RequestMatch.post("/api/posts"));
     * }</pre>
     *
     * @param fault what goes wrong, and how often
     * @param match which requests get it
     * @return the fault as the world has it
     * @throws MockPostlyException that says what is wrong when there can be no such fault
     */
    default FaultRule addFault(Fault fault, RequestMatch match) {
        Json rule = control("POST", "faults", fault.order(match.withoutPlace()));
        return new FaultRule(new Part(rule));
    }

    /**
     * The faults of this world, the newest first.
     *
     * @return the faults
     */
    default List<FaultRule> faults() {
        List<FaultRule> faults = new ArrayList<>();
        new Part(control("GET", "faults", null)).parts("faults")
                .forEach(fault -> faults.add(new FaultRule(fault)));
        return faults;
    }

    /**
     * Deletes a fault.
     *
     * @param fault the fault
     * @throws MockPostlyException when it has ended already
     */
    default void deleteFault(FaultRule fault) {
        control("DELETE", "faults/" + fault.id(), null);
    }

    /** Deletes all faults of this world. */
    default void clearFaults() {
        control("DELETE", "faults", null);
    }

    /** A fault of a world, and what it has done. */
    final class FaultRule {
        private final Part part;

        FaultRule(Part part) {
            this.part = part;
        }

        /**
         * Its number in the world.
         *
         * @return the number
         */
        public int id() {
            return part.integer("id");
        }

        /**
         * What answers, the log and the journal call it.
         *
         * @return the name
         */
        public String shows() {
            return part.text("shows");
        }

        /**
         * Whether requests can get it now.
         *
         * @return whether they can
         */
        public boolean isActive() {
            return part.flag("active");
        }

        /**
         * How many requests have met its conditions.
         *
         * @return how many
         */
        public int matched() {
            return part.integer("matched");
        }

        /**
         * How many requests have got it.
         *
         * @return how many
         */
        public int applied() {
            return part.integer("applied");
        }

        /**
         * How many more requests can get it, or null for any number.
         *
         * @return how many
         */
        public Integer left() {
            return part.integerOrNull("left");
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
}
