"use strict";

/** The name of a world that is given as such or by its name. */
function nameOf(world) {
    return typeof world === "object" ? world.name : world;
}

module.exports = { nameOf };
