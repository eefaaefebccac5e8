package io.github.mockpostly;

import java.util.ArrayList;
import java.util.List;

/** The content of a world: who is signed in, resets, snapshots and files. */
public interface WorldContent extends WorldControl {
    /**
     * Makes an access token of Postly for a user of this world.
     *
     * @param user an e-mail address or an id
     * @return the token, without {@code Bearer}
     * @throws MockPostlyException when there is no such user
     */
    default String token(String user) {
        return token(TokenOrder.postly(user));
    }

    /**
     * Makes a token, valid or with a fault that a test needs.
     *
     * <pre>{@code
     * world.token(TokenOrder.postly("mira.sol@example.com").expiresIn(Duration.ofSeconds(-60)))
     * world.token(TokenOrder.dummyJson("emilys").claims(Json.object("role", "admin")))
     * }</pre>
     *
     * @param order what it is like
     * @return the token, without {@code Bearer}
     * @throws MockPostlyException when there is no such user, or there can be no such token
     */
    default String token(TokenOrder order) {
        return new Part(control("POST", "tokens", order.json)).text("token");
    }

    /**
     * The one-time codes that users of this world can log in with now, the newest last.
     *
     * @return the codes
     */
    default List<LoginCode> loginCodes() {
        List<LoginCode> codes = new ArrayList<>();
        for (Part code : new Part(control("GET", "login-codes", null)).parts("codes")) {
            codes.add(new LoginCode(code));
        }
        return codes;
    }

    /**
     * Resets the content to what the world began with; the clock goes on.
     *
     * @param systems only what belongs to these, such as {@link Dialect#COMMUNITY}; none for all
     */
    default void reset(String... systems) {
        Json all = Json.object();
        Json order = systems.length == 0 ? all : all.with("scope", Json.array((Object[]) systems));
        control("POST", "reset", order);
    }

    /**
     * Undoes the last write.
     *
     * <p>What was committed together is undone together. Faults, stubs, the clock and the journal
     * stay.
     *
     * @throws MockPostlyException when there is no write that can be undone
     */
    default void undo() {
        undo(1);
    }

    /**
     * Undoes the last writes, as {@link #undo()} does the last one.
     *
     * @param count how many
     * @throws MockPostlyException when there are not so many; nothing changes then
     */
    default void undo(int count) {
        control("POST", "undo", Json.object("count", count));
    }

    /**
     * Goes back to before a request of the journal, and all writes after it.
     *
     * @param request one that has written something
     * @throws MockPostlyException when that can no longer be undone; nothing changes then
     */
    default void undoBefore(RecordedRequest request) {
        control("POST", "undo", Json.object("before", request.number()));
    }

    /**
     * Resets all of the world to how it began: its content, clock, faults, stubs and their states,
     * journal, rate limits and events that wait.
     */
    default void resetEverything() {
        control("POST", "reset", Json.object("everything", true));
    }

    // Snapshots

    /**
     * Keeps the content as it is now under a name; a snapshot of that name is replaced.
     *
     * <p>The clock and the token secret are no part of it. It ends with its world.
     *
     * @param snapshot its name
     */
    default void saveSnapshot(String snapshot) {
        control("POST", "snapshots", Json.object("name", snapshot, "overwrite", true));
    }

    /**
     * Makes the content that of a snapshot of this world.
     *
     * @param snapshot its name
     * @throws MockPostlyException when there is none; nothing changes then
     */
    default void restoreSnapshot(String snapshot) {
        control("POST", "snapshots/" + Text.segment(snapshot) + "/restore", Json.object());
    }

    /**
     * Makes the content that of a snapshot of another world.
     *
     * @param snapshot its name
     * @param owner the world that it is of
     * @throws MockPostlyException when there is none; nothing changes then
     */
    default void restoreSnapshot(String snapshot, World owner) {
        Json order = Json.object("of", owner.name());
        control("POST", "snapshots/" + Text.segment(snapshot) + "/restore", order);
    }

    /**
     * The changes since a snapshot: the tables that differ, sorted by name.
     *
     * @param snapshot its name
     * @return the tables, with the keys of their rows
     */
    default List<TableChange> changesSince(String snapshot) {
        String path = "snapshots/" + Text.segment(snapshot) + "/diff?limit=1000000";
        return TableChange.all(control("GET", path, null));
    }

    /**
     * What is not as the world began: the tables that differ, sorted by name.
     *
     * @return the tables, with the keys of their rows
     */
    default List<TableChange> changes() {
        return TableChange.all(control("GET", "changes?limit=1000000", null));
    }

    /**
     * Deletes a snapshot.
     *
     * @param snapshot its name
     * @throws MockPostlyException when there is none
     */
    default void deleteSnapshot(String snapshot) {
        control("DELETE", "snapshots/" + Text.segment(snapshot), null);
    }

    /**
     * The names of the snapshots of this world.
     *
     * @return the names
     */
    default List<String> snapshotNames() {
        List<String> names = new ArrayList<>();
        new Part(control("GET", "snapshots", null)).parts("snapshots")
                .forEach(snapshot -> names.add(snapshot.text("name")));
        return names;
    }

    // Files

    /**
     * The whole content as a seed, as {@link WorldOptions#seed(Json)} takes it.
     *
     * @return the seed
     */
    default Json exportSeed() {
        return control("GET", "export", null);
    }

    /**
     * Replaces the content by that of a seed file, or of an SQLite file that a server exported.
     *
     * @param file the bytes of the file
     * @throws MockPostlyException that names the place when the seed is not valid; nothing changes
     *     then
     */
    default void importContent(byte[] file) {
        MockServer.accepted(controlAnswer("POST", "import", file, MockServer.TIMEOUT));
    }

    /** A one-time code that a server in production would send to a user. */
    final class LoginCode {
        private final Part part;

        LoginCode(Part part) {
            this.part = part;
        }

        /**
         * The name of the system, such as {@code wreely}.
         *
         * @return the name
         */
        public String system() {
            return part.text("system");
        }

        /**
         * The code as the user types it.
         *
         * @return the code
         */
        public String code() {
            return part.text("code");
        }

        /**
         * The e-mail address of the user.
         *
         * @return the address
         */
        public String email() {
            return part.part("user").text("email");
        }

        /**
         * Where it would be sent: a phone number or an e-mail address.
         *
         * @return the number or the address
         */
        public String sentTo() {
            return part.text("sentTo");
        }
    }

    /** The rows of a table that differ between two contents. */
    final class TableChange {
        private final Part part;

        TableChange(Part part) {
            this.part = part;
        }

        static List<TableChange> all(Json difference) {
            List<TableChange> changes = new ArrayList<>();
            for (Part table : new Part(difference).parts("tables")) {
                changes.add(new TableChange(table));
            }
            return changes;
        }

        /**
         * The table with at most ten of its keys: {@code post: + 6b04…, ~ 6b05…}.
         *
         * @return a line
         */
        @Override
        public String toString() {
            List<String> keys = new ArrayList<>();
            added().forEach(key -> keys.add("+ " + key));
            changed().forEach(key -> keys.add("~ " + key));
            removed().forEach(key -> keys.add("- " + key));
            int more = keys.size() - 10;
            String rest = more > 0 ? " and " + more + " more" : "";
            return table() + ": " + String.join(", ", keys.subList(0, Math.min(10, keys.size())))
                    + rest;
        }

        /**
         * The table of the database, such as {@code post}.
         *
         * @return its name
         */
        public String table() {
            return part.text("table");
        }

        /**
         * The keys of rows that were added.
         *
         * @return the keys
         */
        public List<String> added() {
            return part.part("keys").texts("added");
        }

        /**
         * The keys of rows that have changed.
         *
         * @return the keys
         */
        public List<String> changed() {
            return part.part("keys").texts("changed");
        }

        /**
         * The keys of rows that were removed.
         *
         * @return the keys
         */
        public List<String> removed() {
            return part.part("keys").texts("removed");
        }
    }
}
