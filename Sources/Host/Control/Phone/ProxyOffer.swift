/// The proxy that leads apps here which call for other servers, as a device has to know it.
package struct ProxyOffer: Sendable, Equatable {
    /// On the host by which the device reaches the server.
    package let port: UInt16
    /// The names that it answers for.
    ///
    /// In lower case.
    package let names: [String]
    /// Whether it refuses all others.
    package let isOffline: Bool

    package init(port: UInt16, names: [String], isOffline: Bool) {
        (self.port, self.names, self.isOffline) = (port, names, isOffline)
    }
}
