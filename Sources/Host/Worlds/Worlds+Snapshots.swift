package import MockPostlyContent
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Snapshots of the contents of worlds.
extension Worlds {
    /// The snapshots of some worlds, sorted by name in each.
    ///
    /// Deferred when files have to be looked into.
    package func snapshots(of worlds: [String]) throws -> Deferred<[SnapshotInfo]> {
        try counted(
            worlds.flatMap { name in
                let world = try found(name)
                return try world.snapshots.names().map { try describe($0, of: world) }
            }
        )
    }

    package func snapshot(_ name: SnapshotName) throws -> Deferred<SnapshotInfo> {
        let owner = try found(name.world)
        try checkSnapshot(name.name, of: owner)
        return try counted([describe(name.name, of: owner)]).map { $0[0] }
    }

    /// What is known of a snapshot without reading its file.
    private struct Description {
        var info: SnapshotInfo
        /// Whether its rows were counted.
        var isCounted = true
    }

    /// The snapshots with their rows, which another thread counts in files that are new here.
    private func counted(_ descriptions: [Description]) throws -> Deferred<[SnapshotInfo]> {
        let unread = descriptions.filter { !$0.isCounted }.map(\.info)
        guard !unread.isEmpty else { return .now(descriptions.map(\.info)) }
        let (registry, rule) = (configuration.content, configuration.snapshotRule)
        let bytes = unread.reduce(0) { $0 + $1.bytes }
        return .later(on: .contents(bytes: bytes)) {
            // The stamp first: if the file is replaced meanwhile, the count is of an older one.
            unread.compactMap(\.file).map { path in
                let stamp = SnapshotShelf.stamp(of: path)
                return (path, stamp, ContentFile.rowCount(path, registry, rule))
            }
        } finish: { [self] result in
            var rows: [String: Int64] = [:]
            for (path, stamp, count) in try result.get() {
                rows[path] = count
                home?.snapshots.note(rows: count, of: path, stamp)
            }
            return descriptions.map { description in
                var info = description.info
                if !description.isCounted { info.rows = info.file.flatMap { rows[$0] } ?? 0 }
                return info
            }
        }
    }

    private func checkSnapshot(_ name: String, of owner: World) throws {
        guard !owner.isDeleted else { throw noWorld(owner.name) }
        let names = try owner.snapshots.names()
        guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
            throw try noSnapshot(name, of: owner, names)
        }
    }

    private func noSnapshot(
        _ name: String,
        of owner: World,
        _ known: [String]
    ) throws -> HostError {
        let owners = try list.filter { world in
            try world !== owner
                && world.snapshots.names().contains { $0.utf8.elementsEqual(name.utf8) }
        }
        return .noSuchSnapshot(
            SnapshotName(name, of: owner.name),
            known: known,
            owners: owners.map(\.name)
        )
    }

    private func describe(_ name: String, of owner: World) throws -> Description {
        let shelf = owner.snapshots
        if let known = shelf[name] { return Description(info: known.info) }
        // A file of an earlier process, or one that a person put there.
        guard let path = shelf.path(name), let facts = ContentFile.facts(path) else {
            throw try noSnapshot(name, of: owner, shelf.names())
        }
        let rows = shelf.rows(of: path)
        let info = SnapshotInfo(
            name: name,
            world: owner.name,
            bytes: facts.bytes,
            rows: rows ?? 0,
            createdAt: facts.changedAt,
            file: path
        )
        return Description(info: info, isCounted: rows != nil)
    }

    /// Keeps the content of `worldName` as a snapshot, which may belong to another world; throws when
    /// there is one of this name, unless `overwriting`.
    package func save(
        snapshot name: SnapshotName,
        of worldName: String,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo> {
        let world = try existing(worldName)
        let owner = try found(name.world)
        owner.touch()
        let names = try owner.snapshots.names()
        let isKnown = names.contains { $0.utf8.elementsEqual(name.name.utf8) }
        guard overwriting || !isKnown else { throw HostError.snapshotExists(name) }
        guard isKnown || names.count < configuration.snapshotLimit else {
            throw HostError.tooManySnapshots(count: names.count, world: owner.name)
        }
        try settle(world)
        let createdAt = Clock.real.now()
        return try reading(world.place()).flatMap { [self] content in
            // The world may have been deleted while the content was read.
            guard !owner.isDeleted else { throw noWorld(owner.name) }
            return try save(content, as: name, of: owner, createdAt, overwriting: overwriting)
        }
    }

    private func save(
        _ content: Content,
        as name: SnapshotName,
        of owner: World,
        _ createdAt: Instant,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo> {
        let shelf = owner.snapshots
        let (path, folder) = (shelf.path(name.name), shelf.directory)
        let info = SnapshotInfo(
            name: name.name,
            world: owner.name,
            bytes: content.byteCount,
            rows: try content.rowCount(configuration.content),
            createdAt: createdAt,
            file: path
        )
        guard let path else {
            // An earlier request may have saved this name while the content was read.
            guard overwriting || shelf[name.name] == nil else {
                throw HostError.snapshotExists(name)
            }
            shelf.store(content, info: info)
            return .now(info)
        }
        return .later(on: .contents(bytes: content.byteCount)) {
            // An earlier request may have written this file since the names were listed.
            guard overwriting || SnapshotShelf.stamp(of: path) == nil else {
                throw HostError.snapshotExists(name)
            }
            try ContentFile.write(content.bytes, to: path, in: folder)
            return SnapshotShelf.stamp(of: path)
        } finish: { result in
            do {
                shelf.store(content, info: info, stamp: try result.get())
            } catch let fault as ContentFault {
                throw HostError.snapshotNotWritten(path: path, reason: fault.words)
            }
            return info
        }
    }

    package func delete(snapshot name: SnapshotName) throws {
        let owner = try found(name.world)
        try checkSnapshot(name.name, of: owner)
        do {
            try owner.snapshots.remove(name.name)
        } catch let fault as ContentFault {
            throw HostError.snapshotNotRemoved(name.name, reason: fault.words)
        }
    }

    /// Replaces the content of a world by that of a snapshot.
    ///
    /// With `disconnects`, all its WebSockets and long-poll sessions end as well.
    package func restore(
        snapshot name: SnapshotName,
        in worldName: String,
        disconnects: Bool
    ) throws -> Deferred<ResetSummary> {
        _ = try existing(worldName)
        return try content(of: name).flatMap { [self] content in
            // The world may have been deleted while the file was read.
            let world = try existing(worldName)
            return try change(world, disconnects: disconnects) { try world.restore(content) }
        }
    }

    /// The content of a snapshot; deferred when it has to be read from its file.
    func content(of name: SnapshotName) throws -> Deferred<Content> {
        let owner = try found(name.world)
        owner.touch()
        try checkSnapshot(name.name, of: owner)
        let shelf = owner.snapshots
        if let known = shelf[name.name] { return .now(known.content) }
        var info = try describe(name.name, of: owner).info
        guard let path = info.file else {
            throw try noSnapshot(name.name, of: owner, shelf.names())
        }
        let (registry, origin) = (configuration.content, configuration.documentOrigin)
        let place = ContentPlace.snapshotFile(
            path,
            configuration.snapshotRule,
            bytes: info.bytes
        )
        return .later(on: .contents(bytes: info.bytes)) {
            // Taken before reading: if the file is replaced meanwhile, the stamp no longer matches.
            let stamp = SnapshotShelf.stamp(of: path)
            let content = try place.read(registry, origin)
            return (content, stamp, try content.rowCount(registry))
        } finish: { [self] result in
            do {
                let (content, stamp, rows) = try result.get()
                info.rows = rows
                shelf.store(content, info: info, stamp: stamp)
                return content
            } catch let fault as ContentFault {
                // The file may have been deleted before it was read: then the answer is 404.
                try checkSnapshot(name.name, of: owner)
                throw HostError.snapshotUnusable(name.name, reason: fault.words)
            }
        }
    }

    // MARK: Comparing

    /// Compares the rows of two contents; tables without differences are left out.
    package func compare(
        _ old: ContentName,
        _ new: ContentName
    ) throws -> Deferred<[TableChanges]> {
        let registry = configuration.content
        return try content(old).flatMap { [self] old in
            try content(new).flatMap { new in
                .later(on: .contents(bytes: old.byteCount + new.byteCount)) {
                    try new.differences(from: old, registry)
                } finish: { changes in
                    try changes.get()
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
        case .start(let name): return try firstContent(of: existing(name))
        case .snapshot(let name): return try content(of: name)
        }
    }

    /// What `world` began with; made again where it is not in memory, as beside a data file.
    private func firstContent(of world: World) throws -> Deferred<Content> {
        if let baseline = world.baseline { return .now(baseline) }
        let start = try world.beginning(on: world.filledAt)
        let (registry, origin) = (configuration.content, configuration.documentOrigin)
        return .later(on: .contents(bytes: start.stamp?.byteCount ?? 0)) {
            try start.make(registry, origin)
        } finish: { content in
            try content.get()
        }
    }
}
