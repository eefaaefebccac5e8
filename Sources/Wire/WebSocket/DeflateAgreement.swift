/// How a server takes part in permessage-deflate (RFC 7692).
package struct DeflateSettings: Sendable, Equatable {
    /// Whether messages may refer to earlier ones of their connection.
    ///
    /// Off, the server demands `client_no_context_takeover` and promises the same of itself, which
    /// a server may do whatever the client offers (7.1.1). Then all connections share one
    /// ``DeflatePool``, an idle one holds no memory for compression, and a message to many is
    /// compressed once. On, each connection that uses it holds about 40 KiB.
    package var keepsContext = false
    /// Bytes below which a message is sent as it is; it would hardly get smaller.
    package var smallestMessage = 1024
    /// The windows of a connection that keeps its context, 9 to 15.
    package var ownWindowBits = 12
    /// How much memory its compressor may spend on finding repetitions, 1 to 9.
    package var ownMemoryLevel = 5

    package init() {}
}

/// What server and client have agreed on about permessage-deflate.
package struct DeflateAgreement: Sendable, Equatable {
    /// The window of the server's messages, 8 to 15.
    package var serverWindowBits = 15
    /// The window of the client's messages, 8 to 15.
    package var clientWindowBits = 15
    /// Whether the server's messages may refer to earlier ones.
    package var serverKeepsContext = false
    /// Whether the client's messages may.
    package var clientKeepsContext = false
    /// The value of `Sec-WebSocket-Extensions` in the answer.
    package var field = ""

    /// The agreement on the first offer in `field` that can be accepted; nil when there is none.
    ///
    /// An offer with a parameter that is unknown, there twice, or has a value that it must not
    /// have is declined (7.1), and the next one is looked at. A field that is no list of
    /// extensions offers nothing.
    package init?(offers field: String, _ settings: DeflateSettings) {
        for offer in ExtensionOffer.all(in: field) where offer.name == "permessage-deflate" {
            guard let terms = DeflateTerms(offer) else { continue }
            self.init(terms, settings)
            return
        }
        return nil
    }

    private init(_ terms: DeflateTerms, _ settings: DeflateSettings) {
        field = "permessage-deflate"
        serverKeepsContext = settings.keepsContext && !terms.serverForgets
        if !serverKeepsContext { field += "; server_no_context_takeover" }
        // Only a client that says so lets us bound what we would have to remember.
        clientKeepsContext =
            settings.keepsContext && !terms.clientForgets && terms.clientWindow != .unbounded
        if !clientKeepsContext { field += "; client_no_context_takeover" }
        if let bits = terms.serverWindowBits {
            serverWindowBits = bits
            field += "; server_max_window_bits=\(bits)"
        }
        if serverKeepsContext { serverWindowBits = min(serverWindowBits, settings.ownWindowBits) }
        if clientKeepsContext, case .atMost(let bits) = terms.clientWindow {
            clientWindowBits = min(bits, settings.ownWindowBits)
            field += "; client_max_window_bits=\(clientWindowBits)"
        }
    }
}

/// The parameters of one offer of permessage-deflate (RFC 7692, 7.1).
private struct DeflateTerms {
    enum Window: Equatable {
        /// The client does not let the server choose.
        case unbounded
        case atMost(Int)
    }

    var serverForgets = false
    var clientForgets = false
    var serverWindowBits: Int?
    var clientWindow = Window.unbounded

    /// Fails when the offer must be declined.
    init?(_ offer: ExtensionOffer) {
        var seen: Set<String> = []
        for (name, value) in offer.parameters {
            guard seen.insert(name).inserted else { return nil }
            switch (name, value) {
            case ("server_no_context_takeover", nil):
                serverForgets = true
            case ("client_no_context_takeover", nil):
                clientForgets = true
            case ("server_max_window_bits", let value?):
                guard let bits = Self.windowBits(value) else { return nil }
                serverWindowBits = bits
            case ("client_max_window_bits", nil):
                clientWindow = .atMost(15)
            case ("client_max_window_bits", let value?):
                guard let bits = Self.windowBits(value) else { return nil }
                clientWindow = .atMost(bits)
            default:
                return nil
            }
        }
    }

    /// 8 to 15, without leading zeros.
    private static func windowBits(_ text: String) -> Int? {
        (8...15).first { String($0) == text }
    }
}
