package import MockPostlyHTTP

/// A request and its answer, as a journal keeps them.
///
/// An object, because requests that are answered from their bytes alone share one. Belongs to the
/// loop's thread.
package final class RecordedExchange: JournalContent {
    /// The most bytes of a body that are kept.
    package static let longestBody = 64 * 1024

    /// The request; its body is cut off after ``longestBody``.
    package let request: Request
    /// The answer as the dialect, a stub or a fault made it; its body is cut off after
    /// ``longestBody``.
    package let response: Response
    package let route: RouteTaken
    /// The account of its checked token, as the dialect writes it; nil without one.
    package let asker: String?
    /// The length of the whole body of the request and of the answer.
    package let bodyBytes: (request: Int, response: Int)
    /// The rows that the request has written; empty for most.
    package let changes: [RowChange]

    /// An exchange; of longer bodies a copy of their beginning is kept.
    package init(
        _ request: Request,
        _ response: Response,
        route: RouteTaken,
        asker: String?,
        changes: [RowChange] = []
    ) {
        var (request, response) = (request, response)
        bodyBytes = (request.body.count, response.body.count)
        // The memory for bodies that are being read is not for those that are kept.
        request.claim = nil
        if request.body.count > Self.longestBody {
            request.body = Array(request.body.prefix(Self.longestBody))
        }
        if response.body.count > Self.longestBody {
            response.body = Array(response.body.prefix(Self.longestBody))
        }
        response.source = nil
        self.request = request
        self.response = response
        self.route = route
        self.asker = asker
        self.changes = changes
        super.init(
            size: request.headLength + request.body.count + response.body.count
                + changes.count * 96 + 768
        )
    }

    override var entryContent: JournalEntry.Content { .exchange(self) }
}
