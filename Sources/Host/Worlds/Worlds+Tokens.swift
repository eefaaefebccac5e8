internal import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Making tokens, valid or faulty on purpose.
extension Worlds {
    /// Makes a token for a user; links inside it begin with `authority`, a host and port.
    package func mint(
        _ order: TokenOrder,
        for authority: String
    ) throws -> Deferred<MintedToken> {
        let world = try existing(order.world)
        guard let dialect = world.dialect(named: order.dialect) else {
            throw HostError.notServed(dialect: order.dialect)
        }
        let scheme = order.isSecure ? "https" : "http"
        var wanted = order.wanted
        wanted.site = scheme + "://" + base(of: world, for: authority)
        let issued: Deferred<IssuedToken?>
        do {
            issued = try dialect.mint(wanted)
        } catch let mismatch as TokenMismatch {
            throw HostError(mismatch, wanted)
        }
        return try issued.checking { [self] in try validateUse(of: world) }.map { [self] issued in
            guard let issued else {
                throw HostError.noSuchPerson(
                    order.wanted.user,
                    world: order.world,
                    hint: type(of: dialect).tokens?.hint(refusing: order.wanted.user) ?? ""
                )
            }
            // A stored token must be committed before the client learns of it.
            guard commit(world) else { throw NotPermanent() }
            return MintedToken(issued, type(of: dialect).tokens?.carrier ?? .bearer)
        }
    }
}

extension MintedToken {
    fileprivate init(_ issued: IssuedToken, _ carrier: TokenOffer.Carrier) {
        self.init(
            token: issued.token,
            userID: issued.userID,
            email: issued.email,
            expiresAt: issued.expiresAt.map { Instant(seconds: $0) },
            carrier: carrier
        )
    }
}

extension HostError {
    fileprivate init(_ mismatch: TokenMismatch, _ order: MintOrder) {
        let member =
            switch mismatch.part {
            case .lifetime: (order.lifetime ?? .zero) < .zero ? "expiredFor" : "expiresIn"
            case .claims: "claims"
            case .fault: "break"
            }
        self = .tokenCannotHave(member: member, reason: mismatch.reason, hint: mismatch.hint)
    }
}
