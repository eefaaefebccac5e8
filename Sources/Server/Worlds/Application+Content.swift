package import MockPostlyControl
internal import MockPostlyDomain
package import MockPostlyHTTP
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Contents of worlds: reset, export, import.
extension Application {
    package func reset(_ order: ResetOrder) throws -> Deferred<ResetSummary> {
        let world = try existing(order.world)
        let scopes = try order.scope.map { try $0.map(scope) }
        let summary = try replace(world, disconnects: order.disconnects) {
            if let scopes { try world.reset(Set(scopes)) } else { try world.reset() }
        }
        metrics.countReset()
        return .now(summary)
    }

    private func scope(_ name: String) throws(HostError) -> ContentScope {
        guard let scope = ContentScope(rawValue: name) else {
            throw .noSuchSystem(name, known: ContentScope.allCases.map(\.rawValue))
        }
        return scope
    }

    /// Resets a world whole, for callers without a request.
    ///
    /// Throws a `HostError`.
    @discardableResult
    package func reset(world name: String) throws -> ResetSummary {
        let world = try existing(name)
        let summary = try replace(world, disconnects: false) { try world.reset() }
        metrics.countReset()
        return summary
    }

    /// Runs `change`, which makes the content of `world` another, between requests: those before
    /// it have the old one, whole, and those after it the new one.
    func replace(
        _ world: RunningWorld,
        disconnects: Bool,
        _ change: () throws -> Void
    ) throws -> ResetSummary {
        // What was asked before does not stand or fall with it.
        try settle(world)
        let start = monotonicNanoseconds()
        do {
            try change()
        } catch {
            // The failure is answered already, so that no commit comes by itself.
            _ = commit(world)
            if let fault = error as? SeedFault { throw HostError.seedAtFault(fault.description) }
            throw error
        }
        guard commit(world) else { throw NotPermanent() }
        let nanoseconds = monotonicNanoseconds() - start
        if disconnects { world.disconnectAll() }
        let totals = try world.domain.posts.totals()
        return ResetSummary(
            world: world.name,
            posts: totals.posts,
            users: totals.users,
            comments: totals.comments,
            milliseconds: Double(nanoseconds / 1000) / 1000
        )
    }

    // MARK: Export

    package func export(world name: String, as format: ExportFormat) throws -> Deferred<[UInt8]> {
        let world = try existing(name)
        try settle(world)
        let image = try world.image()
        return .later {
            try Self.bytes(of: image, as: format)
        } finish: { bytes in
            try bytes.get()
        }
    }

    /// The bytes of an export; any thread.
    static func bytes(of image: PageImage, as format: ExportFormat) throws -> [UInt8] {
        switch format {
        case .sqlite: image.bytes
        case .seed: try SeedExport.json(of: Connection(.pages(image)))
        }
    }

    /// Writes the default world to `path`, as the name says: a seed when it ends in `.json`, else
    /// an SQLite file.
    ///
    /// Throws ``ContentFault`` and SQLite's errors; what was there stays then.
    func exportDefaultWorld(to path: String) throws {
        guard let world = table.home else { return }
        try settle(world)
        let format: ExportFormat = path.hasSuffix(".json") ? .seed : .sqlite
        try ContentFile.write(Self.bytes(of: world.image(), as: format), to: path)
    }

    // MARK: Import

    package func importContent(
        _ bytes: [UInt8],
        into name: String
    ) throws -> Deferred<ResetSummary> {
        _ = try existing(name)
        return .later {
            try Self.image(of: bytes)
        } finish: { [self] result in
            let image: PageImage
            do {
                image = try result.get()
            } catch let fault as ContentFault {
                throw HostError.importedDatabaseUnusable(reason: fault.words)
            } catch let fault as SeedFault {
                throw HostError.importedSeedAtFault(fault.description)
            }
            let world = try existing(name)
            return try replace(world, disconnects: false) { try world.restore(image) }
        }
    }

    /// The content that `bytes` are, a database or a seed; any thread.
    private static func image(of bytes: [UInt8]) throws -> PageImage {
        if bytes.starts(with: "SQLite format 3\0".utf8) { return try ContentFile.image(of: bytes) }
        return try Loader.image(of: .bytes(bytes, name: "body"))
    }
}

/// The writes of a reset could not be made permanent.
struct NotPermanent: Error {}
