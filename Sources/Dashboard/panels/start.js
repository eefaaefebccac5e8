// Start: what runs where, two log-ins, a first request.

import { h } from "../view.js";

export const start = {
    name: "start",
    title: "Start",
    draw() {
        return h("h1", {}, "Start");
    },
};
