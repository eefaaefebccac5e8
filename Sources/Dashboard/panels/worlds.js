// Worlds: those there are, and the chosen one with its snapshots.

import { parameter, set } from "../address.js";
import { introductions } from "../addresses.js";
import { get, send } from "../api.js";
import { count, some, span } from "../format.js";
import { choose, noteHome, page, readNames, redraw, refresh, say, showChosenRow } from "../page.js";
import { button, confirm, empty, entry, problemText } from "../parts.js";
import { reader } from "../reader.js";
import { h } from "../view.js";
import { drawChosen } from "./worlds/chosen.js";
import { dropping, startDropping, stopDropping } from "./worlds/files.js";
import { askForFork, askForReset, askForWorld } from "./worlds/forms.js";
import { askForSnapshot, moveDifference, snapshots } from "./worlds/snapshots.js";

/** How many rows of the list are shown at first. */
const fewRows = 200;
let showsAll = false;

const worldList = reader(
    () => get("worlds"),
    (list) => list?.worlds.length > 50 ? 15_000 : 3000,
    { isOfServer: true },
);

/** Reads everything again that this panel shows. */
async function changed() {
    await Promise.all([worldList.again(), snapshots.again(), refresh(), readNames()]);
}

async function make() {
    const world = await askForWorld(worldList.value?.worlds ?? []);
    if (world) await meet(world);
}

async function fork() {
    const world = await askForFork(page.world);
    if (world) await meet(world);
}

/** Shows a new world. */
async function meet(world) {
    say(`The world '${world.id}' is made.`);
    await changed();
    choose(world.id);
}

async function reset() {
    if (await askForReset(page.world, page.info)) await changed();
}

async function deleteWorld() {
    const { world } = page;
    const text = "Its content and its snapshots are gone then, and its sockets are closed.";
    if (!await confirm(`Delete the world '${world}'?`, text, "Delete")) return;
    await send("DELETE", `worlds/${encodeURIComponent(world)}`);
    say(`The world '${world}' is deleted.`);
    noteHome(await get("home"));
    await changed();
    choose(page.home);
}

async function deleteAll() {
    const others = (worldList.value?.worlds.length ?? 1) - 1;
    const text = `${some(others, "world")} with their snapshots. The world 'default' stays.`;
    if (!await confirm("Delete all worlds but 'default'?", text, "Delete all")) return;
    const { deleted } = await send("DELETE", "worlds");
    say(`${some(deleted.length, "world is", "worlds are")} deleted.`);
    noteHome({ world: "default", here: "default" });
    await changed();
    choose("default");
}

async function makeHome() {
    await send("PUT", "home", { world: page.world });
    noteHome(await get("home"));
    say(`Requests that name no world go to '${page.home}' now.`);
    redraw();
}

/** The worlds that meet what was typed. */
function found() {
    const words = parameter("q").toLowerCase().split(/\s+/).filter(Boolean);
    return (worldList.value?.worlds ?? []).filter((world) => {
        const text = `${world.id} ${world.scenario ?? world.from}`.toLowerCase();
        return words.every((word) => text.includes(word));
    });
}

/** Chooses the world `step` rows below the chosen one. */
function chooseNext(step) {
    const worlds = found();
    const place = worlds.findIndex(({ id }) => id === page.world);
    const next = worlds[Math.min(Math.max(place + step, 0), worlds.length - 1)];
    if (!next) return;
    choose(next.id);
    requestAnimationFrame(showChosenRow);
}

function drawRow(world) {
    const { id, scenario, from, posts, users, expiresAt, faults, port } = world;
    return entry(
        id,
        id === page.world,
        () => choose(id),
        h("strong", {}, id),
        id === page.home && h("span", { class: "tag good" }, "home"),
        port && h("span", { class: "tag" }, `port ${port}`),
        faults?.length > 0 && h("span", { class: "tag bad" }, some(faults.length, "fault")),
        expiresAt && h("span", { class: "dim ends" }, span(Date.parse(expiresAt) - Date.now())),
        h(
            "span",
            { class: "dim about" },
            `${scenario ?? from} · ${some(posts, "post")} · ${some(users, "person", "people")}`,
        ),
    );
}

function drawList() {
    const all = worldList.value?.worlds ?? [];
    const worlds = found();
    const shown = showsAll ? worlds : worlds.slice(0, fewRows);
    return h(
        "section",
        { class: "list", "aria-label": "All worlds" },
        h(
            "div",
            { class: "bar" },
            button("New world", make, { class: "primary" }),
            all.length > 1 && button("Delete all", deleteAll, { class: "danger" }),
            all.length > 0 && h(
                "span",
                {
                    class: "dim",
                    title: `There can be ${count(worldList.value.limit)} besides 'default'.`,
                },
                some(all.length, "world"),
            ),
        ),
        (all.length > 5 || parameter("q")) && h("input", {
            id: "find-worlds",
            class: "find",
            type: "search",
            placeholder: "Find a world",
            "aria-label": "Find a world",
            value: parameter("q"),
            oninput: (event) => set({ q: event.target.value }),
        }),
        worldList.error && problemText(worldList.error),
        shown.length > 0 && h("ul", { class: "entries", tabindex: "-1" }, shown.map(drawRow)),
        shown.length < worlds.length &&
            button(`Show all ${count(worlds.length)}`, () => {
                showsAll = true;
                redraw();
            }),
        all.length > 0 && worlds.length === 0 && empty("No world has these words."),
    );
}

export const worlds = {
    isOfServer: true,
    ofWorld: ["diff", "with"],
    enter() {
        startDropping(changed);
        moveDifference();
        return Promise.all([
            worldList.start(),
            snapshots.start(),
            introductions.start(),
        ]);
    },
    leave() {
        stopDropping();
        snapshots.stop();
        worldList.stop();
        introductions.stop();
    },
    moved: moveDifference,
    keys: [
        { key: "n", does: "make a world", act: make },
        { key: "f", does: "fork the chosen world", act: fork },
        { key: "r", does: "reset the chosen world", act: reset },
        { key: "s", does: "save a snapshot", act: askForSnapshot },
        { key: "j", does: "choose the next world", act: () => chooseNext(1) },
        { key: "k", does: "choose the world before", act: () => chooseNext(-1) },
        { key: "/", does: "find a world", act: () => document.querySelector(".find")?.focus() },
    ],
    draw: () => [
        h("h1", {}, "Worlds"),
        h(
            "div",
            { class: "pair" },
            drawList(),
            drawChosen({ fork, reset, deleteWorld, makeHome, make, changed }),
        ),
        dropping.isOver &&
        h("div", { class: "drop" }, `Drop the file to give it to '${page.world}'.`),
    ],
};
