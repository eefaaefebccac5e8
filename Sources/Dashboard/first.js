// What is asked for before all else, so that it is there when the page is drawn.

import { panel, parameter } from "./address.js";
import { get } from "./api.js";
import { find, load } from "./panels.js";

/** The world of requests that name none, as an answer of the server; null when it is not needed. */
export const firstHome = parameter("world") ? Promise.resolve(null) : get("home").catch(() => null);

// It is read again when that is refused.
load(find(panel())).catch(() => {});
