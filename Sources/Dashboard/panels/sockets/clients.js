// The clients of the channels of the chosen world, and what can be done to their connections.

import { parameter, set } from "../../address.js";
import { socketAddress } from "../../addresses.js";
import { get, send } from "../../api.js";
import { dialects } from "../../dialects.js";
import { some, span } from "../../format.js";
import { inWorld, page, refresh, say } from "../../page.js";
import { askForm, button, empty, problemText } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";

const withTopics = dialects.find(({ topics }) => topics.length);
/** The system whose clients get events, and its first topic. */
export const dialectOfSockets = withTopics?.name;
export const usualTopic = withTopics?.topics[0] ?? "";

export const clients = reader(async () => {
    const { world } = page;
    const answer = await get("sockets", inWorld());
    const unknown = answer.sockets.filter((client) => !names.has(keyOf(client, world)));
    await Promise.all(unknown.slice(0, mostNames).map((client) => readName(client, world)));
    return answer;
});

/** The most names that are read at once. */
const mostNames = 50;
/** The names of users, by world, system and account; what has no name is its number. */
const names = new Map();
const keyOf = ({ system, user }, world) => JSON.stringify([world, system, user]);

async function readName(client, world) {
    const key = keyOf(client, world);
    names.set(key, null);
    try {
        const id = encodeURIComponent(client.user);
        const { name, person } = await get(`data/${client.system}-members/${id}`, { world });
        names.set(key, name || person);
    } catch (error) {
        // A system may have no list of its members, but a server that was away has one.
        if (!error.status) names.delete(key);
    }
}

/** What a user is called: the name, else the number. */
export function nameOf(client) {
    return names.get(keyOf(client, page.world)) ?? `user ${client.user}`;
}

/** How a connection can end, what the app sees of it, and what is said when it was done. */
const ends = [
    [
        "close",
        "Close",
        "it ends in order, but without a close frame, as when a server stops",
        "closed",
    ],
    ["reset", "Reset", "it breaks at once, as when a network fails", "reset"],
    [
        "half-open",
        "Half-open",
        "it seems open, but nothing passes any more, as after a change of networks",
        "half-open",
    ],
];

async function drop(match, how) {
    const order = { world: page.world, match, how };
    const { sockets } = await send("POST", "sockets/disconnect", order);
    const done = ends.find(([name]) => name === how)[3];
    say(`${some(sockets.length, "connection is", "connections are")} ${done}.`);
    await Promise.all([clients.again(), refresh()]);
}

/** Asks which connections to drop, and how. */
export function askForDrop() {
    return askForm(
        "Drop connections",
        [
            {
                name: "how",
                label: "How",
                kind: "choice",
                choices: ends.map(([how, name, what]) => [how, `${name}: ${what}`]),
            },
            {
                name: "user",
                label: "Of the user",
                isShort: true,
                hint: "E-mail address or id; empty for all.",
            },
            {
                name: "topic",
                label: "In the topic",
                isShort: true,
                hint: `Such as ${usualTopic}; empty for all.`,
            },
        ],
        "Drop",
        async ({ how, ...match }) => {
            const given = Object.entries(match).filter(([, text]) => text.trim());
            await drop(Object.fromEntries(given), how);
        },
    );
}

function drawClient(client) {
    const { socket, system, transport, user, topics, fault, milliseconds } = client;
    const isChosen = parameter("socket") === String(socket);
    return h(
        "li",
        { key: socket, class: "rule" },
        h(
            "div",
            { class: "what" },
            h("strong", {}, `${socket}`),
            h("span", { title: `user ${user}` }, nameOf(client)),
            h("span", { class: "tag" }, transport),
            h("span", { class: "tag" }, system),
            fault && h("span", { class: "tag bad", title: fault }, `dead: ${fault}`),
        ),
        h(
            "div",
            { class: "dim" },
            [topics.length ? topics.join(", ") : "no topic", `for ${span(milliseconds)}`].join(
                " · ",
            ),
        ),
        h(
            "div",
            { class: "acts" },
            button(
                "Frames",
                () => set({ socket: isChosen ? "" : String(socket) }, { isStep: true }),
                { class: "small", "aria-pressed": String(isChosen) },
            ),
            ends.map(([how, name, what]) =>
                button(name, () => drop({ socket }, how), {
                    class: "small danger",
                    title: what,
                    "aria-label": `${name} connection ${socket}`,
                })
            ),
        ),
    );
}

export function drawClients() {
    const list = clients.value?.sockets ?? [];
    return h(
        "section",
        { "aria-label": "Clients" },
        h(
            "div",
            { class: "bar" },
            h("h2", {}, "Clients"),
            clients.value && h("span", { class: "tag" }, String(list.length)),
            list.length > 0 && button("Drop connections", askForDrop, { class: "danger" }),
        ),
        clients.error && problemText(clients.error),
        list.length > 0
            ? [
                h("ul", { class: "entries" }, list.map(drawClient)),
                h(
                    "details",
                    { class: "hint" },
                    h("summary", {}, "How a connection can end"),
                    ends.map(([, name, what]) => h("p", {}, `${name}: ${what}.`)),
                ),
            ]
            : clients.value && empty(
                "Nobody is connected. ",
                socketAddress() && ["Clients connect to ", h("code", {}, socketAddress()), "."],
            ),
    );
}
