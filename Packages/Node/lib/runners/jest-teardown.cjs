"use strict";

module.exports = require("./jest-setup.cjs").teardown;
