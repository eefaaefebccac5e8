// Clock.

import { h } from "../view.js";

export const clock = {
    name: "clock",
    title: "Clock",
    draw() {
        return h("h1", {}, "Clock");
    },
};
