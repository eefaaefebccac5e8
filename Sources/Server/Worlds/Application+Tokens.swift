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
        for authority: String,
        _ answer: @escaping (MintedToken) throws -> Response
    ) throws -> Reply {
        let world = try existing(order.world)
        let fault = order.fault.map { TokenFault($0) }
        if order.system == .google { return try mintForGoogle(order, world, fault, answer) }
        settle()
        let issued: IssuedToken?
        do {
            issued = try mint(order, world, fault, site: site(of: world, for: authority))
        } catch let mismatch as TokenMismatch {
            throw Problem(mismatch, order)
        }
        guard let issued else {
            throw Problem(
                404,
                "Unknown user",
                detail: "Nobody in the world '\(order.world)' is called '\(order.user)'.",
                hint: order.system == .dummyjson
                    ? "Name a user of DummyJSON by username, e-mail or id, such as 'emilys'."
                    : "Name a person by e-mail or id, such as 'mira.sol@example.com'."
            )
        }
        // A token that is stored is there when it is told.
        guard commit(world) else { throw NotPermanent() }
        return .now(try answer(MintedToken(issued)))
    }

    private func mint(
        _ order: TokenOrder,
        _ world: RunningWorld,
        _ fault: TokenFault?,
        site: String
    ) throws -> IssuedToken? {
        switch order.system {
        case .postly:
            guard let postly = world.postly else { throw Problem.notServed(.postly) }
            return try postly.mint(
                for: order.user,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: fault
            )
        case .dummyjson:
            guard let dummyJSON = world.dummyJSON else { throw Problem.notServed(.dummyjson) }
            return try dummyJSON.mint(
                for: order.user,
                isRefresh: order.kind == .refresh,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: fault,
                site: site
            )
        case .community:
            guard let community = world.community else { throw Problem.notServed(.community) }
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
        _ fault: TokenFault?,
        _ answer: @escaping (MintedToken) throws -> Response
    ) throws -> Reply {
        let account = GoogleAccount(email: order.user, audience: configuration.googleClientID)
        return try world.googleKeys.reply { key in
            let issued = try key.issue(
                for: account,
                at: world.domain.world.now,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: fault
            )
            return try answer(MintedToken(issued))
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

extension Problem {
    fileprivate static func notServed(_ system: TokenOrder.System) -> Problem {
        Problem(
            409,
            "Not served",
            detail: "The server does not stand in for '\(system.rawValue)'.",
            hint: "Start it with --dialects that include it."
        )
    }

    fileprivate init(_ mismatch: TokenMismatch, _ order: TokenOrder) {
        let (member, words) =
            switch mismatch {
            case .lifetime where (order.lifetime ?? .zero) < .zero: ("expiredFor", "do not end")
            case .lifetime: ("expiresIn", "do not end")
            case .claims: ("claims", "have no claims")
            case .fault: ("break", "have no algorithm")
            }
        self.init(
            400,
            "Bad value",
            detail: "There is the member '\(member)', but tokens of the community \(words).",
            hint: "Leave it out; 'break' can be 'signature' or 'format' there."
        )
    }
}
