internal import CMockPostlyLibevent
internal import MockPostlyPlatform

/// Whether `host` is a numeric address of IPv4 or IPv6.
func isAddress(_ host: String) -> Bool {
    var bytes = in6_addr()
    return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
}

/// Whether a numeric address leads back to the machine that uses it.
func isLoopback(_ address: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, address, &four) == 1 {
        let first = UInt32(bigEndian: four.s_addr) >> 24
        // 0.0.0.0 is this machine for those who connect to it.
        return first == 127 || first == 0
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: six) { Array($0) }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 0xff }
    if isMapped { return bytes[12] == 127 || bytes[12] == 0 }
    return bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] <= 1
}
