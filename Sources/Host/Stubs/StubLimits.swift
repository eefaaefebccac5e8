/// How many stubs there can be.
package struct StubLimits: Sendable {
    /// The most stubs of a world.
    package var stubs = 1000
    /// The most bytes of definitions, fields and bodies in a world.
    package var bytesOfWorld = 32 * 1024 * 1024
    /// The most bytes in all worlds together.
    package var bytes = 128 * 1024 * 1024

    /// 1,000 stubs and 32 MiB a world, 128 MiB in all.
    package init() {}
}

/// The bytes of stubs in all worlds of a server, and their limits.
///
/// Belongs to the loop's thread.
package final class StubBudget {
    /// The same for all worlds.
    package let limits: StubLimits
    /// The bytes of all worlds together.
    package fileprivate(set) var bytes = 0

    /// Nothing is counted yet.
    package init(_ limits: StubLimits = StubLimits()) {
        self.limits = limits
    }

    /// Counts `change` bytes more, or fewer.
    func count(_ change: Int) { bytes += change }
}

/// Why a stub was not added; nothing has changed then.
package enum StubRefusal: Error, Sendable, Equatable {
    /// The world has as many stubs as it can have.
    ///
    /// With the limit.
    case tooMany(Int)
    /// The stubs of the world would have more bytes than it can have.
    ///
    /// With the limit.
    case worldFull(bytes: Int)
    /// The stubs of all worlds would have more bytes than the server can have.
    ///
    /// With the limit.
    case serverFull(bytes: Int)
    /// The world has a stub with this id.
    case exists(String)
    /// The world has no stub of this number or id; `known` are those that it has.
    case unknown(String, known: [String])
}
