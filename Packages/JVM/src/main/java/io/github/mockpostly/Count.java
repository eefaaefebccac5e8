package io.github.mockpostly;

/** How often something should have come. */
public final class Count {
    /** Not once. */
    public static final Count NEVER = exactly(0);
    /** Once or more often. */
    public static final Count SOME = atLeast(1);

    private final Integer least;
    private final Integer most;

    private Count(Integer least, Integer most) {
        this.least = least;
        this.most = most;
    }

    /**
     * So often, and no more.
     *
     * @param count how often
     * @return the count
     */
    public static Count exactly(int count) {
        return new Count(count, count);
    }

    /**
     * So often or more.
     *
     * @param count how often
     * @return the count
     */
    public static Count atLeast(int count) {
        return new Count(count, null);
    }

    /**
     * So often or less.
     *
     * @param count how often
     * @return the count
     */
    public static Count atMost(int count) {
        return new Count(null, count);
    }

    /** An order with it. */
    Json addTo(Json order) {
        if (least != null && least.equals(most)) {
            return order.with("count", least);
        }
        return least == null ? order.with("atMost", most) : order.with("atLeast", least);
    }
}
