package io.github.mockpostly;

/** Contents for one purpose, whose users are in {@link World#people()}. */
public final class Scenario {
    /** Users with accounts, and no posts at all. */
    public static final String EMPTY_FEED = "empty-feed";
    /** A user with 10,000 posts. */
    public static final String HEAVY_USER = "heavy-user";
    /** Names, titles and texts in many scripts, of right-to-left languages and with emoji. */
    public static final String UNICODE = "unicode";
    /** A user whose token has expired. */
    public static final String EXPIRED_SESSION = "expired-session";
    /** Posts, none of which is published. */
    public static final String EVERYTHING_DRAFT = "everything-draft";

    private Scenario() {}
}
