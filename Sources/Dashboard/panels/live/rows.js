// The rows of the journal that meet the filter, kept up to date without reading all of them again.

import { journal } from "../../journal.js";

export class Rows {
    /** The rows that are shown, the oldest first. */
    list = [];
    #test = () => true;
    #epoch = -1;
    #version = -1;
    /** How many rows of the whole journal were looked at. */
    #seen = 0;
    /** Places of the whole journal, beside `list`. */
    #places = [];

    /** Shows the rows that `test` takes. */
    use(test) {
        this.#test = test;
        this.#epoch = -1;
        this.#version = -1;
    }

    /** Whether the list is of another filter, or of rows that are not there any more. */
    get isOutdated() {
        return this.#epoch !== journal.epoch;
    }

    /** Looks at what has come; gives how many rows were added at the end. */
    update() {
        if (this.#version === journal.version) return 0;
        this.#version = journal.version;
        const isNew = this.#epoch !== journal.epoch;
        if (isNew) {
            this.#epoch = journal.epoch;
            this.list = [];
            this.#places = [];
            this.#seen = journal.removed;
        }
        const before = this.list.length;
        const start = Math.max(this.#seen - journal.removed, 0);
        for (let index = start; index < journal.rows.length; index += 1) {
            const row = journal.rows[index];
            if (!this.#test(row)) continue;
            this.list.push(row);
            this.#places.push(journal.removed + index);
        }
        this.#seen = journal.removed + journal.rows.length;
        const added = this.list.length - before;
        const gone = this.#places.findIndex((place) => place >= journal.removed);
        if (gone > 0 || (gone < 0 && this.list.length)) {
            this.list.splice(0, gone < 0 ? this.list.length : gone);
            this.#places.splice(0, gone < 0 ? this.#places.length : gone);
        }
        return isNew ? 0 : added;
    }
}
