internal import MockPostlyWorld

extension MockServer {
    /// What goes wrong with messages of channels on purpose.
    ///
    /// ```swift
    /// try world.addFault(.drop, onMessages: .received(event: "new_post"), rate: 0.5)
    /// try world.addFault(.refuseJoin(), onMessages: .any.topic("room:*"), times: 1)
    /// ```
    public struct SocketFault: Sendable, Hashable {
        let json: JSON

        private init(_ kind: JSON, _ members: (String, JSON?)...) {
            let others = members.compactMap { name, value in
                value.map { JSON.Member(name, $0) }
            }
            json = .object([JSON.Member("socket", kind)] + others)
        }

        private init(json: JSON) { self.json = json }

        /// A fault as the member `fault` of the control plane: for what has no function here.
        ///
        /// Throws a ``Failure`` when the text is not JSON.
        public static func json(_ text: String) throws -> SocketFault {
            SocketFault(json: try JSON(text: text))
        }

        /// A join is answered with an error, by default with the reason `refused`.
        public static func refuseJoin(reason: String? = nil) -> SocketFault {
            SocketFault("refuse-join", ("reason", reason.map { .string($0) }))
        }

        /// A message never arrives, in either direction.
        public static let drop = SocketFault("drop")

        /// A message arrives always so much later.
        public static func delay(_ time: Duration) -> SocketFault { delay(.fixed(time)) }

        /// A message arrives later, by at most an hour.
        public static func delay(_ delay: Fault.Delay) -> SocketFault {
            SocketFault("delay", ("delay", delay.json))
        }

        /// A message arrives twice.
        public static let duplicate = SocketFault("duplicate")

        /// A message arrives after the next one in its direction, or after a time if none comes.
        public static func reorder(within time: Duration? = nil) -> SocketFault {
            SocketFault("reorder", ("within", time.map { .string(formatDuration($0)) }))
        }

        /// A message arrives with other values in its payload, as in ``Fault/patch(_:removing:status:headers:)``.
        public static func patch(_ changes: JSON? = nil, removing paths: [String] = [])
            -> SocketFault
        {
            SocketFault(
                "patch",
                ("patch", changes),
                ("remove", paths.isEmpty ? nil : .array(paths.map { .string($0) }))
            )
        }

        /// Heartbeats get no reply.
        public static let ignoreHeartbeats = SocketFault("ignore-heartbeats")
        /// The channel ends with `phx_error`, as after a crash, and has to be joined again.
        public static let phxError = SocketFault("phx-error")
        /// The connection stays open, but nothing is handled, answered or sent any more.
        public static let halfOpen = SocketFault("half-open")
        /// The connection ends with a TCP reset.
        public static let reset = SocketFault("reset")
        /// The connection ends in order, but without a close frame.
        public static let close = SocketFault("close")
    }
}
