// "Sign in as": a token of a person, good or not, ready to copy.

import { send } from "../../api.js";
import { inWorld, openDialog, page, redraw } from "../../page.js";
import { button, copied, facts, formField, problemText } from "../../parts.js";
import { h } from "../../view.js";

/** What a token can be, and what is ordered for it. */
const states = {
    good: ["Good", {}],
    expired: ["Expired a minute ago", { expiredFor: "1m" }],
    signature: ["Broken: a wrong signature", { break: "signature" }],
    format: ["Broken: not a token at all", { break: "format" }],
};

/** Opens a dialog with a token of the person that `record` is. */
export function signInAs(collection, record) {
    const chosen = { system: collection.signIn[0].system, state: "good" };
    const { world } = page;
    let [token, problem] = [null, null];

    async function make() {
        const wanted = { ...chosen };
        const { system, member } = collection.signIn.find(({ system }) => system === wanted.system);
        const body = { system, user: String(record[member]), ...states[wanted.state][1] };
        try {
            const made = await send("POST", "tokens", body, inWorld({ world }));
            if (isChosen(wanted)) [token, problem] = [made, null];
        } catch (error) {
            if (error.status === undefined) throw error;
            if (isChosen(wanted)) [token, problem] = [null, error];
        }
        redraw();
    }

    function isChosen(wanted) {
        return wanted.system === chosen.system && wanted.state === chosen.state;
    }

    function choice(name, label, choices) {
        return formField({ name, label, kind: "choice", choices }, chosen[name], (value) => {
            chosen[name] = value;
            make();
        });
    }

    make();
    return openDialog(`Sign in as ${record.name ?? record.email ?? record.id}`, (close) => [
        choice("system", "System", collection.signIn.map(({ system }) => system)),
        choice("state", "Token", Object.entries(states).map(([name, [label]]) => [name, label])),
        problem && problemText(problem),
        token && facts([
            ["Token", copied(token.token)],
            ["Header", token.header && copied(token.header)],
            ["In the query", token.query && copied(token.query)],
            ["Ends", token.expiresAt],
        ]),
        h("footer", {}, button("Close", () => close())),
    ]);
}
