// One report: its steps, and both answers to each.

import * as address from "../../address.js";
import { some } from "../../format.js";
import { redraw } from "../../page.js";
import { checkBox, longText } from "../../parts.js";
import { h } from "../../view.js";

/** Whether what is the same is shown as well. */
let showsAll = false;

/** A name of a step in the address opens it; without one, those that differ are open. */
function isOpen(step) {
    const chosen = address.parameter("step");
    return chosen ? chosen === step.name : (step.differences ?? []).length > 0;
}

const reasons = {
    writes: "it writes, which was not allowed",
    login: "it needs a log-in",
    key: "it needs a key",
    needs: "an earlier answer has nothing of what it needs",
};

function sum(step) {
    const count = step.differences?.length ?? 0;
    if (step.result === "left out") return h("span", { class: "tag" }, "left out");
    if (count) return h("span", { class: "tag bad" }, some(count, "difference"));
    if (step.notes?.length) return h("span", { class: "tag warn" }, "undecided");
    return h("span", { class: "tag good" }, "same");
}

export function drawReport(report) {
    const { steps, compared, differences, undecided } = report;
    const words = [
        `${some(compared, "step")} compared`,
        some(differences, "difference"),
        undecided && `${some(undecided, "field")} undecided`,
        steps.length > compared && `${some(steps.length - compared, "step")} left out`,
    ];
    return [
        h("p", {}, words.filter(Boolean).join(", ") + "."),
        checkBox("Show what is the same as well", showsAll, (isOn) => {
            showsAll = isOn;
            redraw();
        }),
        steps.filter((step) => showsAll || step.result === "drift" || step.notes?.length)
            .map(drawStep),
        !showsAll && differences === 0 && !undecided && h("p", {}, "Nothing differs."),
    ];
}

function drawStep(step) {
    const open = isOpen(step);
    return h(
        "details",
        { key: step.name, class: "step", open: open ? "" : null },
        h(
            "summary",
            {},
            h("strong", {}, step.name),
            " ",
            h("code", {}, `${step.method} ${step.path}`),
            " ",
            sum(step),
        ),
        step.rule && h("p", {}, step.rule),
        step.contract && h(
            "p",
            { class: "hint" },
            h("code", {}, step.line ? `${step.contract}:${step.line}` : step.contract),
        ),
        step.reason &&
            h("p", { class: "hint" }, `Left out: ${reasons[step.reason] ?? step.reason}.`),
        drawWords(step),
        step.sides?.length > 0 && drawSides(step),
    );
}

function drawWords({ differences = [], notes = [] }) {
    const all = [...differences, ...notes];
    return all.length > 0 && h(
        "ul",
        { class: "findings" },
        all.map(({ kind, field, words, line }) =>
            h(
                "li",
                { key: `${kind} ${field}` },
                h("span", { class: "tag" }, kind),
                " ",
                h("code", {}, field),
                ` ${words}`,
                line && h("span", { class: "dim" }, ` (line ${line})`),
            )
        ),
    );
}

/** The rows that are shown: those that differ with what they stand in, or all. */
function shownRows({ sides }) {
    if (showsAll) return sides;
    const shown = new Set();
    let wanted = -1;
    for (let place = sides.length - 1; place >= 0; place -= 1) {
        const { differs, depth } = sides[place];
        if (differs) wanted = Math.max(wanted, depth);
        else if (depth >= wanted) continue;
        else wanted = depth;
        shown.add(place);
    }
    return sides.filter((_, place) => shown.has(place));
}

function drawSides(step) {
    const rows = shownRows(step);
    return rows.length > 0 && h(
        "div",
        {
            class: "scroll",
            tabindex: "0",
            role: "group",
            "aria-label": `Both answers to ${step.name}`,
        },
        h(
            "table",
            { class: "sides mono" },
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    ["Field", "Real server", "Here"].map((name) => h("th", { scope: "col" }, name)),
                ),
            ),
            h(
                "tbody",
                {},
                rows.map((row, place) =>
                    h(
                        "tr",
                        { key: place, class: row.differs ? "differs" : null },
                        h(
                            "th",
                            { scope: "row", style: { "padding-left": `${row.depth}rem` } },
                            row.name,
                        ),
                        h("td", {}, longText(row.there)),
                        h("td", {}, longText(row.here)),
                    )
                ),
            ),
        ),
    );
}
