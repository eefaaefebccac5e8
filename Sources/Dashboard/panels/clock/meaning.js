// What a time of the clock means: which tokens have expired.

import { dateAndTime, span } from "../../format.js";
import { page } from "../../page.js";
import { h } from "../../view.js";

const hour = 3_600_000;
const day = 24 * hour;

/** How long what a log-in gives is good for, by the base URL of its system. */
const lives = [
    ["postly", "Postly, access token", 7 * day],
    ["dummyjson", "DummyJSON, access token, unless the log-in asks for another time", hour],
    ["dummyjson", "DummyJSON, refresh token of a log-in", 30 * day],
    ["realworld", "RealWorld, token", 60 * day],
    ["postly", "Google, ID token", hour],
];

/** What has ended by the last jump, and what ends when: as far as it follows from the clock. */
export function drawMeaning(now, jump) {
    const served = lives.filter(([system]) => system in page.info.baseUrls);
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
                    served.map(([, name, life]) =>
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
        h("p", { class: "hint" }, "Tokens of Community and Wreely do not end by the clock."),
    );
}
