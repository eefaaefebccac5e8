// Sockets: who is connected to what, what passes, and what one can do to it.

import { introductions } from "../addresses.js";
import { h } from "../view.js";
import { askForDrop, clients, drawClients } from "./sockets/clients.js";
import {
    closeFrame,
    drawFrames,
    moveFrames,
    openNext,
    pause,
    readFrames,
    startFrames,
    stopFrames,
} from "./sockets/frames.js";
import { drawPushes, focusPush, planned } from "./sockets/pushes.js";
import { drawScenarios, scenarios } from "./sockets/scenarios.js";

export const sockets = {
    ofWorld: ["socket", "frame"],
    again: () => readFrames(),
    enter() {
        startFrames();
        return Promise.all([
            clients.start(),
            planned.start(),
            scenarios.start(),
            introductions.start(),
        ]);
    },
    leave() {
        stopFrames();
        clients.stop();
        planned.stop();
        scenarios.stop();
        introductions.stop();
    },
    moved: moveFrames,
    keys: [
        { key: "e", does: "push an event", act: focusPush },
        { key: "d", does: "drop connections", act: askForDrop },
        { key: "p", does: "hold the frames, or let them go on", act: pause },
        { key: "j", does: "open the next frame", act: () => openNext(1) },
        { key: "k", does: "open the frame before", act: () => openNext(-1) },
        { key: "Escape", does: "close the opened frame", act: closeFrame },
    ],
    draw() {
        const topics = new Set((clients.value?.sockets ?? []).flatMap(({ topics }) => topics));
        return [
            h("h1", {}, "Sockets"),
            h(
                "datalist",
                { id: "topics" },
                [...topics].map((topic) => h("option", { key: topic, value: topic })),
            ),
            h(
                "div",
                { class: "columns" },
                h("div", {}, drawClients(), drawFrames()),
                h("div", { class: "side" }, drawPushes(), drawScenarios()),
            ),
        ];
    },
};
