"use strict";

const { conditions } = require("../words.cjs");

// Answers in place of the real behaviour.

/** Adds a stub that answers some requests with a response, or with several in turn. */
function addStub(on, response, options = {}) {
    const { repeating, ...terms } = options;
    const answers = Array.isArray(response) ? { sequence: response } : { response };
    return this.control("POST", ["stubs"], {
        json: {
            ...terms,
            match: conditions(on),
            ...answers,
            repeat: repeating,
        },
    });
}

/** The stubs of this world, in the order in which requests try them. */
async function stubs() {
    return (await this.control("GET", ["stubs"])).stubs;
}

/** Deletes a stub, given as such, by its number or by its id: the real behaviour is back. */
async function deleteStub(stub) {
    await this.control("DELETE", [
        "stubs",
        typeof stub === "object" ? stub.number : stub,
    ]);
}

/** Deletes all stubs of this world. */
async function clearStubs() {
    await this.control("DELETE", ["stubs"]);
}

/** The scenarios of the stubs of this world, with their states. */
async function stubScenarios() {
    return (await this.control("GET", ["stub-states"])).scenarios;
}

/** Sets the state of a scenario to one that its stubs name. */
async function setStubState(scenario, state) {
    await this.control("PUT", ["stub-states"], { json: { scenario, state } });
}

/** Sets all scenarios back to their first state. */
async function resetStubStates() {
    await this.control("DELETE", ["stub-states"]);
}

module.exports = {
    addStub,
    clearStubs,
    deleteStub,
    resetStubStates,
    setStubState,
    stubScenarios,
    stubs,
};
