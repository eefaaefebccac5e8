"use strict";

const { binaryPath } = require("./binary.cjs");
const { Failure, Unmet } = require("./failure.cjs");
const { MockServer } = require("./server.cjs");
const { World } = require("./world.cjs");

module.exports = { Failure, MockServer, Unmet, World, binaryPath };
