package import MockPostlyControl
internal import MockPostlyDomain
package import MockPostlyHTTP
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Snapshots of worlds' contents.
extension Application {
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
            throw Problem.unknownSnapshot(name, known: names)
        }
    }

    private func describe(_ name: String) throws -> SnapshotInfo {
        if let known = snapshotShelf[name] { return known.info }
        // A file of an earlier run, or one that was put there.
        guard let path = snapshotShelf.path(name), let facts = ContentFile.facts(path) else {
            throw Problem.unknownSnapshot(name, known: try snapshotShelf.names())
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
        overwriting: Bool,
        _ answer: @escaping (SnapshotInfo) throws -> Response
    ) throws -> Reply {
        let world = try existing(worldName)
        let names = try snapshotShelf.names()
        let isKnown = names.contains { $0.utf8.elementsEqual(name.utf8) }
        guard overwriting || !isKnown else { throw Problem.snapshotExists(name) }
        guard isKnown || names.count < configuration.snapshotLimit else {
            throw Problem(
                429,
                "Too many snapshots",
                detail: "There are \(names.count) snapshots, and no more are allowed.",
                hint: "Delete some, or start the server with --max-snapshots."
            )
        }
        try settle(world)
        let createdAt = Clock.real.now()
        return try reading(world.place()) { [self] content in
            try save(content, as: name, of: worldName, createdAt, overwriting, answer)
        }
    }

    private func save(
        _ content: Content,
        as name: String,
        of worldName: String,
        _ createdAt: Instant,
        _ overwriting: Bool,
        _ answer: @escaping (SnapshotInfo) throws -> Response
    ) throws -> Reply {
        let path = snapshotShelf.path(name)
        let image = content.image
        let info = SnapshotInfo(
            name: name,
            world: worldName,
            bytes: image.byteCount,
            rows: try Connection(.pages(image)).rowCount(),
            createdAt: createdAt,
            file: path
        )
        let shelf = snapshotShelf
        guard let path else {
            // Another may have been asked for before this one.
            guard overwriting || shelf[name] == nil else { throw Problem.snapshotExists(name) }
            shelf.keep(content, info)
            return .now(try answer(info))
        }
        let work = SlowWork(on: .contents(bytes: image.byteCount)) {
            Result {
                // Another may have been asked for before this one, and not been there yet.
                guard overwriting || SnapshotShelf.stamp(of: path) == nil else {
                    throw Problem.snapshotExists(name)
                }
                try ContentFile.write(image.bytes, to: path)
                return SnapshotShelf.stamp(of: path)
            }
        } finish: { result in
            let stamp: SeedStamp?
            do {
                stamp = try result.get()
            } catch let fault as ContentFault {
                throw Problem(
                    507,
                    "Not written",
                    detail: "The file \(path) cannot be written: \(fault.words).",
                    hint: "Look at the directory and the space on its disk. What was there stays."
                )
            }
            shelf.keep(content, info, stamp)
            return try answer(info)
        }
        return .later(work)
    }

    package func delete(snapshot name: String) throws {
        try checkSnapshot(name)
        do {
            try snapshotShelf.remove(name)
        } catch let fault as ContentFault {
            throw Problem(
                409,
                "Not removed",
                detail: "The file of the snapshot '\(name)' stays: \(fault.words).",
                hint: "Look at its directory."
            )
        }
    }

    package func restore(
        snapshot name: String,
        in worldName: String,
        disconnects: Bool,
        _ answer: @escaping (ResetSummary) throws -> Response
    ) throws -> Reply {
        _ = try existing(worldName)
        return try snapshotContent(name) { [self] content in
            // It may have ended while the file was read.
            let world = try existing(worldName)
            return try change(world, disconnects: disconnects) {
                try world.restore(content)
            } answer: {
                try answer($0)
            }
        }
    }

    /// Finds or reads the content of a snapshot, and goes on with it.
    func snapshotContent(
        _ name: String,
        _ next: @escaping (Content) throws -> Reply
    ) throws -> Reply {
        try checkSnapshot(name)
        if let known = snapshotShelf[name] { return try next(known.content) }
        let info = try describe(name)
        guard let path = info.file else {
            throw Problem.unknownSnapshot(name, known: try snapshotShelf.names())
        }
        let (shelf, origin) = (snapshotShelf, configuration.documentOrigin)
        let place = ContentPlace.snapshotFile(path, bytes: info.bytes)
        let work = SlowWork(on: .contents(bytes: info.bytes)) {
            Result {
                // Before it is read: what comes into its place meanwhile is another.
                let stamp = SnapshotShelf.stamp(of: path)
                return (try place.read(origin), stamp)
            }
        } next: { result in
            let (content, stamp): (Content, SeedStamp?)
            do {
                (content, stamp) = try result.get()
            } catch let fault as ContentFault {
                throw Problem(snapshot: name, fault)
            }
            shelf.keep(content, info, stamp)
            return try next(content)
        }
        return .later(work)
    }

    // MARK: Comparing

    package func compare(
        _ old: ContentName,
        _ new: ContentName,
        _ answer: @escaping ([TableDifference]) throws -> Response
    ) throws -> Reply {
        try content(old) { [self] old in
            try content(new) { new in
                let bytes = old.image.byteCount + new.image.byteCount
                return .later(
                    SlowWork(on: .contents(bytes: bytes)) {
                        Result {
                            try ContentDifference.between(
                                Connection(.pages(old.image)),
                                Connection(.pages(new.image))
                            )
                        }
                    } finish: { result in
                        try answer(result.get().map { TableDifference($0) })
                    }
                )
            }
        }
    }

    /// Finds or reads a content and goes on with it.
    private func content(
        _ name: ContentName,
        _ next: @escaping (Content) throws -> Reply
    ) throws -> Reply {
        switch name {
        case .world(let name):
            let world = try existing(name)
            try settle(world)
            return try reading(world.place(), next)
        case .snapshot(let name): return try snapshotContent(name, next)
        }
    }
}

extension Problem {
    fileprivate static func snapshotExists(_ name: String) -> Problem {
        Problem(
            409,
            "Snapshot exists",
            detail: "There is a snapshot '\(name)' already.",
            hint: "Choose another name, or set 'overwrite' to true."
        )
    }

    fileprivate init(snapshot name: String, _ fault: ContentFault) {
        self.init(
            409,
            "Snapshot unusable",
            detail: "The snapshot '\(name)' cannot be used: \(fault.words).",
            hint: "Delete it, or put a good copy in its place. Nothing was changed."
        )
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
