package io.github.mockpostly;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test a world of a mock server of its own: as a parameter, as a field, or for all tests of
 * a class.
 *
 * <pre>{@code
 * @Test
 * void aPostCanBeLiked(@MockPostly World world) {
 *     App app = new App(world.url() + "/api/", world.token("mira.sol@example.com"));
 *     app.likeFirst();
 *     world.expectRequest(RequestMatch.post("/api/posts/{id}/like"));
 * }
 * }</pre>
 *
 * <p>A test has one world, which its parameters, those of its {@code @BeforeEach} and
 * {@code @AfterEach} methods, the constructor and the fields share; it is deleted after the test.
 * What it is like say the annotations of the class and of the method, which wins where both have a
 * member. A parameter or a field whose own annotation has members besides gets another world.
 * Static fields and parameters of {@code @BeforeAll} methods have a world of the class. Parameters
 * may be of type {@link MockServer} too.
 *
 * <p>The server is one for the whole JVM, and is started when the first world is asked for: the
 * executable that the property {@code mockpostly.bin} or the variable {@code MOCKPOSTLY_BIN} names,
 * or else that of the jar for this platform, with the options of the property {@code
 * mockpostly.options}. With {@code mockpostly.url} or {@code MOCKPOSTLY_URL} it is the running
 * server that this names. Properties may be those of JUnit's configuration or of the JVM.
 *
 * <p>The world of a test that failed leaves its journal in the report.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
@ExtendWith(MockPostlyExtension.class)
public @interface MockPostly {
    /**
     * The scenario that it begins with, such as {@link Scenario#EMPTY_FEED}.
     *
     * @return its name
     */
    String scenario() default "";

    /**
     * What it begins with: {@code seed}, {@code empty}, {@code default}, {@code
     * snapshot:WORLD/NAME}, {@code world:NAME} or {@code seed:FILE}.
     *
     * @return its name
     */
    String from() default "";

    /**
     * The seed that it begins with, in JSON, or the path of a file with it: a resource beside the
     * class of the test, else a file from where the tests run.
     *
     * @return the text or the path
     */
    String seed() default "";

    /**
     * The date that its clock shows first, such as {@code 2027-01-01T00:00:00Z}.
     *
     * @return the date
     */
    String clock() default "";

    /**
     * Whether its clock stands still, at {@link #clock()} or at the time of the machine.
     *
     * @return whether it does
     */
    boolean frozen() default false;

    /**
     * When given, ids and tokens are the same in every run: {@code randomSeed = 7}.
     *
     * @return one number, or none
     */
    long[] randomSeed() default {};

    /**
     * Whether it has a port of its own, for apps that can have no path in front of theirs.
     *
     * @return whether it has
     */
    boolean ownPort() default false;

    /**
     * Options of the server that differ in this world: {@code "dummyjson-writes=keep"}.
     *
     * @return names and values
     */
    String[] settings() default {};

    /**
     * How long it may stay unused before it is deleted, such as {@code 10m}, or {@code none}.
     *
     * @return the time
     */
    String ttl() default "";

    /**
     * With {@code fail}, checks and waits fail once a request came that no route and no stub takes;
     * {@code answer} lets such a request be.
     *
     * @return the word
     */
    String onUnknown() default "";

    /**
     * A name to tell the worlds of one test apart: two with the same members are the same world.
     *
     * @return the name
     */
    String name() default "";
}
