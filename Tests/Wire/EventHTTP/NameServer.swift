import Foundation

/// A name server on UDP that knows a few names, or says nothing at all.
final class NameServer: Sendable {
    /// The port in host byte order, on 127.0.0.1.
    let port: UInt16
    private let socket: Int32
    private let isServing: Bool

    /// Starts a server that knows the IPv4 `addresses` of names; with nil, it never answers.
    init(_ addresses: [String: [UInt8]]?) throws {
        #if canImport(Darwin)
            let socket = Foundation.socket(AF_INET, SOCK_DGRAM, 0)
        #else
            let socket = Foundation.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #endif
        guard socket >= 0 else { throw CocoaError(.fileNoSuchFile) }
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: address.sin_port)
        isServing = addresses != nil
        guard let addresses else { return }
        // The thread ends at a datagram of one byte, and closes the socket.
        Thread.detachNewThread { Self.serve(socket, addresses) }
    }

    deinit {
        guard isServing else {
            close(socket)
            return
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, "x", 1, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func serve(_ socket: Int32, _ addresses: [String: [UInt8]]) {
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            var peer = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let count = withUnsafeMutablePointer(to: &peer) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(socket, &buffer, buffer.count, 0, $0, &size)
                }
            }
            guard count > 1 else { break }
            let reply = reply(to: Array(buffer[..<count]), addresses)
            _ = withUnsafePointer(to: &peer) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(socket, reply, reply.count, 0, $0, size)
                }
            }
        }
        close(socket)
    }

    /// The answer to a query (RFC 1035, section 4) for an address; no other kinds are known.
    private static func reply(to query: [UInt8], _ addresses: [String: [UInt8]]) -> [UInt8] {
        var labels: [String] = []
        var place = 12
        while place < query.count, query[place] > 0 {
            let end = place + 1 + Int(query[place])
            labels.append(String(decoding: query[(place + 1)..<end], as: UTF8.self))
            place = end
        }
        let known = addresses[labels.joined(separator: ".")]
        let isIPv4 = query[place + 2] == 1
        let address = isIPv4 ? known : nil
        let code: UInt8 = known == nil ? 3 : 0
        return Array(query[..<2]) + [
            0x81, 0x80 | code, 0, 1, 0, address == nil ? 0 : 1, 0, 0, 0, 0,
        ]
            + query[12..<(place + 5)]
            + (address.map { [0xC0, 0x0C, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4] + $0 } ?? [])
    }
}
