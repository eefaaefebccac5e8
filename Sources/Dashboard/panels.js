// The panels, in the order of their names at the side. `docs/dashboard.md` tells how one is made.

import { clock } from "./panels/clock.js";
import { data } from "./panels/data.js";
import { faults } from "./panels/faults.js";
import { live } from "./panels/live.js";
import { routes } from "./panels/routes.js";
import { sockets } from "./panels/sockets.js";
import { start } from "./panels/start.js";
import { worlds } from "./panels/worlds.js";

export const panels = [start, live, data, worlds, clock, faults, sockets, routes];
