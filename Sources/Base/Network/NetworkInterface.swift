internal import MockPostlyPlatform

/// A network interface of this machine that has addresses.
package struct NetworkInterface: Sendable, Equatable {
    /// As the system has it, such as `en0` or `wlp2s0`.
    package var name: String
    /// By the system's flags and the name; see
    /// ``InterfaceKind/init(name:isLoopback:isPointToPoint:isWireless:isBridge:)``.
    package var kind: InterfaceKind
    /// Whether it is switched on and has a link (`IFF_UP` and `IFF_RUNNING`).
    package var isUp: Bool
    /// IPv4 and IPv6 in the order of the system, link-local ones too.
    package var addresses: [NetworkAddress]

    /// - Parameters:
    ///   - name: decides the kind unless `kind` is given.
    ///   - kind: nil for the one that the name tells.
    ///   - isUp: whether it has a link.
    ///   - addresses: at least one, as those of ``all()`` have.
    package init(
        _ name: String,
        kind: InterfaceKind? = nil,
        isUp: Bool = true,
        _ addresses: [NetworkAddress]
    ) {
        self.name = name
        self.kind = kind ?? InterfaceKind(name: name)
        self.isUp = isUp
        self.addresses = addresses
    }
}

// MARK: Those of this machine

// The same numbers on Linux and Darwin, which import them as different types.
private let flagUp: UInt32 = 0x1
private let flagLoopback: UInt32 = 0x8
private let flagPointToPoint: UInt32 = 0x10
private let flagRunning: UInt32 = 0x40

extension NetworkInterface {
    /// The interfaces of this machine in the order of the system, and none when it does not tell.
    ///
    /// Read anew on each call; interfaces without an address of IPv4 or IPv6 are left out.
    package static func all() -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var interfaces: [NetworkInterface] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr.flatMap(NetworkAddress.init(of:)) else { continue }
            let name = String(cString: entry.ifa_name)
            if let place = interfaces.firstIndex(where: { $0.name == name }) {
                interfaces[place].addresses.append(address)
            } else {
                let flags = UInt32(entry.ifa_flags)
                interfaces.append(
                    NetworkInterface(
                        name,
                        kind: kind(of: name, flags),
                        isUp: flags & flagUp != 0 && flags & flagRunning != 0,
                        [address]
                    )
                )
            }
        }
        return interfaces
    }

    private static func kind(of name: String, _ flags: UInt32) -> InterfaceKind {
        // Linux says more of an interface in a folder; elsewhere there is none.
        func hasFile(_ file: String) -> Bool { access("/sys/class/net/\(name)/\(file)", F_OK) == 0 }
        return InterfaceKind(
            name: name,
            isLoopback: flags & flagLoopback != 0,
            isPointToPoint: flags & flagPointToPoint != 0,
            isWireless: hasFile("wireless") || hasFile("phy80211"),
            isBridge: hasFile("bridge")
        )
    }

    /// The addresses that this machine would send from to hosts on the internet: one of IPv4, one of
    /// IPv6, or none.
    ///
    /// Connecting a datagram socket asks the routing table and sends nothing. The addresses are those
    /// for documentation (RFC 5737, RFC 3849), which take the default route.
    ///
    /// At most two, IPv4 first. Costs a few system calls and no packet.
    package static func defaultSources() -> [NetworkAddress] {
        ["203.0.113.1", "2001:db8::1"].compactMap { text in
            NetworkAddress(text).flatMap(source(towards:))
        }
    }

    private static func source(towards address: NetworkAddress) -> NetworkAddress? {
        let family = address.isIPv6 ? AF_INET6 : AF_INET
        #if canImport(Glibc)
            let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            let descriptor = socket(family, SOCK_DGRAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var storage = sockaddr_storage()
        var length = socklen_t(
            address.isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        )
        storage.ss_family = sa_family_t(family)
        return withUnsafeMutablePointer(to: &storage) { storage in
            let bytes = UnsafeMutableRawPointer(storage)
            // Port 9, discard, in network order.
            bytes.storeBytes(of: UInt16(9).bigEndian, toByteOffset: 2, as: UInt16.self)
            let start = address.isIPv6 ? 8 : 4
            bytes.advanced(by: start).copyMemory(
                from: address.bytes,
                byteCount: address.bytes.count
            )
            return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { socketAddress in
                guard connect(descriptor, socketAddress, length) == 0,
                    getsockname(descriptor, socketAddress, &length) == 0
                else { return nil }
                return NetworkAddress(of: socketAddress)
            }
        }
    }
}

extension NetworkAddress {
    /// The address in a socket address; nil when that is of another family.
    fileprivate init?(of address: UnsafeMutablePointer<sockaddr>) {
        let bytes = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            self.init(bytes: Array(UnsafeRawBufferPointer(start: bytes + 4, count: 4)))
        case AF_INET6:
            var address = Array(UnsafeRawBufferPointer(start: bytes + 8, count: 16))
            // Darwin puts the number of the interface into link-local addresses.
            if address[0] == 0xFE, address[1] == 0x80 { (address[2], address[3]) = (0, 0) }
            self.init(bytes: address)
        default: return nil
        }
    }
}
