internal import MockPostlyCrypto
package import MockPostlyHTTP

/// The key of a world's Google accounts, made when it is needed first.
///
/// Belongs to the loop's thread.
package final class GoogleKeyHolder {
    private var key: GoogleKey?
    private let maker: Maker

    /// A holder of the key that follows from `secret`.
    package init(secret: String) {
        maker = Maker(secret)
    }

    /// Replies by `body`, later when the key has yet to be made.
    package func reply(_ body: @escaping (GoogleKey) throws -> Response) throws -> Reply {
        if let key { return .now(try body(key)) }
        let maker = maker
        return .later(
            SlowWork {
                maker.key
            } finish: { [self] made in
                let key = try made.get()
                self.key = key
                return try body(key)
            }
        )
    }
}

/// Makes a key, once for all who wait for it.
///
/// Unchecked: only slow work calls it, and that runs on one thread.
private final class Maker: @unchecked Sendable {
    private let secret: String
    private var made: Result<GoogleKey, CryptoError>?

    init(_ secret: String) {
        self.secret = secret
    }

    var key: Result<GoogleKey, CryptoError> {
        if case .success = made, let made { return made }
        let new = Result { () throws(CryptoError) in try GoogleKey(secret: secret) }
        made = new
        return new
    }
}
