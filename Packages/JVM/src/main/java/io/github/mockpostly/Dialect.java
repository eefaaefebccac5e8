package io.github.mockpostly;

/** The systems that a server can mock, by their names in options and in the control plane. */
public final class Dialect {
    /** The blog, at {@code /api}. */
    public static final String POSTLY = "postly";
    /** The records of DummyJSON, at {@code /posts}, {@code /users} and so on. */
    public static final String DUMMYJSON = "dummyjson";
    /** The feed of the community, at {@code /api/community} and {@code /community}. */
    public static final String COMMUNITY = "community";
    /** The image search, at {@code /v1}. */
    public static final String PEXELS = "pexels";
    /** The co-working community, at {@code /services} and {@code /wreely}. */
    public static final String WREELY = "wreely";
    /** The sister of Postly that the RealWorld apps use, at {@code /realworld/api}. */
    public static final String REALWORLD = "realworld";

    private Dialect() {}
}
