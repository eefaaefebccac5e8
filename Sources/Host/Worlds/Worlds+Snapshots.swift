internal import MockPostlyContent
package import MockPostlyControl
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Snapshots of the contents of worlds.
extension Worlds {
    package func snapshots() throws -> [SnapshotInfo] {
        try snapshotShelf.names().map { try describe($0) }
    }

    package func snapshot(_ name: String) throws -> SnapshotInfo {
        try checkSnapshot(name)
        return try describe(name)
    }

    private func checkSnapshot(_ name: String) throws {
        let names = try snapshotShelf.names()
        guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
            throw HostError.noSuchSnapshot(name, known: names)
        }
    }

    private func describe(_ name: String) throws -> SnapshotInfo {
        if let known = snapshotShelf[name] { return known.info }
        // A file of an earlier process, or one that a person put there.
        guard let path = snapshotShelf.path(name),
            let facts = ContentFile.facts(path, configuration.content)
        else {
            throw HostError.noSuchSnapshot(name, known: try snapshotShelf.names())
        }
        return SnapshotInfo(
            name: name,
            world: nil,
            bytes: facts.bytes,
            rows: facts.rows,
            createdAt: facts.changedAt,
            file: path
        )
    }

    package func save(
        snapshot name: String,
        of worldName: String,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo> {
        let world = try existing(worldName)
        let names = try snapshotShelf.names()
        let isKnown = names.contains { $0.utf8.elementsEqual(name.utf8) }
        guard overwriting || !isKnown else { throw HostError.snapshotExists(name) }
        guard isKnown || names.count < configuration.snapshotLimit else {
            throw HostError.tooManySnapshots(count: names.count)
        }
        try settle(world)
        let createdAt = Clock.real.now()
        return try reading(world.place()).flatMap { [self] content in
            try save(content, as: name, of: worldName, createdAt, overwriting: overwriting)
        }
    }

    private func save(
        _ content: Content,
        as name: String,
        of worldName: String,
        _ createdAt: Instant,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo> {
        let path = snapshotShelf.path(name)
        let info = SnapshotInfo(
            name: name,
            world: worldName,
            bytes: content.byteCount,
            rows: try content.rowCount(configuration.content),
            createdAt: createdAt,
            file: path
        )
        let shelf = snapshotShelf
        guard let path else {
            // An earlier request may have saved this name while the content was read.
            guard overwriting || shelf[name] == nil else { throw HostError.snapshotExists(name) }
            shelf.keep(content, info)
            return .now(info)
        }
        return .later(on: .contents(bytes: content.byteCount)) {
            // An earlier request may have written this file since the names were listed.
            guard overwriting || SnapshotShelf.stamp(of: path) == nil else {
                throw HostError.snapshotExists(name)
            }
            try ContentFile.write(content.bytes, to: path)
            return SnapshotShelf.stamp(of: path)
        } finish: { result in
            do {
                shelf.keep(content, info, try result.get())
            } catch let fault as ContentFault {
                throw HostError.snapshotNotWritten(path: path, reason: fault.words)
            }
            return info
        }
    }

    package func delete(snapshot name: String) throws {
        try checkSnapshot(name)
        do {
            try snapshotShelf.remove(name)
        } catch let fault as ContentFault {
            throw HostError.snapshotNotRemoved(name, reason: fault.words)
        }
    }

    package func restore(
        snapshot name: String,
        in worldName: String,
        disconnects: Bool
    ) throws -> Deferred<ResetSummary> {
        _ = try existing(worldName)
        return try content(ofSnapshot: name).flatMap { [self] content in
            // The world may have been deleted while the file was read.
            let world = try existing(worldName)
            return try change(world, disconnects: disconnects) { try world.restore(content) }
        }
    }

    /// The content of a snapshot; deferred when it has to be read from its file.
    func content(ofSnapshot name: String) throws -> Deferred<Content> {
        try checkSnapshot(name)
        if let known = snapshotShelf[name] { return .now(known.content) }
        let info = try describe(name)
        guard let path = info.file else {
            throw HostError.noSuchSnapshot(name, known: try snapshotShelf.names())
        }
        let (shelf, registry) = (snapshotShelf, configuration.content)
        let origin = configuration.documentOrigin
        let place = ContentPlace.snapshotFile(path, bytes: info.bytes)
        return .later(on: .contents(bytes: info.bytes)) {
            // Taken before reading: if the file is replaced meanwhile, the stamp no longer matches.
            let stamp = SnapshotShelf.stamp(of: path)
            return (try place.read(registry, origin), stamp)
        } finish: { [self] result in
            do {
                let (content, stamp) = try result.get()
                shelf.keep(content, info, stamp)
                return content
            } catch let fault as ContentFault {
                // The file may have been deleted before it was read: then the answer is 404.
                try checkSnapshot(name)
                throw HostError.snapshotUnusable(name, reason: fault.words)
            }
        }
    }

    // MARK: Comparing

    package func compare(
        _ old: ContentName,
        _ new: ContentName
    ) throws -> Deferred<[TableDifference]> {
        let registry = configuration.content
        return try content(old).flatMap { [self] old in
            try content(new).flatMap { new in
                .later(on: .contents(bytes: old.byteCount + new.byteCount)) {
                    try new.differences(from: old, registry)
                } finish: { changes in
                    try changes.get().map { TableDifference($0) }
                }
            }
        }
    }

    private func content(_ name: ContentName) throws -> Deferred<Content> {
        switch name {
        case .world(let name):
            let world = try existing(name)
            try settle(world)
            return try reading(world.place())
        case .snapshot(let name): return try content(ofSnapshot: name)
        }
    }
}

extension TableDifference {
    init(_ changes: TableChanges) {
        self.init(
            table: changes.table,
            added: changes.added,
            changed: changes.changed,
            removed: changes.removed
        )
    }
}
