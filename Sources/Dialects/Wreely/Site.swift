internal import MockPostlyHTTP

/// The beginning of links in responses: scheme, host and world prefix of the client's request.
struct Site: Equatable {
    let text: String

    init(_ request: Request) {
        let host = request.host.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        // With more than one proxy, the first in the list is the one that the client talks to.
        let forwarded = request.header("x-forwarded-proto")?.lowercased().split(separator: ",")
        let scheme = forwarded?.first?.drop { $0 == " " } == "https" ? "https" : "http"
        text = "\(scheme)://\(host)\(request.pathPrefix)"
    }

    /// A stored picture as a URL: a path of this server gets the site, others stay as they are.
    ///
    /// Empty for nil.
    func link(_ stored: String?) -> String {
        guard let stored else { return "" }
        return stored.utf8.starts(with: "/".utf8) && !stored.utf8.starts(with: "//".utf8)
            ? text + stored : stored
    }
}
