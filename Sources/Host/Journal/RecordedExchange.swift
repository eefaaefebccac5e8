package import MockPostlyHTTP

/// A request and its answer, as a journal keeps them.
///
/// An object, because requests that are answered from their bytes alone share one. Belongs to the
/// loop's thread.
package final class RecordedExchange: JournalContent {
    private let head: RequestHead
    /// Whether the request came over TLS.
    private let isSecure: Bool
    private let body: [UInt8]
    /// The answer as the dialect, a stub or a fault made it; its body may be cut off.
    package let response: Response
    package let route: RouteTaken
    /// The account of its checked token, as the dialect writes it; nil without one.
    ///
    /// To be read with the dialect of ``route``.
    package let asker: String?
    /// The length of the whole body of the request and of the answer.
    ///
    /// In bytes, as the request was received and the answer was made.
    package let bodyBytes: (request: Int, response: Int)
    /// The rows that the request has written; empty for most.
    package let changes: [RowChange]

    /// An exchange; of bodies over `longest` bytes a copy of their beginning is kept.
    ///
    /// Costs a copy of the beginnings of the bodies, and shares heads.
    package init(
        _ request: Request,
        _ response: Response,
        route: RouteTaken,
        asker: String?,
        changes: [RowChange] = [],
        longest: Int = JournalLimits().body
    ) {
        // Copied member by member, as every request comes through here.
        bodyBytes = (request.body.count, response.body.count)
        head = request.head
        isSecure = request.isSecure
        body = bodyBytes.request > longest ? Array(request.body.prefix(longest)) : request.body
        if bodyBytes.response > longest || response.source != nil {
            var short = response
            short.body = Array(response.body.prefix(longest))
            short.source = nil
            self.response = short
        } else {
            self.response = response
        }
        self.route = route
        self.asker = asker
        self.changes = changes
        super.init(
            size: request.headLength + body.count + self.response.body.count
                + changes.count * 96 + 768
        )
    }

    /// The request with the path as it was sent; its body may be cut off.
    package var request: Request {
        var request = Request(head: head, body: body)
        request.isSecure = isSecure
        return request
    }

    /// Whether the whole body of the answer was kept.
    package var isAnswerWhole: Bool { response.body.count == bodyBytes.response }

    override var entryContent: JournalEntry.Content? { .exchange(self) }
}
