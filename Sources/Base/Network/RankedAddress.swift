/// An address of this machine, and whether a phone should be given it.
package struct RankedAddress: Sendable, Equatable {
    /// Why an address is offered, or is not.
    package enum Reason: Sendable, Equatable {
        /// Was asked for by name.
        case chosen
        /// The way to the internet leads through it.
        case defaultRoute
        /// Another network of this machine.
        case network
        /// Nothing better is there.
        case lastResort
        /// There are better ones.
        case behindBetter
        /// Only this machine reaches it.
        case loopback
        /// The interface is down.
        case down
        /// IPv6 within one link: URLs cannot name its zone.
        case linkLocal
        /// A link between devices that ends as they like.
        case direct
        /// No address of a machine.
        case useless
    }

    /// The name of the interface.
    package let interface: String
    /// Of the interface, as it was when the list was made.
    package let kind: InterfaceKind
    package let address: NetworkAddress
    package fileprivate(set) var reason: Reason

    /// Whether it may be printed for phones and written into QR codes.
    package var isOffered: Bool {
        switch reason {
        case .chosen, .defaultRoute, .network, .lastResort: true
        case .behindBetter, .loopback, .down, .linkLocal, .direct, .useless: false
        }
    }
}

extension [RankedAddress] {
    /// Ranks the addresses of `interfaces`, the best first, those that are not offered last.
    ///
    /// `sources` are the addresses that the default routes send from. A bridge, a VPN and the like
    /// is offered only when there is no ordinary network; a bridge that carries a default route is
    /// one. Of equals IPv4 comes first, then wireless, then the order given.
    ///
    /// - Parameters:
    ///   - interfaces: those of ``NetworkInterface/all()``.
    ///   - sources: those of ``NetworkInterface/defaultSources()``.
    package init(ranking interfaces: [NetworkInterface], sources: [NetworkAddress]) {
        let candidates = interfaces.flatMap { interface in
            interface.addresses.map { Candidate(interface, $0, sources) }
        }
        let best = candidates.compactMap(\.class).min()
        // The number of an address keeps the order of equals.
        self = candidates.enumerated().map { ($0.element, $0.element.order + [$0.offset]) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }
            .map { $0.0.ranked(beside: best) }
    }

    /// The same with the addresses of one interface, or one address, before all others; nil when
    /// `name` is neither, or cannot be offered.
    ///
    /// - Parameter name: an interface such as `en0`, or an address with or without brackets.
    /// - Returns: those of that name first, with the reason ``RankedAddress/Reason/chosen``.
    package func choosing(_ name: String) -> [RankedAddress]? {
        let isChosen = { (one: RankedAddress) in
            (one.interface == name || one.address.text == name || one.address.host == name)
                && (one.isOffered || one.reason == .behindBetter)
        }
        let chosen = filter(isChosen).map { one in
            var one = one
            one.reason = .chosen
            return one
        }
        return chosen.isEmpty ? nil : chosen + filter { !isChosen($0) }
    }
}

/// An address with what decides its place.
private struct Candidate {
    /// How good an address is, the best first.
    enum Class: Int, Comparable {
        case defaultRoute, network, bridge, tunnel, inside, withoutRouter

        static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
    }

    let interface: NetworkInterface
    let address: NetworkAddress
    /// The reason why it is never offered; nil when it can be.
    let obstacle: RankedAddress.Reason?
    /// Nil for what is never offered.
    let `class`: Class?

    init(_ interface: NetworkInterface, _ address: NetworkAddress, _ sources: [NetworkAddress]) {
        (self.interface, self.address) = (interface, address)
        let obstacle = Self.obstacle(interface, address)
        self.obstacle = obstacle
        let isSource = sources.contains(address)
        `class` =
            if obstacle != nil {
                nil
            } else if address.scope == .link {
                .withoutRouter
            } else {
                switch interface.kind {
                case .bridge: isSource ? .defaultRoute : .bridge
                case .tunnel: .tunnel
                case .container, .machine, .direct, .loopback: .inside
                case .wireless, .wired, .network: isSource ? .defaultRoute : .network
                }
            }
    }

    private static func obstacle(
        _ interface: NetworkInterface,
        _ address: NetworkAddress
    ) -> RankedAddress.Reason? {
        if interface.kind == .loopback || address.scope == .loopback { return .loopback }
        if !interface.isUp { return .down }
        if address.scope == .none { return .useless }
        if interface.kind == .direct { return .direct }
        return address.isIPv6 && address.scope == .link ? .linkLocal : nil
    }

    /// What candidates are sorted by.
    var order: [Int] {
        [
            `class`?.rawValue ?? .max, address.isIPv6 ? 1 : 0,
            interface.kind == .wireless ? 0 : 1,
        ]
    }

    /// The address with its reason, when `best` is the class of the best one.
    func ranked(beside best: Class?) -> RankedAddress {
        let reason: RankedAddress.Reason =
            switch `class` {
            case nil: obstacle ?? .useless
            case .defaultRoute: .defaultRoute
            case .network: .network
            case let own: own == best ? .lastResort : .behindBetter
            }
        return RankedAddress(
            interface: interface.name,
            kind: interface.kind,
            address: address,
            reason: reason
        )
    }
}
