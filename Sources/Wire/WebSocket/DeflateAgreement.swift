/// The server's settings for permessage-deflate (RFC 7692).
package struct DeflateSettings: Sendable, Equatable {
    /// Whether a message may be compressed with reference to earlier ones of its connection.
    ///
    /// If not, the server demands `client_no_context_takeover` and promises the same for itself,
    /// which a server may do whatever the client offers (7.1.1). Then all connections share one
    /// ``DeflatePool``, an idle connection holds no memory for compression, and a message to many
    /// is compressed once. If so, each connection that uses compression holds about 40 KiB.
    package var keepsContext = false
    /// Messages with fewer bytes are not compressed, because they would hardly get smaller.
    package var smallestMessage = 1024
    /// The window size of a connection that keeps its context, as a power of two, 9 to 15.
    package var ownWindowBits = 12
    /// zlib's memory level of such a connection's compressor, 1 to 9; a higher level compresses
    /// better.
    package var ownMemoryLevel = 5

    /// The default settings.
    package init() {}
}

/// The parameters of permessage-deflate that server and client have agreed on.
package struct DeflateAgreement: Sendable, Equatable {
    /// The window size of the server's messages, as a power of two, 8 to 15.
    package var serverWindowBits = 15
    /// The window size of the client's messages, as a power of two, 8 to 15.
    package var clientWindowBits = 15
    /// Whether the server's messages may refer to earlier ones.
    package var serverKeepsContext = false
    /// Whether the client's messages may refer to earlier ones.
    package var clientKeepsContext = false
    /// The value of `Sec-WebSocket-Extensions` in the answer.
    ///
    /// Such as `permessage-deflate; server_no_context_takeover; client_no_context_takeover`.
    package var field = ""

    /// The agreement on the first acceptable offer in `field`; nil when there is none.
    ///
    /// An offer is declined if it has an unknown parameter, a repeated parameter or an invalid
    /// value (7.1); then the next offer is tried. A malformed field offers nothing.
    ///
    /// - Parameters:
    ///   - field: the values of `Sec-WebSocket-Extensions`, joined with commas.
    ///   - settings: what the server allows.
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
        // Only a client that sends `client_max_window_bits` lets the server limit its window's
        // memory.
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

/// The parameters of an offer of permessage-deflate (RFC 7692, 7.1).
private struct DeflateTerms {
    enum Window: Equatable {
        /// The client does not let the server limit its window.
        case unbounded
        case atMost(Int)
    }

    var serverForgets = false
    var clientForgets = false
    var serverWindowBits: Int?
    var clientWindow = Window.unbounded

    /// Nil when the offer must be declined.
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

    /// Reads 8 to 15, without leading zeros; nil for other texts.
    private static func windowBits(_ text: String) -> Int? {
        (8...15).first { String($0) == text }
    }
}
