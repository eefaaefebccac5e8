package io.github.mockpostly;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The journal of a world: what an app has sent, with the answers. */
public interface WorldJournal extends WorldControl {
    /**
     * All requests that came to this world, in the order in which they came; the newest 1,000 of
     * them.
     *
     * @return the requests with their answers
     */
    default List<RecordedRequest> requests() {
        return requests(RequestMatch.ANY);
    }

    /**
     * The requests that came to this world and that meet conditions, in the order in which they
     * came; the newest 1,000 of them.
     *
     * @param match the conditions
     * @return the requests with their answers; passwords, tokens and cookies are shown as {@code …}
     */
    default List<RecordedRequest> requests(RequestMatch match) {
        Json order = match.addTo(Json.object("limit", 1000));
        Json found = control("POST", "requests/find?details=true", order);
        List<RecordedRequest> requests = new ArrayList<>();
        for (Part entry : new Part(found).parts("requests")) {
            requests.add(new RecordedRequest(entry));
        }
        Collections.reverse(requests);
        return requests;
    }

    /**
     * A request as a command of curl, which sends it again; secrets are {@code …}.
     *
     * @param request the request
     * @return the command
     */
    default String curl(RecordedRequest request) {
        String path = "requests/" + request.number() + "/curl";
        Answer answer = controlAnswer("GET", path, null, MockServer.TIMEOUT);
        return MockServer.accepted(answer).text().trim();
    }

    /**
     * All requests in the HTTP Archive format, which the network panels of browsers read.
     *
     * @return the archive
     */
    default Json har() {
        return control("GET", "requests/har", null);
    }

    /**
     * The number of the last entry of the journal: "since here", for {@link
     * RequestMatch#after(int)} of what follows.
     *
     * @return the number, 0 before the first entry
     */
    default int mark() {
        int last = 0;
        for (String kind : List.of("requests", "messages")) {
            Json newest = control("GET", kind + "?limit=1", null);
            for (Part entry : new Part(newest).parts(kind)) {
                last = Math.max(last, entry.integer("number"));
            }
        }
        return last;
    }

    /** Clears the journal: what came before is not counted any more. */
    default void clearJournal() {
        control("DELETE", "requests", null);
    }

    /**
     * The messages of channels in the order in which they came and went; the newest 1,000 of them.
     *
     * @return the messages
     */
    default List<RecordedMessage> messages() {
        List<RecordedMessage> messages = new ArrayList<>();
        Json found = control("GET", "messages?limit=1000&details=true", null);
        for (Part entry : new Part(found).parts("messages")) {
            messages.add(new RecordedMessage(entry));
        }
        Collections.reverse(messages);
        return messages;
    }

    /**
     * The newest requests as a text for a person: a line each, with the body of an answer that
     * refuses.
     *
     * @param most so many requests
     * @return the lines; says so when there was no request
     */
    default String journal(int most) {
        Json order = Json.object("limit", most);
        Part found = new Part(control("POST", "requests/find?details=true", order));
        List<Part> entries = new ArrayList<>(found.parts("requests"));
        Collections.reverse(entries);
        StringBuilder text = new StringBuilder("The journal of world '").append(name());
        int earlier = entries.isEmpty() ? 0 : found.integer("kept") - entries.size();
        text.append(entries.isEmpty() ? "': no request came" : "':");
        text.append(earlier > 0 ? "\n  … " + earlier + " earlier" : "");
        for (Part entry : entries) {
            text.append("\n  ").append(new RecordedRequest(entry));
        }
        return text.toString();
    }
}
