package io.github.mockpostly;

import java.time.Duration;

/** What a token is like; a value of it does not change, each function gives another one. */
public final class TokenOrder {
    final Json json;

    private TokenOrder(Json json) {
        this.json = json;
    }

    /**
     * A token of a system.
     *
     * @param system its name, as {@code mockpostly token} has it
     * @param user an e-mail address or an id; with DummyJSON a username too
     * @return the order
     */
    public static TokenOrder of(String system, String user) {
        return new TokenOrder(Json.object("system", system, "user", user));
    }

    /**
     * An access token of Postly.
     *
     * @param user an e-mail address or an id
     * @return the order
     */
    public static TokenOrder postly(String user) {
        return of("postly", user);
    }

    /**
     * An access token of DummyJSON.
     *
     * @param user a username, an e-mail address or an id
     * @return the order
     */
    public static TokenOrder dummyJson(String user) {
        return of("dummyjson", user);
    }

    /**
     * An API token of the community, which does not expire.
     *
     * @param user an e-mail address or an id
     * @return the order
     */
    public static TokenOrder community(String user) {
        return of("community", user);
    }

    /**
     * An access token of Wreely, which does not expire.
     *
     * @param user an e-mail address, an id or a mobile number
     * @return the order
     */
    public static TokenOrder wreely(String user) {
        return of("wreely", user);
    }

    /**
     * A token of RealWorld, which expires after sixty days.
     *
     * @param user an e-mail address, a username or an id
     * @return the order
     */
    public static TokenOrder realWorld(String user) {
        return of("realworld", user);
    }

    /**
     * A Google ID token, signed by the world's own key.
     *
     * @param email any e-mail address
     * @return the order
     */
    public static TokenOrder google(String email) {
        return of("google", email);
    }

    /**
     * Of another kind that the system has.
     *
     * @param kind such as {@code refresh}, with DummyJSON
     * @return the order with it
     */
    public TokenOrder kind(String kind) {
        return new TokenOrder(json.with("kind", kind));
    }

    /**
     * That ends after a time, or has ended.
     *
     * @param time by the world's clock; negative for a token that has ended
     * @return the order with it
     */
    public TokenOrder expiresIn(Duration time) {
        String member = time.isNegative() ? "expiredFor" : "expiresIn";
        return new TokenOrder(json.with(member, Text.duration(time.abs())));
    }

    /**
     * With claims that replace the usual ones or are added to them.
     *
     * @param claims an object
     * @return the order with them
     */
    public TokenOrder claims(Json claims) {
        return new TokenOrder(json.with("claims", claims));
    }

    /**
     * With something that is wrong.
     *
     * @param fault {@code signature}: made with another key; {@code algorithm}: one that is not
     *     allowed; {@code format}: no token at all
     * @return the order with it
     */
    public TokenOrder broken(String fault) {
        return new TokenOrder(json.with("break", fault));
    }
}
