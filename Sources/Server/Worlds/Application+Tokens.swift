internal import CommunityDialect
internal import DummyJSONDialect
internal import GoogleDialect
package import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyDomain
package import MockPostlyHTTP
internal import MockPostlyWorld
internal import PostlyDialect

/// Tokens of the worlds, good and bad.
extension Application {
    package func mint(
        _ order: TokenOrder,
        for authority: String
    ) throws -> Deferred<MintedToken> {
        let world = try existing(order.world)
        let fault = order.fault.map { TokenFault($0) }
        if order.system == .google { return try mintForGoogle(order, world, fault) }
        settle()
        let issued: IssuedToken?
        do {
            issued = try mint(order, world, fault, site: site(of: world, for: authority))
        } catch let mismatch as TokenMismatch {
            throw HostError(mismatch, order)
        }
        guard let issued else {
            throw HostError.noSuchPerson(
                order.user,
                world: order.world,
                hint: order.system == .dummyjson
                    ? "Name a user of DummyJSON by username, e-mail or id, such as 'emilys'."
                    : "Name a person by e-mail or id, such as 'mira.sol@example.com'."
            )
        }
        // A token that is stored is there when it is told.
        guard commit(world) else { throw NotPermanent() }
        return .now(MintedToken(issued))
    }

    private func mint(
        _ order: TokenOrder,
        _ world: RunningWorld,
        _ fault: TokenFault?,
        site: String
    ) throws -> IssuedToken? {
        switch order.system {
        case .postly:
            guard let postly = world.postly else { throw HostError.notServed(dialect: "postly") }
            return try postly.mint(
                for: order.user,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: fault
            )
        case .dummyjson:
            guard let dummyJSON = world.dummyJSON else {
                throw HostError.notServed(dialect: "dummyjson")
            }
            return try dummyJSON.mint(
                for: order.user,
                isRefresh: order.kind == .refresh,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: fault,
                site: site
            )
        case .community:
            guard let community = world.community else {
                throw HostError.notServed(dialect: "community")
            }
            return try community.mint(
                for: order.user,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: fault
            )
        case .google: return nil
        }
    }

    private func mintForGoogle(
        _ order: TokenOrder,
        _ world: RunningWorld,
        _ fault: TokenFault?
    ) throws -> Deferred<MintedToken> {
        let account = GoogleAccount(email: order.user, audience: configuration.googleClientID)
        return try world.googleKeys.key().map { key in
            MintedToken(
                try key.issue(
                    for: account,
                    at: world.domain.world.now,
                    lifetime: order.lifetime,
                    claims: order.claims,
                    fault: fault
                )
            )
        }
    }
}

extension MintedToken {
    fileprivate init(_ issued: IssuedToken) {
        self.init(
            token: issued.token,
            userID: issued.userID,
            email: issued.email,
            expiresAt: issued.expiresAt.map { Instant(seconds: $0) }
        )
    }
}

extension TokenFault {
    fileprivate init(_ fault: TokenOrder.Fault) {
        switch fault {
        case .signature: self = .signature
        case .algorithm: self = .algorithm
        case .format: self = .format
        }
    }
}

extension HostError {
    fileprivate init(_ mismatch: TokenMismatch, _ order: TokenOrder) {
        let (member, words) =
            switch mismatch {
            case .lifetime where (order.lifetime ?? .zero) < .zero: ("expiredFor", "do not end")
            case .lifetime: ("expiresIn", "do not end")
            case .claims: ("claims", "have no claims")
            case .fault: ("break", "have no algorithm")
            }
        self = .tokenCannotHave(member: member, words: words)
    }
}
