"use strict";

// Loaded before Debian's Jest, which asks Node for the folder of Debian's packages: that is the
// one of NODE_PATH, whichever Node this is.

const path = require("node:path");
const process = require("node:process");

const libraries = process.env.NODE_PATH;
// Node 18 has a proxy there, of which `structuredClone` makes no copy.
const variables = {
    ...process.config.variables,
    node_prefix: path.dirname(libraries),
    node_relative_path: path.basename(libraries),
};
Object.defineProperty(process, "config", { value: { ...process.config, variables } });
