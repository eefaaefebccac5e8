// What a time of the clock means: which tokens have expired.

import { isServed } from "../../addresses.js";
import { dialects } from "../../dialects.js";
import { dateAndTime, span } from "../../format.js";
import { page } from "../../page.js";
import { h } from "../../view.js";

/** The names of the tokens of a world's systems, and how long each is good for, in milliseconds. */
function livesIn(info) {
    return dialects
        .filter((dialect) => isServed(dialect, info))
        .flatMap(({ title, tokens }) =>
            (tokens?.lives ?? []).map(({ noun, milliseconds }) => [
                `${title}, ${noun}`,
                milliseconds,
            ])
        );
}

/** The world's systems whose tokens do not end by the clock. */
function endlessIn(info) {
    return dialects
        .filter((dialect) => dialect.tokens?.lives.length === 0 && isServed(dialect, info))
        .map(({ title }) => title);
}

/** What has ended by the last jump, and what ends when: as far as it follows from the clock. */
export function drawMeaning(now, jump) {
    const served = livesIn(page.info);
    const endless = endlessIn(page.info);
    const jumped = jump?.world === page.world ? jump.after - jump.before : 0;
    return h(
        "section",
        { class: "card" },
        h("h2", {}, "What that means"),
        jumped > 0 && h(
            "p",
            { class: "warn-text" },
            `You moved the clock from ${dateAndTime(jump.before)} to ${dateAndTime(jump.after)}. ` +
                `What was made before and is good for at most ${span(jumped)} is expired now.`,
        ),
        jumped < 0 && h(
            "p",
            { class: "warn-text" },
            `You moved the clock back to ${dateAndTime(jump.after)}. What was made before, ` +
                "between then and now, lies in the future.",
        ),
        h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": "Lives of tokens" },
            h(
                "table",
                {},
                h(
                    "thead",
                    {},
                    h(
                        "tr",
                        {},
                        ["Token", "Good for", "Expired now if made before"].map((name) =>
                            h("th", {}, name)
                        ),
                    ),
                ),
                h(
                    "tbody",
                    {},
                    served.map(([name, life]) =>
                        h(
                            "tr",
                            { key: name },
                            h("td", {}, name),
                            h("td", {}, span(life)),
                            h(
                                "td",
                                {},
                                dateAndTime(now - life),
                                jumped >= life &&
                                    h("span", { class: "tag warn" }, "all from before the jump"),
                            ),
                        )
                    ),
                ),
            ),
        ),
        endless.length > 0 &&
            h(
                "p",
                { class: "hint" },
                `Tokens of ${endless.join(" and ")} do not end by the clock.`,
            ),
    );
}
