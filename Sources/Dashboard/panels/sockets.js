// Sockets.

import { h } from "../view.js";

export const sockets = {
    name: "sockets",
    title: "Sockets",
    draw() {
        return h("h1", {}, "Sockets");
    },
};
