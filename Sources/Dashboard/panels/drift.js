// Drift: how a real server differs from what is mocked, with both answers side by side.

import * as address from "../address.js";
import { get, send } from "../api.js";
import { dateAndTime, some } from "../format.js";
import { attempt, bringIntoView, redraw } from "../page.js";
import { askForm, button, confirm, copied, empty, entry, problemText } from "../parts.js";
import { reader } from "../reader.js";
import { h } from "../view.js";
import { drawReport } from "./drift/report.js";

const reports = reader(list, 3000, { isOfServer: true });
/** The opened report; null while it is read, or when it is not there any more. */
let shown = null;
let problem = null;

/** The list of reports, once that is read which is open then: the newest when none is named. */
async function list() {
    const known = await get("drift");
    await read(known);
    return known;
}

/** The number of the opened report: the one in the address, else the newest. */
function opened(known = reports.value) {
    return Number(address.parameter("report")) || known?.reports[0]?.id || null;
}

async function read(known = reports.value) {
    const id = opened(known);
    if (!id || shown?.id === id) {
        problem = null;
        return;
    }
    try {
        const report = await get(`drift/${id}`);
        if (opened(known) === id) [shown, problem] = [report, null];
    } catch (error) {
        if (opened(known) === id) [shown, problem] = [null, error];
    }
    redraw();
}

const enter = () => reports.start();

function open(id) {
    address.set({ report: id, step: null }, { isStep: true });
}

function move(by) {
    const list = reports.value?.reports ?? [];
    const next = list[list.findIndex(({ id }) => id === opened()) + by];
    if (next) open(next.id);
}

async function remove({ id, scenario }) {
    const words = `The report ${id} on ${scenario} is deleted; it cannot be made again.`;
    if (!await confirm("Delete this report?", words, "Delete")) return;
    await send("DELETE", `drift/${id}`);
    if (shown?.id === id) shown = null;
    address.set({ report: null, step: null });
    await reports.again();
}

/** Compares a system with its real server, and opens the report. */
async function compare(servers) {
    const systems = servers.map(({ system, server }) => [system, `${system} at ${server}`]);
    const made = await askForm(
        "Compare with a real server",
        [
            {
                name: "compare",
                label: "System",
                kind: "choice",
                choices: systems,
                value: systems[0][0],
            },
            {
                name: "login",
                label: "Who logs in there (optional)",
                kind: "password",
                hint: "A name and a password with a colon between them.",
            },
            { name: "allowWrites", label: "Send what writes, too", kind: "check" },
            { name: "showValues", label: "Show values of the real server", kind: "check" },
        ],
        "Compare",
        ({ login, ...order }) => send("POST", "drift", login ? { login, ...order } : order),
        "Its requests are sent twice, five a second; this takes a while.",
    );
    if (!made) return;
    await reports.again();
    open(made.id);
}

/** What came of a comparison, in a word or two. */
function result({ drift, differences }) {
    return drift
        ? h("span", { class: "tag bad" }, some(differences, "difference"))
        : h("span", { class: "tag good" }, "no drift");
}

function drawEntry(report) {
    const { id, at, scenario, server, compared } = report;
    const choose = () => {
        open(id);
        bringIntoView(".drift .report");
    };
    return entry(
        id,
        id === opened(),
        choose,
        h("strong", {}, scenario),
        result(report),
        h("span", { class: "dim" }, `${server}, ${some(compared, "step")}, ${dateAndTime(at)}`),
    );
}

function drawNone() {
    const command = `mockpostly drift postly --against https://api.mine.example --dashboard`;
    return [
        empty("No real server has been compared with this one yet. In a terminal:"),
        copied(`${command} --url ${location.origin}`),
    ];
}

export const drift = {
    ofWorld: [],
    enter,
    leave: () => reports.stop(),
    moved: () => attempt(() => read()),
    again: enter,
    keys: [
        { key: "j", does: "open the next report", act: () => move(1) },
        { key: "k", does: "open the report before", act: () => move(-1) },
    ],
    draw() {
        const list = reports.value?.reports;
        return [
            h("h1", {}, "Drift"),
            h(
                "p",
                { class: "hint" },
                "What a real server answers otherwise than what is mocked here. Its values are " +
                    "hidden unless the comparison was told to show them.",
            ),
            reports.error && problemText(reports.error),
            reports.value?.servers && h(
                "div",
                { class: "bar" },
                button("Compare with the real server…", () => compare(reports.value.servers)),
            ),
            list?.length === 0 && !problem && drawNone(),
            (list?.length > 0 || problem) && h(
                "div",
                { class: "pair" },
                h("ul", { class: "entries" }, (list ?? []).map(drawEntry)),
                h(
                    "section",
                    { class: "report", "aria-label": "The report" },
                    problem && problemText(problem),
                    shown && shown.id === opened() && [
                        h(
                            "header",
                            { class: "bar" },
                            h("h2", {}, `${shown.scenario} at ${shown.server}`),
                            button("Delete", () => remove(shown), { class: "small danger" }),
                        ),
                        drawReport(shown),
                    ],
                ),
            ),
        ];
    },
};
