internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyWorld

extension SocketFault: MadeOfMembers {
    static let table: [Member<SocketFault>] = [
        .value("socket", \.kind, .choice, "what is done to messages or their connection").required,
        .value("reason", \.reason, .text, "what a refused join is told; default: refused")
            .needing("socket", "refuse-join", "Only 'refuse-join' has it"),
        .value("delay", \.delay, .delay, "a delay of at most 1h, or a distribution of times")
            .needing("socket", "delay", "Only 'delay' has it"),
        .value(
            "within",
            \.within,
            .time(upTo: longestWithin, "Send a time of at most 60s."),
            "how long a message waits for the next one, at most 60s; default: 1s"
        ).needing("socket", "reorder", "Only 'reorder' has it"),
        .part("patch", PatchMembers.patch, "what is changed in the payload")
            .details(PatchMembers.patchDetails)
            .needing("socket", "patch", "Only 'patch' has it"),
        .part("remove", PatchMembers.remove, "paths that are removed from the payload")
            .details(PatchMembers.removeDetails)
            .needing("socket", "patch", "Only 'patch' has it"),
    ]

    /// Reads the members of a fault.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        self.init(.drop)
        try readMembers(body)
        if !body.has("socket") {
            throw body.missing("socket", "It can be: \(enumerated(Kind.allCases.map(\.rawValue))).")
        }
        patch = try body.documentPatch()
        if kind == .patch, patch == nil {
            throw body.missing("patch", "Send such as {\"$.post.title\": null}, or 'remove'.")
        }
        if kind == .delay, !body.has("delay") {
            throw body.missing("delay", "Send a time such as '500ms', or a distribution.")
        }
    }
}
