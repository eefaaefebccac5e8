internal import MockPostlyCrypto
package import MockPostlyHTTP
internal import MockPostlyThreads

/// The key of a world's Google accounts, made when it is first needed.
///
/// Belongs to the loop's thread.
package final class GoogleKeyHolder {
    private var known: GoogleKey?
    private let maker: Maker

    /// A holder of the key that is derived from `secret`; nothing is computed yet.
    package init(secret: String) {
        maker = Maker(secret)
    }

    /// The key; deferred when it must be made first.
    ///
    /// Two requests that come before it is made wait for the same work.
    ///
    /// - Throws: ``CryptoError`` when the library fails.
    package func key() throws -> Deferred<GoogleKey> {
        if let known { return .now(known) }
        let maker = maker
        return .later(on: .keys) {
            try maker.key.get()
        } finish: { [self] made in
            let key = try made.get()
            known = key
            return key
        }
    }
}

/// Makes a key once, even when several threads ask for it at the same time.
private final class Maker: Sendable {
    private let secret: String
    private let made = Monitor<GoogleKey?>(nil)

    init(_ secret: String) {
        self.secret = secret
    }

    var key: Result<GoogleKey, CryptoError> {
        made.withLock { made in
            if let made { return .success(made) }
            let new = Result { () throws(CryptoError) in try GoogleKey(secret: secret) }
            if case .success(let key) = new { made = key }
            return new
        }
    }
}
