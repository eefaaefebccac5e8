internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyFiles
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

/// Seeds that a request for a new world brings, or names.
extension Worlds {
    /// The seed file or directory that a client calls `name`.
    ///
    /// Whoever may call the control plane could otherwise find out what is in any file, because a
    /// fault in a seed is answered with words of the file. So a name leads below one directory
    /// only, also after links are followed, and not to hidden files. Only regular files are read, of
    /// at most max-import bytes, and never the server's data file.
    func namedSeed(_ name: String) throws(HostError) -> ImageShelf.Key {
        guard let directory = configuration.seedDirectory ?? (configuration.isLocal ? "." : nil)
        else {
            throw .seedFileRefused(
                name,
                reason: "cannot be read, as other machines reach this server and it has no"
                    + " MOCKPOSTLY_SEED_DIR"
            )
        }
        if let fault = Self.fault(inSeedName: name) {
            throw .seedFileRefused(name, reason: fault)
        }
        let path = directory == "." ? name : "\(directory)/\(name)"
        guard SeedFiles.stamp(of: path) != nil else {
            let place = directory == "." ? "the server's working directory" : directory
            throw .noSuchSeedFile(name, directory: place)
        }
        let rule = FileRule(below: directory, limit: configuration.importLimit)
        do throws(FileFailure) {
            try FileSystem.check(path, rule)
        } catch {
            switch error.refusal {
            // Its files are looked at one by one.
            case .directory: break
            case .outside: throw .seedFileRefused(name, reason: "is a link out of that directory")
            case .notAFile: throw .seedFileRefused(name, reason: "is not a regular file")
            case .inUse: throw .seedFileRefused(name, reason: "is the data file of this server")
            case .tooLarge(let limit):
                throw .seedFileRefused(
                    name,
                    reason: "has more than \(limit) bytes (MOCKPOSTLY_MAX_IMPORT)"
                )
            case nil: throw .seedFileRefused(name, reason: "cannot be read: \(error.words)")
            }
        }
        return .named(path, rule)
    }

    private static func fault(inSeedName name: String) -> String? {
        if name.isEmpty { return "has no name" }
        if name.utf8.first == UInt8(ascii: "/") { return "has an absolute path" }
        if name.utf8.count > 1024 { return "has a name of more than 1024 bytes" }
        if name.utf8.contains(0) { return "has a NUL in its name" }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.contains(where: { $0.first == UInt8(ascii: ".") }) else { return nil }
        return "has a part that begins with a dot"
    }

    /// Where the content of `origin` is kept for the next world; nil when it is not kept.
    ///
    /// Throws when a file or a scenario that `origin` names is not there.
    func shelfKey(_ origin: WorldOrder.Origin) throws(HostError) -> ImageShelf.Key? {
        switch origin {
        case .seed: .seed
        case .seedFile(let name): try namedSeed(name)
        case .seedPaths(let paths): .files(paths)
        case .empty: .empty
        case .scenario(let name): .scenario(try scenario(named: name))
        case .seedText, .snapshot, .world: nil
        }
    }

    private func scenario(named name: String) throws(HostError) -> Scenario {
        guard let scenario = Scenario(rawValue: name) else {
            throw .noSuchScenario(name, known: Scenario.allCases.map(\.rawValue))
        }
        return scenario
    }

    /// The content of a seed that came with a request, its relative dates around the day of `now`.
    func reading(
        seed text: [UInt8],
        named name: String,
        on now: Instant
    ) throws -> Deferred<(Content, SeedStamp?)> {
        let (registry, origin) = (configuration.content, configuration.documentOrigin)
        let source = SeedSource.bytes(text, name: name)
        return .later(on: .contents(bytes: text.count)) {
            (try .reading(source, registry, origin, on: now), try source.stamp())
        } finish: { result in
            do {
                return try result.get()
            } catch let fault as SeedFault {
                throw HostError.importedSeedAtFault(fault.report)
            }
        }
    }
}
