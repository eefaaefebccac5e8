// Worlds.

import { h } from "../view.js";

export const worlds = {
    name: "worlds",
    title: "Worlds",
    draw() {
        return h("h1", {}, "Worlds");
    },
};
