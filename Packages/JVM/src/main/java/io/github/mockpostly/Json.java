package io.github.mockpostly;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A JSON value (RFC 8259), which does not change.
 *
 * <pre>{@code
 * Json post = Json.object("title", "Low Tide", "tags", List.of("sea"), "draft", false);
 * post.get("tags").get(0).string();  // "sea"
 * }</pre>
 *
 * <p>Two objects with the same members are equal, in whatever order they stand, and so are two
 * numbers of the same value. Members are written in the order in which they were given.
 */
public final class Json {
    /** The value {@code null}. */
    public static final Json NULL = new Json(null);

    /** Null, Boolean, Long, BigDecimal, String, List of Json, or Map of Json. */
    private final Object value;

    Json(Object value) {
        this.value = value;
    }

    /**
     * Reads a JSON text.
     *
     * @param text the text
     * @return the value
     * @throws MockPostlyException when it is not JSON; the message has the place
     */
    public static Json parse(String text) {
        return new JsonReader(text).document();
    }

    /**
     * Reads a JSON text in UTF-8.
     *
     * @param bytes the bytes of the text
     * @return the value
     * @throws MockPostlyException when it is not JSON, or not UTF-8
     */
    public static Json parse(byte[] bytes) {
        return parse(Text.strictUtf8(bytes));
    }

    /**
     * The JSON of a value of Java: null, a text, number or boolean, a Map with texts as keys, an
     * Iterable, an array of objects, or a Json itself.
     *
     * @param value the value
     * @return the same as JSON
     * @throws IllegalArgumentException when it has no JSON, as NaN
     */
    public static Json of(Object value) {
        if (value == null) {
            return NULL;
        } else if (value instanceof Json) {
            return (Json) value;
        } else if (value instanceof CharSequence || value instanceof Character) {
            return new Json(value.toString());
        } else if (value instanceof Boolean || value instanceof Long) {
            return new Json(value);
        } else if (value instanceof Number) {
            return ofNumber((Number) value);
        } else if (value instanceof Map) {
            return ofMap((Map<?, ?>) value);
        } else if (value instanceof Iterable) {
            List<Json> elements = new ArrayList<>();
            ((Iterable<?>) value).forEach(element -> elements.add(of(element)));
            return new Json(Collections.unmodifiableList(elements));
        } else if (value instanceof Object[]) {
            return array((Object[]) value);
        }
        throw new IllegalArgumentException("a " + value.getClass().getName() + " has no JSON");
    }

    private static Json ofNumber(Number number) {
        if (number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return new Json(number.longValue());
        } else if (number instanceof BigDecimal) {
            return new Json(number);
        } else if (number instanceof BigInteger) {
            return new Json(new BigDecimal((BigInteger) number));
        }
        double real = number.doubleValue();
        if (Double.isNaN(real) || Double.isInfinite(real)) {
            throw new IllegalArgumentException("JSON has no " + real);
        }
        return new Json(new BigDecimal(number.toString()));
    }

    private static Json ofMap(Map<?, ?> map) {
        Map<String, Json> members = new LinkedHashMap<>();
        map.forEach((name, member) -> {
            if (!(name instanceof CharSequence)) {
                throw new IllegalArgumentException("the name of a member is no text: " + name);
            }
            members.put(name.toString(), of(member));
        });
        return new Json(Collections.unmodifiableMap(members));
    }

    /**
     * An array.
     *
     * @param elements its elements, as {@link #of(Object)} takes them
     * @return the array
     */
    public static Json array(Object... elements) {
        List<Json> list = new ArrayList<>(elements.length);
        for (Object element : elements) {
            list.add(of(element));
        }
        return new Json(Collections.unmodifiableList(list));
    }

    /**
     * An object: {@code object("title", "Low Tide", "draft", false)}.
     *
     * @param namesAndValues names and values by turns, the values as {@link #of(Object)} takes them
     * @return the object
     * @throws IllegalArgumentException when a name is no text, or the last value is missing
     */
    public static Json object(Object... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("the last name has no value");
        }
        Map<Object, Object> members = new LinkedHashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            members.put(namesAndValues[index], namesAndValues[index + 1]);
        }
        return ofMap(members);
    }

    /**
     * A copy of an object in which a member has another value; a new one stands last.
     *
     * @param name its name
     * @param value its value, as {@link #of(Object)} takes it
     * @return the copy
     */
    public Json with(String name, Object value) {
        Map<String, Object> members = new LinkedHashMap<>(members());
        members.put(name, value);
        return ofMap(members);
    }

    /**
     * The member of an object, or null when there is none.
     *
     * @param name its name
     * @return its value
     */
    public Json get(String name) {
        return members().get(name);
    }

    /**
     * The element of an array, or null when there is none.
     *
     * @param index its place, counted from 0
     * @return the element
     */
    public Json get(int index) {
        List<Json> elements = elements();
        return index >= 0 && index < elements.size() ? elements.get(index) : null;
    }

    /**
     * The elements of an array; empty for other kinds.
     *
     * @return a list that does not change
     */
    @SuppressWarnings("unchecked") // the constructor's list
    public List<Json> elements() {
        return value instanceof List ? (List<Json>) value : List.of();
    }

    /**
     * The members of an object, in order; empty for other kinds.
     *
     * @return a map that does not change
     */
    @SuppressWarnings("unchecked") // the constructor's map
    public Map<String, Json> members() {
        return value instanceof Map ? (Map<String, Json>) value : Map.of();
    }

    /**
     * The text of a string, or null for other kinds.
     *
     * @return the text
     */
    public String string() {
        return value instanceof String ? (String) value : null;
    }

    /**
     * The whole number of 64 bits, or null for other kinds; 1.0 is none.
     *
     * @return the number
     */
    public Long integer() {
        return value instanceof Long ? (Long) value : null;
    }

    /**
     * The number, or null for other kinds; infinite when it is beyond what a double can hold.
     *
     * @return the number
     */
    public Double number() {
        return value instanceof Number ? (Double) ((Number) value).doubleValue() : null;
    }

    /**
     * True or false, or null for other kinds.
     *
     * @return the value
     */
    public Boolean bool() {
        return value instanceof Boolean ? (Boolean) value : null;
    }

    /**
     * Whether it is {@code null}.
     *
     * @return whether it is
     */
    public boolean isNull() {
        return value == null;
    }

    /**
     * Whether it is an object.
     *
     * @return whether it is
     */
    public boolean isObject() {
        return value instanceof Map;
    }

    /** The value as a JSON text without white space, in plain characters. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        JsonWriter.write(value, text);
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Json)) {
            return false;
        }
        Object theirs = ((Json) other).value;
        if (value instanceof Number && theirs instanceof Number) {
            return decimal(value).compareTo(decimal(theirs)) == 0;
        }
        return Objects.equals(value, theirs);
    }

    @Override
    public int hashCode() {
        return value instanceof Number ? Double.hashCode(number()) : Objects.hashCode(value);
    }

    private static BigDecimal decimal(Object number) {
        return number instanceof Long ? BigDecimal.valueOf((Long) number) : (BigDecimal) number;
    }
}
