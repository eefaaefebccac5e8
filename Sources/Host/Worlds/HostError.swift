/// Why the server refused a request about its worlds; nothing has changed then.
///
/// It holds facts only; ``Problem`` has the status and the words.
///
/// It is thrown before anything is done, so the caller has nothing to undo.
package enum HostError: Error, Sendable, Equatable {
    /// The content is still being loaded.
    case notReady
    /// Reads are answered, and writes are refused.
    case notWritable(reason: String)

    // MARK: Worlds

    /// `instance` is the name of this server, if it is one of several.
    case noSuchWorld(String, known: [String], instance: String? = nil)
    /// The world belongs to the server `owner`, and this one is `instance`.
    case worldElsewhere(String, owner: String, instance: String)
    /// The world was deleted, because nobody had used it for its time to live.
    case worldExpired(String, after: Duration)
    case worldExists(String)
    case noSuchSetting(String, known: [String])
    /// A setting of a new world has a value that is not allowed.
    case badSetting(WorldSetting, expected: String)
    /// The limit is reached: there are `count` worlds beside the default one.
    case tooManyWorlds(count: Int)
    /// The default world cannot be deleted.
    case defaultWorldStays
    /// The server does not listen on any port, so a world cannot have one.
    case noPorts
    /// A fault of connections in a world that has no port alone.
    case noPortToRefuse(String)
    /// A fault of TLS handshakes, where TLS is not spoken.
    case noHandshakes
    case portUnavailable(UInt16, isInUse: Bool, reason: String)
    /// The process has no free file descriptor for the port's socket.
    case noFilesForPort(UInt16, reason: String)
    case noSuchScenario(String, known: [String])
    case noSuchSystem(String, known: [String])
    /// The program was built without the descriptions in JSON.
    case noDescriptionInJSON
    /// No journal is kept.
    case noJournal
    /// The clock would leave the years 1 to 9999.
    case clockOutOfRange(Duration)

    // MARK: Snapshots and contents

    /// `known` are the snapshots of that world, `owners` the worlds that have one of this name.
    case noSuchSnapshot(SnapshotName, known: [String], owners: [String])
    case snapshotExists(SnapshotName)
    /// The limit is reached: `world` has `count` snapshots.
    case tooManySnapshots(count: Int, world: String)
    case snapshotDirectoryUnreadable(path: String, reason: String)
    case snapshotNotWritten(path: String, reason: String)
    case snapshotNotRemoved(String, reason: String)
    case snapshotUnusable(String, reason: String)
    /// Requests may not name this seed file; `reason` begins with a verb.
    case seedFileRefused(String, reason: String)
    /// There is no seed file of this name; `directory` is where it was looked for.
    case noSuchSeedFile(String, directory: String)
    /// A seed on the server has a fault, its own or a file that the request names; the text describes
    /// it.
    case seedAtFault(String)
    /// The seed that a client sent has a fault; the text describes it.
    case importedSeedAtFault(String)
    /// The database that a client sent cannot be used.
    case importedDatabaseUnusable(reason: String)

    // MARK: Tokens

    /// The server was started without this dialect.
    case notServed(dialect: String)
    /// There is no such user; `hint` names one that exists.
    case noSuchPerson(String, world: String, hint: String)
    /// The dialect's tokens cannot have what `member` asks for; `reason` and `hint` are the
    /// dialect's words.
    case tokenCannotHave(member: String, reason: String, hint: String)
}
