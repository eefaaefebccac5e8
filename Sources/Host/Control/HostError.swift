/// Why the server did not do what it was asked about its worlds; nothing has changed then.
///
/// It holds facts and no words: ``Problem`` has those.
package enum HostError: Error, Sendable, Equatable {
    /// The content is still being loaded.
    case notReady
    /// Reads are answered, and what is written is refused.
    case notWritable(reason: String)

    // MARK: Worlds

    case noSuchWorld(String, known: [String])
    case worldExists(String)
    /// As many as are allowed, `count`, are there beside the default one.
    case tooManyWorlds(count: Int)
    /// The default world cannot be deleted.
    case defaultWorldStays
    /// Nothing listens, so a world cannot have a port.
    case noPorts
    case portUnavailable(UInt16, isInUse: Bool, reason: String)
    /// No more files may be open, which a port needs.
    case noFilesForPort(UInt16, reason: String)
    case noSuchScenario(String, known: [String])
    case noSuchSystem(String, known: [String])
    /// The clock would leave the years that it can show.
    case clockOutOfRange(Duration)

    // MARK: Snapshots and contents

    case noSuchSnapshot(String, known: [String])
    case snapshotExists(String)
    case tooManySnapshots(count: Int)
    case snapshotDirectoryUnreadable(path: String, reason: String)
    case snapshotNotWritten(path: String, reason: String)
    case snapshotNotRemoved(String, reason: String)
    case snapshotUnusable(String, reason: String)
    /// The seed of the server is at fault.
    case seedAtFault(String)
    /// A seed that a client has sent is at fault.
    case importedSeedAtFault(String)
    /// A database that a client has sent cannot be used.
    case importedDatabaseUnusable(reason: String)

    // MARK: Tokens

    case notServed(dialect: String)
    /// `hint` names somebody who would do.
    case noSuchPerson(String, world: String, hint: String)
    /// Tokens of a dialect cannot have what a `member` asks for; `reason` and `hint` are its words.
    case tokenCannotHave(member: String, reason: String, hint: String)
}
