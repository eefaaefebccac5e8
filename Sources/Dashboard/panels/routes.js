// Routes.

import { h } from "../view.js";

export const routes = {
    name: "routes",
    title: "Routes",
    draw() {
        return h("h1", {}, "Routes");
    },
};
