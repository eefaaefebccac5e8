package import MockPostlyHTTP

/// One request's place in its connection, which takes exactly one answer.
///
/// Belongs to the loop's thread. It has at most 24 bytes: so an `any` of it needs no allocation.
package struct Exchange {
    let connection: ServerConnection
    let number: Int
    let isHead: Bool
    let keepsAlive: Bool
    private let smallMinorVersion: UInt8

    init(
        _ connection: ServerConnection,
        number: Int,
        isHead: Bool = false,
        minorVersion: Int = 1,
        keepsAlive: Bool = true
    ) {
        self.connection = connection
        self.number = number
        self.isHead = isHead
        self.keepsAlive = keepsAlive
        smallMinorVersion = UInt8(clamping: minorVersion)
    }

    /// As ``RequestHead/minorVersion``.
    var minorVersion: Int { Int(smallMinorVersion) }

    /// The label of the listener that accepted the connection; 0 unless `listen(on:label:)` set
    /// one.
    package var label: Int { connection.label }

    /// Whether the body was read as slowly as ``RequestHandler/uploadBandwidth(of:label:)`` has said.
    package var hasReadSlowly: Bool { connection.upload?.request == number }

    /// Sends `response`, after the answers to all earlier requests of the connection.
    ///
    /// May be called during the handler or later, on the loop's thread. Only the first answer
    /// counts. If the connection is closed by then, the answer is dropped.
    ///
    /// The answer is sent as its ``Response/delivery`` says, with the body that its
    /// ``Response/source`` gives; further requests of the connection are handled when all of it is
    /// sent.
    ///
    /// Costs no system call while other requests of the same read are still handled: their answers
    /// are sent together, up to 64 KB at a time.
    ///
    /// A takeover of the response gets the connection, with every byte after this request, and is
    /// retained until it ends. If earlier requests of the connection are still unanswered, it is
    /// ended and the connection closed.
    package func respond(_ response: Response) {
        if let takeover = response.takeover {
            connection.handOver(self, response, to: takeover)
        } else {
            connection.answer(self, response)
        }
    }

    /// Calls `body` when the connection ends before this request, which is held, is answered; at once
    /// if it has ended already.
    ///
    /// Has no effect unless ``holdConnection()`` was called before. `body` is called at most once,
    /// on the loop's thread; a later call replaces it. A client that shuts down only its sending
    /// side has not left: an interim response tells the two apart.
    package func whenLeft(_ body: @escaping () -> Void) {
        connection.watchClient(of: number, body)
    }

    /// Handles no further request of this connection until this one is answered.
    ///
    /// For requests whose effect the next one may depend on. Without it up to 256 requests of a
    /// connection may be unanswered at a time.
    ///
    /// To be called during the handler: later, further requests may have been handled already.
    package func holdConnection() {
        connection.hold(for: number, takesInterim: minorVersion > 0)
    }
}
