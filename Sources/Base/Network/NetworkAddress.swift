internal import MockPostlyPlatform

/// A numeric address of IPv4 or IPv6, without a port and without a zone.
///
/// Equal when the bytes are: `::ffff:192.0.2.1` is another address than `192.0.2.1`.
package struct NetworkAddress: Sendable, Hashable {
    /// Who can be reached by an address.
    package enum Scope: Sendable, Equatable {
        /// Only this machine (RFC 1122, RFC 4291).
        case loopback
        /// Only neighbours on one cable or radio cell (RFC 3927, RFC 4291).
        case link
        /// A network of one's own (RFC 1918, RFC 4193).
        case own
        /// The network of a provider between its customers and the internet (RFC 6598); VPNs use it
        /// too.
        case carrier
        /// Anybody, as far as routers and firewalls allow it.
        case global
        /// Nobody: unspecified and multicast addresses.
        case none
    }

    /// 4 bytes of IPv4, or 16 of IPv6, in network order.
    package let bytes: [UInt8]

    /// An address of these bytes; nil unless there are 4 or 16.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads `192.0.2.1` or `2001:db8::1`, without brackets; nil for other texts.
    package init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        bytes = withUnsafeBytes(of: &six) { Array($0) }
    }

    /// 16 bytes, also for IPv4 addresses that are mapped into IPv6.
    package var isIPv6: Bool { bytes.count == 16 }

    /// The shortest usual form: `192.0.2.1`, `2001:db8::1`.
    ///
    /// As `inet_ntop` writes it; hexadecimal digits are small.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isIPv6 ? AF_INET6 : AF_INET
        // Cannot fail: the family is known and the buffer is long enough.
        _ = bytes.withUnsafeBytes {
            inet_ntop(family, $0.baseAddress, &buffer, socklen_t(buffer.count))
        }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    /// The address as the host of a URL: IPv6 is in brackets.
    package var host: String { isIPv6 ? "[\(text)]" : text }

    /// By the first bytes alone, without asking the system.
    package var scope: Scope { isIPv6 ? scopeOfSix : scopeOfFour }

    private var scopeOfFour: Scope {
        switch (bytes[0], bytes[1]) {
        case (127, _): .loopback
        case (169, 254): .link
        case (10, _), (172, 16...31), (192, 168): .own
        case (100, 64...127): .carrier
        case (0, _), (224..., _): .none
        default: .global
        }
    }

    private var scopeOfSix: Scope {
        if bytes.dropLast().allSatisfy({ $0 == 0 }) {
            return bytes[15] == 1 ? .loopback : .none
        }
        return switch (bytes[0], bytes[1]) {
        case (0xFE, 0x80...0xBF): .link
        case (0xFC...0xFD, _): .own
        case (0xFF, _): .none
        default: .global
        }
    }
}
