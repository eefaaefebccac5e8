// The snapshots of the chosen world, and in what it differs from one.

import { parameter, set } from "../../address.js";
import { get, send } from "../../api.js";
import { count, dateAndTime, size, some } from "../../format.js";
import { bringIntoView, inWorld, page, say } from "../../page.js";
import { askForm, button, confirm, empty, problemText } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";

/** How many rows of a table are told by their keys. */
const mostKeys = 200;

export const snapshots = reader(async () => (await get("snapshots", inWorld())).snapshots, 5000);

const difference = reader(
    () =>
        parameter("diff")
            ? get(
                path(parameter("diff"), "/diff"),
                differenceQuery(),
            )
            : null,
    3_600_000,
);

function path(name, rest = "") {
    return `snapshots/${encodeURIComponent(name)}${rest}`;
}

/** Up to now, or to another snapshot of the same world. */
function differenceQuery() {
    const snapshot = parameter("with");
    return { ...(snapshot ? { of: page.world, snapshot } : inWorld()), limit: mostKeys };
}

let shownDifference = "";
/** Whether somebody has just asked for a difference, which then comes into view. */
let hasAsked = false;

async function compareAgain() {
    await difference.again();
    bringIntoView(".difference", { hasFocus: true });
}

/** Reads a difference; once it is there it is seen, if it was asked for here. */
async function showDifference() {
    difference.value = null;
    await difference.start();
    if (hasAsked) bringIntoView(".difference", { hasFocus: true });
    hasAsked = false;
}

/** Reads the difference that the address names, when it names another than before. */
export function moveDifference() {
    const named = JSON.stringify([page.world, parameter("diff"), parameter("with")]);
    if (named === shownDifference) return;
    shownDifference = named;
    if (parameter("diff")) return showDifference();
    difference.stop();
}

/** Asks for a name and keeps the content of the chosen world by it. */
export async function askForSnapshot() {
    const { world } = page;
    const taken = new Set((snapshots.value ?? []).map(({ name }) => name));
    let number = taken.size + 1;
    while (taken.has(`snapshot-${number}`)) number += 1;
    const made = await askForm(
        `Save a snapshot of '${world}'`,
        [
            { name: "name", label: "Name", value: `snapshot-${number}` },
            { name: "overwrite", label: "In place of one with this name", kind: "check" },
        ],
        "Save",
        (values) => send("POST", "snapshots", { world, ...values }),
    );
    if (!made) return;
    say(`'${made.name}' is saved: ${some(made.rows, "row")}, ${size(made.bytes)}.`);
    await snapshots.again();
}

async function restore({ name }, changed) {
    const { world } = page;
    const done = await askForm(
        `Restore '${name}'?`,
        [{ name: "disconnect", label: "Drop the sockets as well", kind: "check" }],
        "Restore",
        (values) => send("POST", path(name, "/restore"), { world, ...values }),
        `What '${world}' has now is lost. The clock goes on.`,
    );
    if (!done) return;
    say(`'${name}' is restored. It took ${Math.round(done.milliseconds)} ms.`);
    await Promise.all([changed(), parameter("diff") && difference.again()]);
}

async function remove({ name }) {
    if (!await confirm(`Delete the snapshot '${name}'?`, "It cannot be restored then.", "Delete")) {
        return;
    }
    await send("DELETE", path(name), undefined, inWorld());
    if ([parameter("diff"), parameter("with")].includes(name)) set({ diff: "", with: "" });
    await snapshots.again();
}

function drawSnapshot(snapshot, changed) {
    const { name, rows, bytes, createdAt, file } = snapshot;
    const isShown = parameter("diff") === name;
    return h(
        "tr",
        { key: name },
        h("td", {}, h("strong", {}, name), file && h("div", { class: "dim" }, file)),
        h("td", {}, dateAndTime(createdAt)),
        h("td", { class: "number" }, count(rows)),
        h("td", { class: "number" }, size(bytes)),
        h(
            "td",
            {},
            h(
                "div",
                { class: "acts" },
                button("Restore", () => restore(snapshot, changed), { class: "small" }),
                button(
                    "Differences",
                    () => {
                        hasAsked = !isShown;
                        set({ diff: isShown ? "" : name, with: "" }, { isStep: true });
                    },
                    { class: "small", "aria-pressed": String(isShown) },
                ),
                button("Delete", () => remove(snapshot), { class: "small danger" }),
            ),
        ),
    );
}

export function drawSnapshots(changed) {
    const list = snapshots.value ?? [];
    return [
        h(
            "div",
            { class: "head" },
            h("h3", {}, "Snapshots"),
            button("Save a snapshot", askForSnapshot),
        ),
        snapshots.error && problemText(snapshots.error),
        list.length === 0
            ? h("p", { class: "dim" }, "A snapshot is the content of the world under a name.")
            : h(
                "div",
                { class: "scroll", tabindex: "0", role: "region", "aria-label": "Snapshots" },
                h(
                    "table",
                    {},
                    h(
                        "thead",
                        {},
                        h(
                            "tr",
                            {},
                            h("th", {}, "Name"),
                            h("th", {}, "Saved"),
                            h("th", { class: "number" }, "Rows"),
                            h("th", { class: "number" }, "Size"),
                            h("th", {}, "Actions"),
                        ),
                    ),
                    h("tbody", {}, list.map((snapshot) => drawSnapshot(snapshot, changed))),
                ),
            ),
        parameter("diff") && drawDifference(list),
    ];
}

function drawDifference(list) {
    const name = parameter("diff");
    const { value, error } = difference;
    const others = list.filter((snapshot) => snapshot.name !== name);
    return h(
        "section",
        { class: "difference card", "aria-label": "Differences", tabindex: "-1" },
        h("h3", {}, `Since '${name}'`),
        h(
            "div",
            { class: "bar" },
            h("label", { for: "diff-with" }, "Up to"),
            h(
                "select",
                {
                    id: "diff-with",
                    value: parameter("with"),
                    onchange: (event) => set({ with: event.target.value }),
                },
                h("option", { value: "" }, "now"),
                others.map((snapshot) => h("option", { value: snapshot.name }, snapshot.name)),
            ),
            button("Compare again", compareAgain),
        ),
        error && problemText(error),
        value && value.tables.length === 0 && empty("Nothing differs."),
        value?.tables.map(drawTable),
    );
}

const kinds = [["added", "+", "good"], ["changed", "~", "warn"], ["removed", "−", "bad"]];

function drawTable(table) {
    return h(
        "details",
        { key: table.table, class: "table", attached: (element) => element.open = true },
        h(
            "summary",
            {},
            h("strong", {}, table.table),
            kinds.filter(([kind]) => table[kind]).map(([kind, , colour]) =>
                h("span", { class: `tag ${colour}` }, `${count(table[kind])} ${kind}`)
            ),
        ),
        h(
            "ul",
            { class: "keys-of-rows mono" },
            kinds.flatMap(([kind, mark, colour]) =>
                table.keys[kind].map((key) =>
                    h(
                        "li",
                        { key: `${kind} ${key}`, class: `${colour}-text` },
                        h("span", { "aria-label": kind, role: "img" }, mark),
                        ` ${key}`,
                    )
                )
            ),
            kinds.map(([kind]) => {
                const rest = table[kind] - table.keys[kind].length;
                return rest > 0 && h("li", { class: "dim" }, `and ${count(rest)} more ${kind}`);
            }),
        ),
    );
}
