// Dialogs and notices as they are drawn, and the dialog for the admin token.

import { isToken, setAskForToken } from "./api.js";
import { dismiss, openDialog, redraw, shownNotice } from "./page.js";
import { h } from "./view.js";

/** Draws the dialog at a place among those that are open. */
export function drawDialog(dialog, index) {
    const id = `dialog-${index}`;
    return h(
        "dialog",
        {
            key: id,
            class: dialog.isWide ? "wide" : null,
            "aria-labelledby": `${id}-title`,
            attached: (element) => element.showModal(),
            oncancel: (event) => {
                event.preventDefault();
                dialog.close();
            },
        },
        h(
            "h2",
            // A text to read begins at its top, not with the button below it.
            { id: `${id}-title`, tabindex: dialog.isText ? "-1" : null, autofocus: dialog.isText },
            dialog.title,
        ),
        dialog.draw(),
    );
}

/** Draws the notice; there is a place for it even when there is none, so that a new one is heard. */
export function drawNotice() {
    const notices = [shownNotice()].filter(Boolean);
    return h(
        "div",
        // What is new in it is said, not all of it again.
        { class: "notices", role: "status", "aria-atomic": "false", key: "notices" },
        notices.map((notice) =>
            h(
                "div",
                { class: `notice ${notice.kind}`, key: notice.id },
                h("span", {}, notice.text, notice.times > 1 && ` (${notice.times} times)`),
                h("button", {
                    type: "button",
                    class: "plain",
                    "aria-label": "Dismiss",
                    onclick: () => dismiss(notice),
                }, "×"),
            )
        ),
    );
}

function askForToken(problem) {
    let text = "";
    let words = problem.message;
    const submit = (close) => (event) => {
        event.preventDefault();
        if (isToken(text.trim())) return close(text.trim());
        words = "A token has letters, digits and signs of ASCII, without spaces.";
        redraw();
    };
    return openDialog("Admin token", (close) =>
        h(
            "form",
            { onsubmit: submit(close) },
            h("p", { role: "alert" }, words),
            h(
                "div",
                { class: "field" },
                h("label", { for: "admin-token" }, "Token"),
                h("input", {
                    id: "admin-token",
                    type: "password",
                    autocomplete: "off",
                    "aria-describedby": "admin-token-words",
                    attached: (element) => element.focus(),
                    oninput: (event) => text = event.target.value,
                }),
                h("p", { id: "admin-token-words", class: "hint" }, "It is kept for this tab only."),
            ),
            h("footer", {}, h("button", { type: "submit", class: "primary" }, "Continue")),
        ));
}

setAskForToken(askForToken);
