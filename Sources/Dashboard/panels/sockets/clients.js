// The clients of the channels of the chosen world, and what can be done to their connections.

import { parameter, set } from "../../address.js";
import { get, send } from "../../api.js";
import { some, span } from "../../format.js";
import { inWorld, page, refresh, say } from "../../page.js";
import { askForm, button, empty, problemText } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";

export const clients = reader(() => get("sockets", inWorld()));

/** How a connection can end, and what that is. */
const ends = [
    ["close", "Close", "in order, but without a close frame"],
    ["reset", "Reset", "by a TCP reset"],
    ["half-open", "Half-open", "it stays open, and nothing more passes"],
];

async function drop(match, how) {
    const order = { world: page.world, match, how };
    const { sockets } = await send("POST", "sockets/disconnect", order);
    say(`${some(sockets.length, "connection")}: ${how}.`);
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
            { name: "user", label: "Of the user", isShort: true, hint: "Empty for all." },
            {
                name: "topic",
                label: "In the topic",
                isShort: true,
                hint: "Such as community:*; empty for all.",
            },
        ],
        "Drop",
        async ({ how, ...match }) => {
            const given = Object.entries(match).filter(([, text]) => text.trim());
            await drop(Object.fromEntries(given), how);
        },
    );
}

function drawClient({ socket, dialect, transport, user, topics, fault, milliseconds }) {
    const isChosen = parameter("socket") === String(socket);
    return h(
        "li",
        { key: socket, class: "rule" },
        h(
            "div",
            { class: "what" },
            h("strong", {}, `${socket}`),
            h("span", {}, `user ${user}`),
            h("span", { class: "tag" }, transport),
            h("span", { class: "tag" }, dialect),
            fault && h("span", { class: "tag bad" }, `dead: ${fault}`),
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
            h("span", { class: "tag" }, String(list.length)),
            list.length > 0 && button("Drop connections", askForDrop, { class: "danger" }),
        ),
        clients.error && problemText(clients.error),
        list.length > 0
            ? h("ul", { class: "entries" }, list.map(drawClient))
            : clients.value && empty(
                "Nobody is connected. ",
                page.info?.baseUrls.socket &&
                    ["Clients connect to ", h("code", {}, page.info.baseUrls.socket), "."],
            ),
    );
}
