// Two entries side by side, line by line.

import { redraw } from "../../page.js";
import { checkBox } from "../../parts.js";
import { h } from "../../view.js";

/** What an entry is compared by: lines, those that belong to another further in than it. */
function lines(entry) {
    const text = [`${entry.method} ${entry.path}`, `status ${entry.status}`];
    for (const side of ["request", "response"]) {
        text.push(`${side}:`);
        for (const { name, value } of entry[side].headers) text.push(`  ${name}: ${value}`);
        text.push(...bodyLines(entry[side]).map((line) => `  ${line}`));
    }
    return text;
}

function bodyLines({ body, base64 }) {
    if (base64) return [`(${base64.length * 3 / 4} bytes that are no text)`];
    if (!body) return [];
    try {
        // A comma says only that another member follows.
        const text = JSON.stringify(inOrder(JSON.parse(body, exact)), null, 2);
        return text.split("\n").map((line) => line.replace(/,$/, ""));
    } catch {
        return body.split("\n");
    }
}

/** Keeps a whole number that JavaScript would round as it is written, where a browser can. */
function exact(_, value, context) {
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isRounded && context && JSON.rawJSON ? JSON.rawJSON(context.source) : value;
}

/** A JSON value whose members stand in the order of their names: their own means nothing. */
function inOrder(value) {
    if (Array.isArray(value)) return value.map(inOrder);
    if (value === null || typeof value !== "object" || JSON.isRawJSON?.(value)) return value;
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
}

/**
 * Pairs of lines with the same order as in both texts: equal lines stand beside each other.
 *
 * A longest common subsequence; of very long texts only the beginning is searched for it.
 */
export function paired(left, right) {
    const [a, b] = [left.slice(0, 1500), right.slice(0, 1500)];
    const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i -= 1) {
        for (let j = b.length - 1; j >= 0; j -= 1) {
            table[i][j] = a[i] === b[j]
                ? table[i + 1][j + 1] + 1
                : Math.max(table[i + 1][j], table[i][j + 1]);
        }
    }
    const pairs = [];
    let [i, j] = [0, 0];
    while (i < a.length || j < b.length) {
        if (i < a.length && j < b.length && a[i] === b[j]) pairs.push([a[i++], b[j++]]);
        else if (j >= b.length || i < a.length && table[i + 1][j] >= table[i][j + 1]) {
            pairs.push([a[i++], null]);
        } else pairs.push([null, b[j++]]);
    }
    // Of what is longer, the lines with the same number stand beside each other.
    const [moreLeft, moreRight] = [left.slice(a.length), right.slice(b.length)];
    for (let line = 0; line < Math.max(moreLeft.length, moreRight.length); line += 1) {
        pairs.push([moreLeft[line] ?? null, moreRight[line] ?? null]);
    }
    return beside(pairs);
}

/** Puts a line that is only left beside one that is only right, where they follow each other. */
function beside(pairs) {
    const result = [];
    for (const pair of pairs) {
        const open = result.findLastIndex(([left, right]) => left !== null && right !== null) + 1;
        const place = pair[0] === null
            ? result.findIndex(([, right], index) => index >= open && right === null)
            : -1;
        if (place >= 0) result[place] = [result[place][0], pair[1]];
        else result.push(pair);
    }
    return result;
}

/** How far in a line of a pair stands. */
function depth([left, right]) {
    return (left ?? right).search(/\S|$/);
}

/** Which pairs are shown when only differences are: those that differ, and what they belong to. */
function differing(pairs) {
    const shown = new Set();
    let wanted = 0;
    for (let place = pairs.length - 1; place >= 0; place -= 1) {
        const differs = pairs[place][0] !== pairs[place][1];
        const inner = depth(pairs[place]);
        if (differs) wanted = Math.max(wanted, inner);
        else if (inner >= wanted) continue;
        else wanted = inner;
        shown.add(place);
    }
    return shown;
}

/** Gives what draws two entries beside each other: what differs in them, or all of them. */
export function comparison(left, right) {
    const pairs = paired(lines(left), lines(right));
    const shown = differing(pairs);
    let showsAll = false;
    return () => [
        checkBox("Show what is the same as well", showsAll, (isOn) => {
            showsAll = isOn;
            redraw();
        }),
        shown.size === 0 && h("p", {}, "Nothing differs."),
        (showsAll || shown.size > 0) && table([left, right], pairs, showsAll ? null : shown),
    ];
}

function table(entries, pairs, shown) {
    return h(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Both requests" },
        h(
            "table",
            { class: "comparison mono" },
            h("thead", {}, h("tr", {}, entries.map(({ number }) => h("th", {}, `#${number}`)))),
            h(
                "tbody",
                {},
                pairs.map((pair, place) =>
                    (!shown || shown.has(place)) && h(
                        "tr",
                        { key: place, class: pair[0] === pair[1] ? null : "differs" },
                        pair.map((line) => h("td", {}, line ?? "")),
                    )
                ),
            ),
        ),
    );
}
