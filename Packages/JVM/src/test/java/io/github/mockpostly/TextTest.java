package io.github.mockpostly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s", "PT2H30M, 2h30m", "PT-0.5S, -500ms", "P8D, 8d", "PT0.000001S, 1us",
        "PT0.000000001S, 0s", "PT1M1.001001S, 1m1s1ms1us",
        "PT-2562047788015215H, -11574074d1h46m40s"
    })
    void durationsAreThoseOfTheControlPlane(String duration, String text) {
        assertEquals(text, Text.duration(Duration.parse(duration)));
    }

    @ParameterizedTest
    @CsvSource({"a.b-c_d~9, a.b-c_d~9", "'a b', a%20b", "é, %C3%A9", "?&=#%, %3F%26%3D%23%25"})
    void partsOfPathsAreEncoded(String text, String encoded) {
        assertEquals(encoded, Text.encode(text));
    }

    @Test
    void aNameCannotLeaveItsPlaceInAPath() {
        for (String name : new String[] {"", "a/b"}) {
            assertThrows(MockPostlyException.class, () -> Text.segment(name));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FeedTest.newestFirst, FeedTest.newestFirst",
        "'FeedTest.the feed, twice', FeedTest.the-feed-twice",
        "T.日本, T", "'', test", "日本, test", "..a..b.., a.b", "T.-a, T.a",
        "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.b, "
                + "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    })
    void namesOfWorldsAreThoseThatTheServerTakes(String test, String name) {
        assertEquals(name, WorldNames.allowed(test));
    }

    @Test
    void namesAreNotUsedTwice() {
        WorldNames names = new WorldNames(true);
        assertEquals("T.a", names.next("T.a"));
        assertEquals("T.a-2", names.next("T.a"));
        assertEquals("T.b", names.next("T.b"));
        String marked = new WorldNames(false).next("T.a");
        assertTrue(marked.matches("T\\.a-[a-z0-9]{1,4}"), marked);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, value = {
        "GET /a/*|GET /a/*", "/a/**|any method /a/**", "POST|POST request",
        "M-SEARCH  /a|M-SEARCH /a", "get /a|any method get /a", "GET/a|any method GET/a",
        " GET /a |GET /a", " /a|any method /a", "POST |POST request",
        "GET /a /b|any method GET /a /b"
    })
    void aTextIsAMatch(String text, String words) {
        assertEquals(words, RequestMatch.of(text).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "any request", "GET /a", "any method /a/**", "GET /a with query {\"p\":\"2\"}, status 4xx"
    })
    void matchesAreWords(String words) {
        RequestMatch[] matches = {
            RequestMatch.ANY, RequestMatch.get("/a"), RequestMatch.path("/a/**"),
            RequestMatch.get("/a").query("p", "2").status("4xx")
        };
        boolean found = false;
        for (RequestMatch match : matches) {
            found |= match.toString().equals(words);
        }
        assertTrue(found, words);
    }
}
