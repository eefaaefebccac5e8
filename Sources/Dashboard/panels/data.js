// Data.

import { h } from "../view.js";

export const data = {
    name: "data",
    title: "Data",
    draw() {
        return h("h1", {}, "Data");
    },
};
