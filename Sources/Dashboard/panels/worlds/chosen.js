// The chosen world: what it is, where it is reached, its snapshots.

import { link } from "../../address.js";
import { drawDevices, drawLine, introductions, systems } from "../../addresses.js";
import { count, dateAndTime, span } from "../../format.js";
import { page, worldTime } from "../../page.js";
import { button, copyButton, empty, facts } from "../../parts.js";
import { h } from "../../view.js";
import { chooseFile, exportWorld, refusal } from "./files.js";
import { drawSnapshots } from "./snapshots.js";

/** The name of a system as people say it. */
function titleOf(name) {
    return introductions.value?.systems.find((system) => system.name === name)?.title ?? name;
}

function drawContent(counts) {
    return Object.entries(counts).map(([system, kinds]) =>
        h(
            "div",
            { key: system },
            `${titleOf(system)}: `,
            Object.entries(kinds).map(([kind, number]) => `${count(number)} ${kind}`).join(", "),
        )
    );
}

function drawFacts(info) {
    const { expiresAt, ttl, clock, faults } = info;
    const left = expiresAt ? Date.parse(expiresAt) - Date.now() : null;
    const how = { freeze: " · frozen", scale: ` · × ${clock.rate}` }[clock.mode] ?? "";
    return facts([
        ["Began with", info.scenario ? `the scenario ${info.scenario}` : info.from],
        ["Content", drawContent(info.counts)],
        ["Clock", h("a", { href: link("clock") }, `${dateAndTime(worldTime())} UTC${how}`)],
        ["Ends", ttl ? `in ${span(left)}; ${ttl} after its last use` : "never by itself"],
        ["Faults", faults.length ? h("a", { href: link("faults") }, faults.join(", ")) : null],
        ["Port", info.port],
        ["Random seed", info.randomSeed],
        ["Settings", drawSettings(info.settings)],
        ["Made", `${dateAndTime(info.createdAt)} UTC, real time`],
    ]);
}

/** All options that are of a world, out of the way. */
function drawSettings(settings) {
    const pairs = Object.entries(settings);
    if (!pairs.length) return null;
    return h(
        "details",
        {},
        h("summary", {}, `${pairs.length} options`),
        facts(pairs),
    );
}

function drawPeople(people) {
    return [
        h("h3", {}, "People"),
        h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": "People" },
            h(
                "table",
                {},
                h(
                    "thead",
                    {},
                    h("tr", {}, ["E-mail", "Password", "Token"].map((name) => h("th", {}, name))),
                ),
                h(
                    "tbody",
                    {},
                    people.map(({ email, password, token }) =>
                        h(
                            "tr",
                            { key: email },
                            h("td", {}, email),
                            h("td", {}, password ?? ""),
                            h("td", {}, token ? copyButton(token) : ""),
                        )
                    ),
                ),
            ),
        ),
    ];
}

/** The chosen world; `acts` are what can be done with it as a whole. */
export function drawChosen(acts) {
    const { info, world } = page;
    if (!info) {
        return h(
            "section",
            { class: "chosen", "aria-label": "The chosen world" },
            h("h2", {}, world),
            page.isGone
                ? empty("There is no such world. ", button("Make a world", acts.make))
                : empty("Reading…"),
        );
    }
    return h(
        "section",
        { class: "chosen", "aria-label": "The chosen world" },
        h(
            "div",
            { class: "head" },
            h("h2", {}, info.id),
            world === page.home &&
                h("span", { class: "tag good" }, "for requests that name no world"),
        ),
        h(
            "div",
            { class: "bar" },
            button("Fork", acts.fork),
            button("Reset", acts.reset),
            button("Export JSON", () => exportWorld("seed")),
            button("Export SQLite", () => exportWorld("sqlite")),
            button("Import a file", () => chooseFile(acts.changed)),
            world !== page.home && button("Use for requests that name no world", acts.makeHome),
            world !== "default" && button("Delete", acts.deleteWorld, { class: "danger" }),
        ),
        refusal.problem && h(
            "div",
            { class: "problem refused", role: "alert" },
            h("strong", {}, `'${refusal.file}' was refused. `),
            `${refusal.problem.message} ${refusal.problem.hint}`,
        ),
        drawFacts(info),
        info.people && drawPeople(info.people),
        h("h3", {}, "Base URLs"),
        drawDevices(),
        facts(
            systems().map(({ title, lines }) => {
                const addresses = lines.filter(({ scheme }) => scheme);
                const name = (label) => addresses.length > 1 && h("span", { class: "hint" }, label);
                const drawn = addresses.map((line) =>
                    h("div", {}, drawLine(line), name(line.label))
                );
                return [title, drawn.length ? drawn : null];
            }),
        ),
        drawSnapshots(acts.changed),
    );
}
