package import MockPostlyHTTP
package import MockPostlyHTTPClient
package import MockPostlyProxy

/// Why a real server has given no answer.
package enum UpstreamFailure: Error, Equatable {
    /// It cannot be reached.
    case dial(DialFailure)
    /// It was reached, and TLS or the answer has failed.
    case answer(HTTPFailure)
    /// Its answer cannot be sent on; the words say what is wrong with it.
    case unusable(String)
    /// A kept connection was closed under a request that must not be sent twice.
    case keptAndClosed
    /// The body of the request has not come to its end; nil when the client has left.
    case incomplete(Rejection?)

    /// The status for the client (RFC 9110, sections 15.6.3 and 15.6.5).
    package var status: Int {
        switch self {
        case .dial(let failure): failure.status
        case .answer(.late): 504
        case .answer, .unusable, .keptAndClosed: 502
        case .incomplete(let rejection): rejection?.status ?? 400
        }
    }

    /// What helps, as a sentence.
    package var hint: String {
        switch self {
        case .dial(.name(_)): "Look at the name in --upstream, and at the network."
        case .dial: "See whether it runs, and whether --upstream has its port."
        case .answer(.untrusted(let words)) where words.hasSuffix("mismatch"):
            "Name the real server in --upstream as its certificate does."
        case .answer(.untrusted(let words)) where words.hasSuffix("expired"):
            "It needs another certificate."
        case .answer(.untrusted):
            "--upstream-ca FILE trusts the authority that has signed the certificate."
        case .answer(.insecure): "See whether it speaks TLS there; http:// is without."
        case .answer(.late): "MOCKPOSTLY_UPSTREAM_TIMEOUT sets another time."
        case .answer, .unusable: "Ask it directly to see what it answers."
        case .keptAndClosed: "Send the request again if that does no harm."
        case .incomplete: "Send the whole body. The real server has got a part of it."
        }
    }

    /// The reason in English, as the end of a sentence.
    package var words: String {
        switch self {
        case .dial(let failure): failure.words
        case .answer(let failure): failure.words
        case .unusable(let words): words
        case .keptAndClosed:
            "it closed a kept connection while the request was sent, which may have had its effect"
        case .incomplete(let rejection):
            rejection?.words ?? "the client has left before its request was whole"
        }
    }
}
