internal import MockPostlyHTTP
internal import MockPostlyHTTPClient

/// How the answer of a real server is sent on (RFC 9110, section 7.6).
struct ForwardedAnswer {
    /// The answer without its body.
    private(set) var response: Response
    /// The length of the body that the server tells; nil when it does not.
    let length: Int?
    /// Whether the server closes the connection after it.
    let closesConnection: Bool

    /// Fields of one connection (RFC 9110, section 7.6.1), and those that are written anew.
    private static let ownFields: Set<String> = [
        "connection", "content-length", "date", "keep-alive", "proxy-authenticate",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        AnswerMark.upstreamField.lowercased(),
    ]

    /// What `reader`, which has read the head of the answer, is to be sent on as.
    ///
    /// - Throws: ``UpstreamFailure/unusable(_:)`` for a framing that has two meanings or none.
    init(
        _ reader: HTTPAnswerReader,
        from origin: HTTPOrigin,
        isHead: Bool
    ) throws(UpstreamFailure) {
        let answer = reader.partialAnswer
        let values = { (name: String) in
            answer.fields.filter { $0.name.lowercased() == name }.map(\.value)
        }
        let connection = ForwardedHead.words(values("connection").joined(separator: ","))
        closesConnection =
            connection.contains("close") || reader.isOld || reader.endsWithConnection
        length = try Self.length(values("content-length"), values("transfer-encoding"))
        response = Response(status: answer.status)
        let dropped = Self.ownFields.union(connection)
        let kept = answer.fields.filter { !dropped.contains($0.name.lowercased()) }
        if kept.contains(where: { $0.bytes != nil }) {
            response.sharedFields = FieldBlock(
                lines: kept.map { ($0.name, $0.bytes ?? Array($0.value.utf8)) }
            )
        } else {
            response.fields = kept.map { .init($0.name, $0.value) }
        }
        response.fields.append(.init(AnswerMark.upstreamField, origin.description))
        response.mark = AnswerMark(upstream: origin.description)
        if !reader.reason.isEmpty { response.reason = reader.reason }
        guard answer.status != 101 else {
            response.fields += [.init("Connection", "Upgrade"), .init("Upgrade", "websocket")]
            return
        }
        response.date = values("date").first
        guard response.hasBody else { return }
        if let length, isHead || length > 0 {
            response.delivery = Delivery(.length(length), ending: .kept)
        } else if length == nil {
            response.isChunked = true
        }
    }

    /// The length of a body; nil when its chunks or the end of the connection tell it.
    ///
    /// A chunked body has no length, whatever another field says (RFC 9112, section 6.3).
    private static func length(
        _ lengths: [String],
        _ codings: [String]
    ) throws(UpstreamFailure) -> Int? {
        let coding = codings.joined(separator: ",").lowercased()
        if coding == "chunked" { return nil }
        guard coding.isEmpty else {
            throw .unusable("its answer has a Transfer-Encoding that is not known: \(coding)")
        }
        guard let first = lengths.first else { return nil }
        guard Set(lengths).count == 1, let length = Int(first), length >= 0 else {
            throw .unusable("its answer has a Content-Length of several meanings")
        }
        return length
    }

    /// The answer with its whole body.
    func whole(_ body: [UInt8]) -> Response {
        var response = response
        response.body = body
        // What was collected needs no framing of its own.
        if !body.isEmpty { response.delivery = .whole }
        return response
    }

    /// The answer whose body comes from `source`.
    func streamed(from source: any BodySource) -> Response {
        var response = response
        response.source = source
        return response
    }
}
