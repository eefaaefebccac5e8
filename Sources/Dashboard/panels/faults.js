// Faults and stubs: what goes wrong on purpose, and answers in place of the real ones.

import { parameter, set } from "../address.js";
import { page, sayProblem } from "../page.js";
import { empty } from "../parts.js";
import { h } from "../view.js";
import { changeOfRequestForm } from "./faults/changeform.js";
import { newRuleForm, readNamed, ruleForm } from "./faults/ruleform.js";
import { drawRules, drawSwitches, rules, rulesChanged } from "./faults/rules.js";
import { newStubForm, stubForm, stubOfRequestForm } from "./faults/stubform.js";
import { drawStubs, stubs, stubsChanged } from "./faults/stubs.js";

/** The parameters that open a form: which, and with what. */
const ofForms = ["add", "edit", "editStub", "request", "fault"];
const ofMatch = ["method", "path", "system", "route", "user"];

/** The form that the address names, as it was named, and its dialog once it is open. */
let opened = null;

function matchOfAddress() {
    return Object.fromEntries(
        ofMatch.map((name) => [name, parameter(name)]).filter(([, value]) => value),
    );
}

/** Prepares the form that the address names; gives a function that opens it, or null for none. */
function namedForm() {
    if (parameter("edit")) return ruleForm(parameter("edit"));
    if (parameter("editStub")) return stubForm(parameter("editStub"));
    if (parameter("add") === "fault") return newRuleForm(matchOfAddress(), parameter("fault"));
    if (parameter("add") === "change") return changeOfRequestForm(parameter("request"));
    if (parameter("add") !== "stub") return null;
    return parameter("request")
        ? stubOfRequestForm(parameter("request"))
        : newStubForm(matchOfAddress());
}

/** Opens the form that the address names, and closes the one that it names no more. */
async function followAddress() {
    const name = JSON.stringify([page.world, ...ofForms.map(parameter)]);
    if (name === opened?.name) return;
    opened?.dialog?.close();
    const mine = opened = { name, dialog: null };
    let isDone = false;
    try {
        const open = await namedForm();
        if (!open || mine !== opened) return;
        const done = open();
        mine.dialog = page.dialogs.at(-1);
        isDone = await done;
    } catch (error) {
        sayProblem(error);
    }
    // Before the lists are read again: the same link may be followed right after.
    if (mine === opened) {
        set(Object.fromEntries([...ofForms, ...ofMatch].map((name) => [name, ""])));
    }
    if (isDone) await Promise.all([rulesChanged(), stubsChanged()]).catch(sayProblem);
}

export const faults = {
    enter() {
        followAddress();
        return Promise.all([readNamed(), rules.start(), stubs.start()]);
    },
    leave() {
        opened?.dialog?.close();
        opened = null;
        rules.stop();
        stubs.stop();
    },
    moved: followAddress,
    keys: [
        { key: "a", does: "add a fault", act: () => set({ add: "fault" }, { isStep: true }) },
        { key: "s", does: "add a stub", act: () => set({ add: "stub" }, { isStep: true }) },
    ],
    draw() {
        if (!page.info && rules.error) {
            return [h("h1", {}, "Faults and stubs"), empty(rules.error.message)];
        }
        return [
            h("h1", {}, "Faults and stubs"),
            h("div", { class: "both" }, drawRules(), drawStubs()),
            h("h2", {}, "Switches"),
            h(
                "p",
                { class: "hint" },
                "Each is for the whole world. A rule can be for some requests.",
            ),
            drawSwitches(),
        ];
    },
};
