package io.github.mockpostly;

/** A condition on a value of JSON, which has a type: 1 is not "1", and null is not absent. */
public final class ValueMatch {
    /** Some value, whatever it is, null too. */
    public static final ValueMatch PRESENT = new ValueMatch(Json.object("present", true));
    /** No value at all. */
    public static final ValueMatch ABSENT = new ValueMatch(Json.object("absent", true));

    final Json json;

    private ValueMatch(Json json) {
        this.json = json;
    }

    /**
     * The value itself, of its type.
     *
     * @param value the value, as {@link Json#of(Object)} takes it; null is JSON's null
     * @return the condition
     */
    public static ValueMatch equalTo(Object value) {
        return new ValueMatch(Json.object("equals", Json.of(value)));
    }

    /**
     * A value with the same text, whatever its type: {@code "1"} takes 1 and "1".
     *
     * @param text the text; of a number or a boolean, as it is written
     * @return the condition
     */
    public static ValueMatch looselyEqualTo(String text) {
        return new ValueMatch(Json.object("looselyEquals", text));
    }

    /**
     * A text in which another one occurs.
     *
     * @param part the other one
     * @return the condition
     */
    public static ValueMatch containing(String part) {
        return new ValueMatch(Json.object("contains", part));
    }

    /**
     * A text that a regular expression takes as a whole.
     *
     * @param expression the expression, as those of Java; a dot takes line breaks
     * @return the condition
     */
    public static ValueMatch matching(String expression) {
        return new ValueMatch(Json.object("matches", expression));
    }
}
