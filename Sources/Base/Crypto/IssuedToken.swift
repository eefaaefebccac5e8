internal import MockPostlyText

/// A fault that a token can be made with, for tests of clients.
package enum TokenFault: String, Sendable, CaseIterable {
    /// A signature of the right form, made with another key.
    case signature
    /// A signature of an algorithm that the server does not accept.
    case algorithm
    /// Text that does not have the form of a token.
    case format
}

/// A token that was made on request, with its account.
package struct IssuedToken: Sendable, Equatable {
    package var token: String
    package var userID: String
    package var email: String
    /// In seconds since 1970; nil when it does not expire.
    package var expiresAt: Int64?

    /// The parts of an issued token.
    package init(token: String, userID: String, email: String, expiresAt: Int64?) {
        self.token = token
        self.userID = userID
        self.email = email
        self.expiresAt = expiresAt
    }
}

/// The error that a token was requested that its system cannot issue.
package struct TokenMismatch: Error, Sendable, Equatable {
    /// The part of the request that cannot be fulfilled.
    package enum Part: Sendable {
        case lifetime, claims, fault
    }

    package var part: Part
    /// The reason, such as "tokens of this system do not end".
    package var reason: String
    /// What to request instead, as one sentence.
    package var hint: String

    /// A mismatch with its reason and hint.
    package init(_ part: Part, _ reason: String, hint: String) {
        self.part = part
        self.reason = reason
        self.hint = hint
    }
}

/// When a token was issued and when it expires, in seconds since 1970.
package struct TokenTimes: Sendable, Equatable {
    package var issued: Int64
    package var end: Int64

    /// The times of a token that expires `lifetime` after `now`, or before it for a negative
    /// lifetime.
    ///
    /// Nil stands for the `usual` lifetime. An expired token was issued in the past, `usual` before
    /// its end, so that the expiry is its only fault.
    package init(now: Int64, lifetime: Duration?, usual: Duration) {
        let usual = Self.wholeSeconds(usual)
        let seconds = lifetime.map(Self.wholeSeconds) ?? usual
        end = Self.sum(now, seconds)
        issued = seconds < 0 ? Self.sum(end, -usual) : now
    }

    /// Whole seconds, rounded down.
    private static func wholeSeconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds - (attoseconds < 0 && seconds > .min ? 1 : 0)
    }

    private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        // The limits are beyond any clock and within the integers that a double holds exactly.
        let most: Int64 = 9_000_000_000_000
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (b < 0 ? -most : most) : max(-most, min(most, sum))
    }
}

extension JWT {
    /// The algorithm of a token whose fault is ``TokenFault/algorithm``.
    package enum WrongAlgorithm {
        /// HS512, signed rightly.
        case hs512
        /// The header says `none`, but there is a signature: some servers look for one first.
        case none
    }

    /// A token over `payload` as ``sign(header:payload:key:)`` makes it, with `fault` in it on
    /// purpose.
    package static func sign(
        payload: [UInt8],
        secret: [UInt8],
        _ fault: TokenFault?,
        wrongly algorithm: WrongAlgorithm
    ) -> String {
        let right = { sign(payload: payload, key: HMACSHA256(key: secret)) }
        switch (fault, algorithm) {
        case (nil, _): return right()
        case (.signature, _): return sign(payload: payload, key: HMACSHA256(key: sha256(secret)))
        case (.format, _): return withoutSignature(right())
        case (.algorithm, .none):
            let header = Array(#"{"alg":"none","typ":"JWT"}"#.utf8)
            return sign(header: header, payload: payload, key: HMACSHA256(key: secret))
        case (.algorithm, .hs512):
            return assemble(
                header: Array(#"{"alg":"HS512","typ":"JWT"}"#.utf8),
                payload: payload,
                sign: HMAC(.sha512, key: secret).authenticate(_:)
            )
        }
    }

    /// A token over `header` and `payload` as they are, with the signature that `sign` makes of
    /// both.
    package static func assemble(
        header: [UInt8],
        payload: [UInt8],
        sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        var token: [UInt8] = []
        token.reserveCapacity(1024)
        Base64URL.append(header, to: &token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(payload, to: &token)
        let signature = try sign(token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }

    /// The token without its last dot and signature; the whole text when it has no dot.
    package static func withoutSignature(_ token: String) -> String {
        guard let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return token }
        return String(token[..<dot])
    }
}
