/// What can be wrong with a token on purpose.
package enum TokenFault: String, Sendable, CaseIterable {
    /// The form of a signature, made with another key.
    case signature
    /// Signed by an algorithm that is not taken.
    case algorithm
    /// Not the form of a token.
    case format
}

/// A token that was made to order, and whose it is.
package struct IssuedToken: Sendable, Equatable {
    package var token: String
    package var userID: String
    package var email: String
    /// In seconds since 1970; nil when it does not end.
    package var expiresAt: Int64?

    package init(token: String, userID: String, email: String, expiresAt: Int64?) {
        self.token = token
        self.userID = userID
        self.email = email
        self.expiresAt = expiresAt
    }
}

/// What was asked of a token that tokens of its system cannot have.
package struct TokenMismatch: Error, Sendable, Equatable {
    package enum Part: Sendable {
        case lifetime, claims, fault
    }

    package var part: Part
    /// Why not, such as "tokens of the community do not end".
    package var reason: String
    /// What to do instead, as one sentence.
    package var hint: String

    package init(_ part: Part, _ reason: String, hint: String) {
        self.part = part
        self.reason = reason
        self.hint = hint
    }
}

/// When a token was issued and when it ends, in seconds since 1970.
package struct TokenTimes: Sendable, Equatable {
    package var issued: Int64
    package var end: Int64

    /// The times of a token that ends `lifetime` after `now`, or as long before when it is negative.
    ///
    /// One that has ended was issued in the past, at the `usual` distance from its end, so that its
    /// end is all that is wrong with it.
    package init(now: Int64, lifetime: Duration?, usual: Duration) {
        let usual = Self.wholeSeconds(usual)
        let seconds = lifetime.map(Self.wholeSeconds) ?? usual
        end = Self.sum(now, seconds)
        issued = seconds < 0 ? Self.sum(end, -usual) : now
    }

    /// Rounded down, and never so many that adding to them matters.
    private static func wholeSeconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds - (attoseconds < 0 && seconds > .min ? 1 : 0)
    }

    private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        // Within what a clock can show, which is also what a double holds exactly.
        let most: Int64 = 9_000_000_000_000
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (b < 0 ? -most : most) : max(-most, min(most, sum))
    }
}

extension JWT {
    /// A token over `header` and `payload` as they stand, with the signature that `sign` makes of
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

    /// A token without its last dot and its signature.
    package static func withoutSignature(_ token: String) -> String {
        guard let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return token }
        return String(token[..<dot])
    }
}
