package io.github.mockpostly;

/** A condition on a text, for headers, parameters and bodies. */
public final class TextMatch {
    /** Some text, whatever it is. */
    public static final TextMatch PRESENT = new TextMatch(Json.object("present", true));
    /** None of that name. */
    public static final TextMatch ABSENT = new TextMatch(Json.NULL);

    final Json json;

    private TextMatch(Json json) {
        this.json = json;
    }

    /**
     * The text itself.
     *
     * @param text the text; of a number or a boolean, as it is written
     * @return the condition
     */
    public static TextMatch equalTo(String text) {
        return new TextMatch(Json.of(text));
    }

    /**
     * A text in which another one occurs.
     *
     * @param part the other one
     * @return the condition
     */
    public static TextMatch containing(String part) {
        return new TextMatch(Json.object("contains", part));
    }

    /**
     * A text that a regular expression takes as a whole.
     *
     * @param expression the expression, as those of Java; a dot takes line breaks
     * @return the condition
     */
    public static TextMatch matching(String expression) {
        return new TextMatch(Json.object("matches", expression));
    }
}
