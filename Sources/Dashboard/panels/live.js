// Live.

import { h } from "../view.js";

export const live = {
    name: "live",
    title: "Live",
    draw() {
        return h("h1", {}, "Live");
    },
};
