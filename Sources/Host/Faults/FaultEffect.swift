package import MockPostlyPatching

/// What is done to one request and its answer; the parts can be combined.
package struct FaultEffect: Sendable, Equatable {
    /// Nil for none.
    package var delay: FaultDelay?
    /// The bytes per second at which the answer is sent.
    ///
    /// 1 or more; head and framing count too.
    package var bandwidth: Int?
    /// The bytes per second at which the body of the request is read; nil for as fast as it comes.
    ///
    /// 1 or more.
    package var uploadBandwidth: Int?
    /// The status of an error that is answered in the dialect's words.
    ///
    /// From 200 to 599.
    package var status: Int?
    /// The seconds in the field Retry-After of that error.
    package var retryAfter: Int?
    package var connection: ConnectionDamage?
    package var body: BodyDamage?
    /// Changes of the JSON that the real system answers; nil for none.
    ///
    /// ``status`` is then that of the real answer, in place of an error.
    package var patch: DocumentPatch?
    /// Changes of the fields of the answer, whatever it is.
    package var fields: [AnswerPatch.FieldChange] = []
    /// Whether the request is handled; nil for what the other parts need.
    package var write: WriteFate?

    /// Nothing is done.
    package init() {}

    /// Whether the dialect handles the request.
    ///
    /// Without ``write`` it is handled when something of the dialect's answer is sent.
    package var runsHandler: Bool {
        switch write {
        case .saved: true
        case .lost: false
        case nil: needsAnswer
        }
    }

    /// Whether something of the dialect's answer is sent.
    private var needsAnswer: Bool {
        (status == nil || patch != nil) && body?.replacesAnswer != true
            && connection?.sendsNothing != true
    }

    /// The status of the error in place of the real answer; nil for the real answer.
    var errorStatus: Int? { patch == nil ? status : nil }

    /// What is changed in the answer; nil for nothing.
    var change: AnswerPatch? {
        guard patch != nil || !fields.isEmpty else { return nil }
        var change = AnswerPatch()
        (change.document, change.fields) = (patch, fields)
        if patch != nil { change.status = status }
        return change
    }

    /// What it does, in short words: `delay+status-503`.
    var name: String {
        var words: [String] = []
        if delay != nil { words.append("delay") }
        if bandwidth != nil { words.append("bandwidth") }
        if uploadBandwidth != nil { words.append("slow-upload") }
        if patch != nil { words.append("patch") }
        if let status { words.append("status-\(status)") }
        if !fields.isEmpty { words.append("headers") }
        if let body { words.append(body.name) }
        if let connection { words.append(connection.kind.rawValue) }
        if write == .saved, !needsAnswer { words.append("after-write") }
        if write == .lost, words.isEmpty { words.append("lost") }
        return words.joined(separator: "+")
    }
}

/// Whether a request was handled although its answer is damaged.
package enum WriteFate: String, Sendable, CaseIterable {
    /// The dialect does not get the request: nothing was saved.
    case lost
    /// The dialect handles the request and its writes are committed, then the answer is damaged.
    case saved
}

/// What happens to the connection.
package struct ConnectionDamage: Sendable, Equatable {
    /// The raw values stand in the control plane's JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// A TCP reset (RST).
        case reset
        /// An orderly close (FIN).
        case close
        /// An orderly close in the middle of the body.
        case truncate
        /// Nothing more is sent, and the connection stays open.
        case stall
        /// There is no connection: the port of the world refuses it.
        case refuse
        /// There is no connection: the TLS handshake fails.
        case tls

        /// Whether it is done to connections before there is a request.
        package var isBeforeRequests: Bool { self == .refuse || self == .tls }
    }

    /// Where in the answer.
    package enum Point: Sendable, Equatable {
        /// Before the first byte.
        case start
        /// After the head.
        case head
        /// After the first half of the body.
        case half
        /// After so many bytes of the body.
        ///
        /// The framing does not count.
        case bytes(Int)
        /// After the last byte.
        case end
    }

    package var kind: Kind
    package var point: Point
    /// How long a stalled connection stays open.
    ///
    /// By the machine's clock; less when the client closes or the server stops.
    package var stallsFor: Duration

    /// How long a connection stalls unless told otherwise.
    package static let usualStall = Duration.seconds(60)

    /// At `point`, or where it is usual: `truncate` after half of the body, others at the start.
    package init(
        _ kind: Kind,
        at point: Point? = nil,
        stallsFor: Duration = ConnectionDamage.usualStall
    ) {
        self.kind = kind
        self.point = point ?? (kind == .truncate ? .half : .start)
        self.stallsFor = stallsFor
    }

    /// Whether no byte of an answer is sent.
    var sendsNothing: Bool { point == .start }
}

/// What happens to the body of an answer, or to the whole answer.
///
/// The raw values stand in the control plane's JSON.
package enum BodyDamage: String, Sendable, CaseIterable {
    /// Random bytes in place of head and body.
    case garbage
    /// The first half of the body, followed by what no JSON may have there.
    case invalidJSON = "invalidJson"
    /// A Content-Type that the body does not have.
    case wrongType
    /// A Content-Length of more bytes than there are.
    case wrongLength
    /// A chunked body with an invalid size after half of it.
    case badChunk
    /// The page in HTML with which a network asks for a log-in, in place of the body.
    case loginPage

    /// Whether nothing of the dialect's answer is sent.
    var replacesAnswer: Bool { self == .garbage || self == .loginPage }

    /// As in names of faults.
    ///
    /// Dashes in place of capitals.
    package var name: String {
        switch self {
        case .garbage: "garbage"
        case .invalidJSON: "invalid-json"
        case .wrongType: "wrong-type"
        case .wrongLength: "wrong-length"
        case .badChunk: "bad-chunk"
        case .loginPage: "login-page"
        }
    }
}
