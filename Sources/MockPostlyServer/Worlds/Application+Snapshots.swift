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
        let image = try world.image()
        let path = snapshotShelf.path(name)
        let info = SnapshotInfo(
            name: name,
            world: worldName,
            bytes: image.byteCount,
            rows: try world.domain.work.connection.rowCount(),
            createdAt: Clock.real.now(),
            file: path
        )
        let shelf = snapshotShelf
        guard let path else {
            shelf.keep(image, info)
            return .now(try answer(info))
        }
        let work = SlowWork {
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
            shelf.keep(image, info, stamp)
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
        return try snapshotContent(name) { [self] image in
            // It may have ended while the file was read.
            let world = try existing(worldName)
            return try answer(
                replace(world, disconnects: disconnects) { try world.restore(image) }
            )
        }
    }

    /// Finds or reads the content of a snapshot, and answers by what `make` makes of it.
    func snapshotContent(
        _ name: String,
        _ make: @escaping (PageImage) throws -> Response
    ) throws -> Reply {
        try checkSnapshot(name)
        if let known = snapshotShelf[name] { return .now(try make(known.image)) }
        let info = try describe(name)
        guard let path = info.file else {
            throw Problem.unknownSnapshot(name, known: try snapshotShelf.names())
        }
        let shelf = snapshotShelf
        let work = SlowWork {
            Result {
                // Before it is read: what comes into its place meanwhile is another.
                let stamp = SnapshotShelf.stamp(of: path)
                return (try ContentFile.image(at: path), stamp)
            }
        } finish: { result in
            let (image, stamp): (PageImage, SeedStamp?)
            do {
                (image, stamp) = try result.get()
            } catch let fault as ContentFault {
                throw Problem(snapshot: name, fault)
            }
            shelf.keep(image, info, stamp)
            return try make(image)
        }
        return .later(work)
    }

    // MARK: Comparing

    package func compare(
        _ old: ContentName,
        _ new: ContentName,
        _ answer: @escaping ([TableDifference]) throws -> Response
    ) throws -> Reply {
        let (old, new) = (try content(old), try content(new))
        let shelf = snapshotShelf
        let work = SlowWork {
            Result {
                let (old, new) = (try old.read(), try new.read())
                let changes = try ContentDifference.between(
                    Connection(.pages(old.image)),
                    Connection(.pages(new.image))
                )
                return (changes: changes, read: [old, new])
            }
        } finish: { result in
            let (changes, read) = try result.get()
            for content in read {
                if let info = content.info { shelf.keep(content.image, info, content.stamp) }
            }
            return try answer(changes.map { TableDifference($0) })
        }
        return .later(work)
    }

    /// A content that is to be compared: there already, or yet to be read from a snapshot's file.
    private enum Compared: Sendable {
        case image(PageImage)
        case file(String, SnapshotInfo)

        /// Finds or reads it, on any thread; `info` is that of a file that was read.
        func read() throws -> (image: PageImage, info: SnapshotInfo?, stamp: SeedStamp?) {
            switch self {
            case .image(let image): return (image, nil, nil)
            case .file(let path, let info):
                let stamp = SnapshotShelf.stamp(of: path)
                do throws(ContentFault) {
                    return (try ContentFile.image(at: path), info, stamp)
                } catch {
                    throw Problem(snapshot: info.name, error)
                }
            }
        }
    }

    private func content(_ name: ContentName) throws -> Compared {
        switch name {
        case .world(let name):
            let world = try existing(name)
            try settle(world)
            return .image(try world.image())
        case .snapshot(let name):
            try checkSnapshot(name)
            if let known = snapshotShelf[name] { return .image(known.image) }
            guard let path = snapshotShelf.path(name) else {
                throw Problem.unknownSnapshot(name, known: try snapshotShelf.names())
            }
            return .file(path, try describe(name))
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
