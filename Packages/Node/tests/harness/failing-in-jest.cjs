"use strict";

require("./failing.cjs")(require("mockpostly/jest").test);
