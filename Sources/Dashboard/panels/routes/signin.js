// Who signs in for a request, and with what token.

import { dateAndTime } from "../../format.js";
import { redraw } from "../../page.js";
import { button, copyButton, fieldOf, formField } from "../../parts.js";
import { h } from "../../view.js";
import { forgetTokens, kindsOf, knownToken, people } from "./examples.js";

/** The fields of it: `user` and `kind` are what they have, `type` changes them. */
export function drawSignIn(system, { user, kind, problem, type }) {
    const token = user ? knownToken(system, user.trim(), kind) : null;
    const asField = {
        name: "as",
        id: "route-as",
        label: "Signed in",
        list: "people",
        isShort: true,
        hint: "E-mail address, username or id; empty for nobody.",
    };
    const refused = problem && fieldOf(problem, [{ name: "user" }]) ? problem : null;
    return [
        h("datalist", { id: "people" }, people(system).map((name) => h("option", { value: name }))),
        formField(asField, user, (value) => type("as", value), refused),
        user && formField(
            {
                name: "with",
                id: "route-with",
                label: "With",
                kind: "choice",
                choices: kindsOf(system),
                isShort: true,
            },
            kind,
            (value) => type("with", value),
            null,
        ),
        token && h(
            "p",
            { class: "token hint" },
            `The token is from ${dateAndTime(token.madeAt)} UTC`,
            token.expiresAt ? `, good until ${dateAndTime(token.expiresAt)}. ` : ". ",
            copyButton(token.token, "Copy it"),
            " ",
            button("A new one", () => {
                forgetTokens();
                redraw();
            }, { class: "small" }),
        ),
    ];
}
