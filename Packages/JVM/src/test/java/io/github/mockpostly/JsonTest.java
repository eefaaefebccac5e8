package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(strings = {
        "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "0.1", "\"\"", "[]", "{}", "[[],{}]", "{\"\":null}",
        "{\"a\":[1,2.5,\"x\"],\"b\":{\"c\":false}}", "\"\\u0000\\u001f\\\"\\\\\\n\"",
        "\"\\ud800\"", "\"\\udc00x\"", "\"\uD83D\uDE00 é 中\"", "\"/\""
    })
    void isWrittenAsItWasRead(String text) {
        assertEquals(text, Json.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "nul", "nullx", "True", "+1", "01", "-", "-a", "1.", ".5", "1e", "1e+", "0x1",
        "NaN",
        "Infinity", "1 2", "\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"", "\"a\nb\"",
        "\"\t\"", "'a'", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{\"a\"}", "{\"a\":}",
        "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{]", "[}", "\uFEFFnull",
        "\"\\u١٢٣٤\"", "1\u00a0", "/**/1", "1e999999999999", "-\"\"", "[1}", "\u0000", "\"\u0000\""
    })
    void refusesWhatIsNoJson(String text) {
        String message =
                assertThrows(MockPostlyException.class, () -> Json.parse(text)).getMessage();
        assertTrue(message.startsWith("not JSON at character "), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[1,]|not JSON at character 3: a value or a digit is missing",
        "{\"a\":tru}|not JSON at character 5: a value is missing",
        "[1 2]|not JSON at character 3: a ']' or a ',' is missing",
        "[1] x|not JSON at character 4: the text goes on after the value"
    })
    void saysWhere(String text, String message) {
        assertEquals(message,
                assertThrows(MockPostlyException.class, () -> Json.parse(text)).getMessage());
    }

    @Test
    void readsWhiteSpaceAndEscapes() {
        Json json =
                Json.parse(" {\r\n\t\"a\" : [ 1 , \"\\/\\b\\f\\r\\t\\u00e9\\uD83D\\ude00\" ] } ");
        assertEquals("/\b\f\r\té\uD83D\uDE00", json.get("a").get(1).string());
    }

    @Test
    void theLastOfMembersWithOneNameCounts() {
        assertEquals(2L, Json.parse("{\"a\":1,\"b\":0,\"a\":2}").get("a").integer());
    }

    @Test
    void depthHasABound() {
        int deepest = JsonReader.DEEPEST;
        String deep = "[".repeat(deepest) + "]".repeat(deepest);
        assertEquals(deep, Json.parse(deep).toString());
        for (String text : List.of("[" + deep + "]", "[".repeat(1_000_000),
                "{\"a\":".repeat(501))) {
            assertThrows(MockPostlyException.class, () -> Json.parse(text));
        }
    }

    @Test
    void numbersKeepTheirValue() {
        assertEquals(Long.MAX_VALUE, Json.parse("9223372036854775807").integer());
        assertNull(Json.parse("9223372036854775808").integer());
        assertNull(Json.parse("1.0").integer());
        assertNull(Json.parse("\"1\"").number());
        assertEquals(1.5e300, Json.parse("1.5E+300").number());
        assertEquals(Double.POSITIVE_INFINITY, Json.parse("1e400").number());
        assertEquals(0.0, Json.parse("1e-400").number());
        assertEquals("123456789012345678901234567890.5",
                Json.parse("123456789012345678901234567890.5").toString());
        assertEquals(new BigInteger("18446744073709551615").toString(),
                Json.of(new BigInteger("18446744073709551615")).toString());
        assertEquals("0.1", Json.of(0.1f).toString());
        assertEquals("7", Json.of(BigDecimal.valueOf(7)).toString());
    }

    @Test
    void equalityIsThatOfValues() {
        assertEquals(Json.parse("{\"a\":1,\"b\":2}"), Json.parse("{\"b\":2.0,\"a\":1e0}"));
        assertEquals(Json.parse("{\"a\":1,\"b\":2}").hashCode(),
                Json.parse("{\"b\":2.0,\"a\":1e0}").hashCode());
        assertNotEquals(Json.parse("[1,2]"), Json.parse("[2,1]"));
        assertNotEquals(Json.parse("\"1\""), Json.parse("1"));
        assertNotEquals(Json.parse("9007199254740993"), Json.parse("9007199254740992"));
        assertNotEquals(Json.NULL, null);
        assertEquals(Json.NULL, Json.parse("null"));
    }

    @Test
    void isMadeOfValuesOfJava() {
        Json json = Json.object("list", List.of(1, "a"), "map", Map.of("b", true), "none", null,
                "array", new Object[] {'c', 2L, 1.5}, "json", Json.array());
        assertEquals("{\"list\":[1,\"a\"],\"map\":{\"b\":true},\"none\":null,"
                + "\"array\":[\"c\",2,1.5],\"json\":[]}", json.toString());
        assertEquals("{\"a\":1,\"b\":2}", Json.object("a", 0, "b", 2).with("a", 1).toString());
        for (Object wrong : Arrays.asList(Double.NaN, Float.POSITIVE_INFINITY, new Object(),
                Map.of(1, 2))) {
            assertThrows(IllegalArgumentException.class, () -> Json.of(wrong));
        }
        assertThrows(IllegalArgumentException.class, () -> Json.object("a"));
        assertThrows(IllegalArgumentException.class, () -> Json.object(1, 2));
    }

    @Test
    void whatIsNotThereReadsAsNull() {
        Json json = Json.parse("{\"a\":[1],\"n\":null}");
        assertNull(json.get("b"));
        assertNull(json.get(0));
        assertNull(json.get("a").get(1));
        assertNull(json.get("a").get(-1));
        assertNull(json.get("a").get("a"));
        assertNull(json.string());
        assertNull(json.bool());
        assertTrue(json.get("n").isNull());
        assertTrue(json.isObject());
        assertEquals(List.of(), json.elements());
    }

    @Test
    void doesNotChange() {
        List<Object> list = new ArrayList<>(List.of(1));
        Json json = Json.of(list);
        list.add(2);
        assertEquals("[1]", json.toString());
        assertThrows(UnsupportedOperationException.class, () -> json.elements().clear());
        assertThrows(UnsupportedOperationException.class,
                () -> Json.object("a", 1).members().clear());
    }

    @Test
    void bytesHaveToBeUtf8() {
        assertEquals("é", Json.parse("\"é\"".getBytes(StandardCharsets.UTF_8)).string());
        byte[][] wrong = {
            {'"', (byte) 0xff, '"'}, {'"', (byte) 0xc3, '"'},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80}
        };
        for (byte[] bytes : wrong) {
            assertThrows(MockPostlyException.class, () -> Json.parse(bytes));
        }
    }

    @Test
    void anyTextGoesThroughAndNoneBreaksTheReader() {
        Random random = new Random(17);
        String marks = "{}[]\",:\\u0123456789eE+-.truefalsn \n\uD800\uDC00é";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length >= 0; length--) {
                text.append(marks.charAt(random.nextInt(marks.length())));
            }
            String string = text.toString();
            assertEquals(string, Json.parse(Json.of(string).toString()).string());
            try {
                Json json = Json.parse(string);
                assertEquals(json, Json.parse(json.toString()));
            } catch (MockPostlyException exception) {
                assertTrue(exception.getMessage().startsWith("not JSON"), string);
            }
        }
    }
}
