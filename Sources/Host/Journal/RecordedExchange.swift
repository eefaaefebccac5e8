package import MockPostlyHTTP

/// A request and its answer, as a journal keeps them.
///
/// An object, because requests that are answered from their bytes alone share one. One that was kept
/// as bytes is read when somebody asks. Belongs to the loop's thread.
package final class RecordedExchange: JournalContent {
    private let outline: ExchangeOutline
    /// The fault and the stub that made the answer; nil for most.
    package let mark: AnswerMark?
    /// The account of its checked token, as the dialect writes it; nil without one.
    ///
    /// To be read with the dialect of ``route``.
    package let asker: String?
    /// The rows that the request has written; empty for most.
    package let changes: [RowChange]
    /// The parts that are not read yet, and where the fields of the answer begin.
    private let unread: (bytes: [UInt8], fields: Int)

    /// The request with the path as it was sent; its body may be cut off.
    package private(set) lazy var request = readRequest()
    /// The answer as the dialect, a stub or a fault made it; its body may be cut off.
    package private(set) lazy var response = readResponse()

    /// An exchange; of bodies over `longest` bytes a copy of their beginning is kept.
    ///
    /// Shares heads, and bodies that are not longer.
    ///
    /// - Parameters:
    ///   - request: as it was received.
    ///   - response: with the whole body, or with the beginning of one that was `sent`.
    ///   - route: which the request took.
    ///   - asker: the account of its checked token.
    ///   - changes: the rows that it has written.
    ///   - longest: the most bytes that are kept of a body.
    ///   - sent: the length of a body that came over time; nil for that of `response`.
    package init(
        _ request: Request,
        _ response: Response,
        route: RouteTaken,
        asker: String?,
        changes: [RowChange] = [],
        longest: Int = JournalLimits().body,
        sent: Int? = nil
    ) {
        var outline = ExchangeOutline(request, response, route, changes, longest: longest)
        if let sent { outline.responseBytes = sent }
        self.outline = outline
        (mark, self.asker, self.changes, unread) = (response.mark, asker, changes, ([], 0))
        super.init(size: outline.size(response, asker, changes) + 512)
        self.request = Request(head: request.head, body: request.body.beginning(longest))
        self.request.isSecure = request.isSecure
        self.response = response
        self.response.leaveAsUsual()
        self.response.body = response.body.beginning(longest)
    }

    /// Reads what ``ExchangeOutline/write(_:_:_:_:to:)`` has written.
    init(_ bytes: [UInt8]) {
        var start = 0
        (outline, mark, asker, changes) = bytes.withUnsafeBytes { bytes in
            var reader = EntryReader(bytes)
            let outline = reader.value(ExchangeOutline.self)
            let (asker, fault) = (reader.text(), reader.text())
            let changes = (0..<outline.changes).map { _ in
                RowChange(reader.value(), table: reader.text() ?? "", key: reader.text() ?? "")
            }
            let isMarked = fault != nil || outline.stub != nil
            let mark = isMarked ? AnswerMark(fault: fault, stub: outline.stub) : nil
            start = reader.place
            return (outline, mark, asker, changes)
        }
        unread = (bytes, start)
        super.init(size: bytes.count)
    }

    package var route: RouteTaken { outline.route }
    package var status: Int { outline.status }
    /// The length of the whole body of the request and of the answer.
    ///
    /// In bytes, as the request was received and the answer was made.
    package var bodyBytes: (request: Int, response: Int) {
        (outline.requestBytes, outline.responseBytes)
    }

    /// Whether nothing owns the request: no route took it and no stub, and it was refused.
    package var isUnknown: Bool {
        Self.isUnknown(status, mark, route) && response[AnswerMark.upstreamField] == nil
    }

    /// The same of a request that was answered with `response`.
    package static func isUnknown(_ response: Response, _ route: RouteTaken) -> Bool {
        isUnknown(response.status, response.mark, route) && response.mark?.upstream == nil
    }

    private static func isUnknown(_ status: Int, _ mark: AnswerMark?, _ route: RouteTaken) -> Bool {
        guard status >= 400, mark?.stub == nil else { return false }
        return switch route {
        case .served(_, let route): route == nil
        case .none: true
        case .control: false
        }
    }

    /// Whether the whole body of the answer was kept.
    package var isAnswerWhole: Bool { outline.answer == outline.responseBytes }

    private func readRequest() -> Request {
        unread.bytes.withUnsafeBytes { bytes in
            var reader = EntryReader(bytes, at: bytes.count - outline.contentLength)
            var request = Request(
                headBytes: reader.bytes(Int(outline.head)),
                body: reader.bytes(Int(outline.body))
            )
            request.isSecure = outline.isSecure
            return request
        }
    }

    private func readResponse() -> Response {
        unread.bytes.withUnsafeBytes { bytes in
            var reader = EntryReader(bytes, at: unread.fields)
            var fields = FieldBlock.fields(of: reader.bytes(Int(outline.lines)))
            for _ in 0..<outline.fields {
                fields.append(.init(reader.text() ?? "", reader.text() ?? ""))
            }
            reader = EntryReader(bytes, at: bytes.count - Int(outline.answer))
            var response = Response(status: status, fields: fields, body: reader.rest())
            response.mark = mark
            return response
        }
    }

    override var entryContent: JournalEntry.Content { .exchange(self) }
}

extension [UInt8] {
    /// At most `longest` bytes of it; a copy only when it has more.
    fileprivate func beginning(_ longest: Int) -> [UInt8] {
        count > longest ? Array(prefix(longest)) : self
    }
}

/// The beginning of the bytes of an exchange, of fixed layout.
///
/// After it come, in this order: account and fault, the changed rows, the shared lines and the other
/// fields of the answer, the head and the body of the request, the body of the answer.
struct ExchangeOutline: BitwiseCopyable {
    var route: RouteTaken
    var status: Int
    var stub: Int?
    var requestBytes: Int
    var responseBytes: Int
    // How many bytes of each part there are.
    var lines: UInt32
    var head: UInt32
    var body: UInt32
    var answer: UInt32
    // How many fields and changes there are.
    var fields: UInt32
    var changes: UInt32
    var isSecure: Bool

    /// Of bodies over `longest` bytes, the beginning is to be written.
    init(
        _ request: Request,
        _ response: Response,
        _ route: RouteTaken,
        _ changes: [RowChange],
        longest: Int
    ) {
        self.route = route
        status = response.status
        stub = response.mark?.stub
        requestBytes = request.bodyCount
        responseBytes = response.body.count
        lines = UInt32(response.sharedFields?.bytes.count ?? 0)
        head = UInt32(request.headLength)
        body = UInt32(min(request.body.count, longest))
        answer = UInt32(min(responseBytes, longest))
        fields = UInt32(response.fields.count)
        self.changes = UInt32(changes.count)
        isSecure = request.isSecure
    }

    /// Bytes of the request and of the answer's body, which come last.
    var contentLength: Int { Int(head) + Int(body) + Int(answer) }

    /// Bytes of all parts together.
    func size(_ response: Response, _ asker: String?, _ changes: [RowChange]) -> Int {
        var size = MemoryLayout<Self>.size + contentLength + Int(lines)
        size += EntryWriter.size(of: asker) + EntryWriter.size(of: response.mark?.fault)
        for field in response.fields {
            size += EntryWriter.size(of: field.name) + EntryWriter.size(of: field.value)
        }
        for change in changes {
            size += MemoryLayout<RowChange.Kind>.size + EntryWriter.size(of: change.table)
            size += EntryWriter.size(of: change.key)
        }
        return size
    }

    /// Writes as many bytes as ``size(_:_:_:)`` says.
    func write(
        _ request: Request,
        _ response: Response,
        _ asker: String?,
        _ changes: [RowChange],
        to writer: inout EntryWriter
    ) {
        writer.put(self)
        writer.put(asker)
        writer.put(response.mark?.fault)
        for change in changes {
            writer.put(change.kind)
            writer.put(change.table)
            writer.put(change.key)
        }
        if let shared = response.sharedFields { writer.put(shared.bytes, Int(lines)) }
        for field in response.fields {
            writer.put(field.name)
            writer.put(field.value)
        }
        request.withHeadBytes { writer.put(UnsafeRawBufferPointer($0)) }
        writer.put(request.body, Int(body))
        writer.put(response.body, Int(answer))
    }
}
