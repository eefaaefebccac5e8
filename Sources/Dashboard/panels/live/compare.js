// Two entries side by side, line by line.

import { h } from "../../view.js";

/** The lines that an entry is compared by. */
function lines(entry) {
    const text = [`${entry.method} ${entry.path}`, `status ${entry.status}`];
    for (const side of ["request", "response"]) {
        text.push("", `${side}:`);
        for (const { name, value } of entry[side].headers) text.push(`${name}: ${value}`);
        text.push(...bodyLines(entry[side]));
    }
    return text;
}

function bodyLines({ body, base64 }) {
    if (base64) return [`(${base64.length * 3 / 4} bytes that are no text)`];
    if (!body) return [];
    try {
        return JSON.stringify(JSON.parse(body), null, 2).split("\n");
    } catch {
        return body.split("\n");
    }
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

/** Draws two entries beside each other. */
export function comparison(left, right) {
    return h(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Both requests" },
        h(
            "table",
            { class: "comparison mono" },
            h(
                "thead",
                {},
                h("tr", {}, [left, right].map(({ number }) => h("th", {}, `#${number}`))),
            ),
            h(
                "tbody",
                {},
                paired(lines(left), lines(right)).map((pair) => {
                    const isSame = pair[0] === pair[1];
                    return h(
                        "tr",
                        { class: isSame ? null : "differs" },
                        pair.map((line) => h("td", {}, line ?? "")),
                    );
                }),
            ),
        ),
    );
}
