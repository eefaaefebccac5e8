package import MockPostlyHTTP

/// A request and its answer, as a journal keeps them.
///
/// An object, because requests that are answered from their bytes alone share one. Belongs to the
/// loop's thread.
package final class RecordedExchange {
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
    /// Bytes of memory that it takes, about.
    let size: Int
    /// How many entries of journals have it.
    var entries = 0

    /// An exchange; of longer bodies a copy of their beginning is kept.
    package init(_ request: Request, _ response: Response, route: RouteTaken, asker: String?) {
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
        size = request.headLength + request.body.count + response.body.count + 768
    }
}
