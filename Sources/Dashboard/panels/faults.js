// Faults and stubs.

import { h } from "../view.js";

export const faults = {
    name: "faults",
    title: "Faults and stubs",
    draw() {
        return h("h1", {}, "Faults and stubs");
    },
};
