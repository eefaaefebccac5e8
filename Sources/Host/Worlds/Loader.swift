internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

/// Opens worlds with their content.
package enum Loader {
    /// Opens the world `default`, from the data file or in memory; an empty one gets the seed.
    ///
    /// Any thread may call it; the world belongs to the loop's thread afterwards.
    package static func load(_ configuration: HostConfiguration) throws(StartFailure)
        -> World
    {
        let plan = WorldPlan(configuration)
        guard let path = configuration.dataFile else {
            return try loadInMemory(plan, configuration)
        }
        let file: DataFile
        do {
            file = try DataFile(
                path,
                survivesPowerLoss: configuration.durability == .full,
                configuration.content
            )
        } catch {
            throw StartFailure(error, path)
        }
        do {
            let domain = try Domain(
                file,
                plan.makeWorld(),
                registry: configuration.content,
                documents: configuration.documentOrigin
            )
            if try !domain.isSeeded {
                // A log with the new tables and then the seed may be too large for a small disk.
                try? file.emptyLog()
                try domain.fill(from: configuration.seed)
                // Without space for both file and log on the disk, the log stays.
                try? file.emptyLog()
            }
            domain.work.checkPlace = { try file.checkPlace() }
            return try World(plan, domain, configuration: configuration, file: file)
        } catch let fault as SeedFault {
            throw StartFailure(fault, configuration)
        } catch {
            if let failure = DatabaseFailure(error) {
                guard !failure.isDiskFull else { throw StartFailure(.noSpace, path) }
                throw StartFailure(
                    .dataFile,
                    "data file \(path) cannot be used: \(failure.message)",
                    hint: "check the file and the space on its disk"
                )
            }
            throw StartFailure(.dataFile, "data file \(path): \(error)", hint: "check the file")
        }
    }

    private static func loadInMemory(
        _ plan: WorldPlan,
        _ configuration: HostConfiguration
    ) throws(StartFailure) -> World {
        do {
            let stamp = try configuration.seed.stamp()
            let domain = try Domain.inMemory(
                plan.makeWorld(),
                configuration.content,
                seed: configuration.seed,
                documents: configuration.documentOrigin
            )
            return try World(plan, domain, configuration: configuration, stamp: stamp)
        } catch let fault as SeedFault {
            throw StartFailure(fault, configuration)
        } catch {
            throw StartFailure(
                .configuration,
                "the content cannot be loaded: \(error)",
                hint: "check the memory of this machine"
            )
        }
    }

    /// Opens a world in memory that begins with `content`.
    ///
    /// `stamp` is that of the seed files that `content` was made from; `caches` is the memory limit
    /// shared with other worlds.
    static func open(
        _ plan: WorldPlan,
        _ content: Content,
        configuration: HostConfiguration,
        stamp: SeedStamp? = nil,
        caches: CacheBudget? = nil
    ) throws -> World {
        let domain = try Domain(
            content,
            plan.makeWorld(),
            registry: configuration.content,
            origin: configuration.documentOrigin(of: plan.settings)
        )
        return try World(
            plan,
            domain,
            configuration: configuration,
            stamp: stamp,
            caches: caches
        )
    }

    /// Makes the content that `seed` describes, filled at `now`; any thread.
    static func content(
        of seed: SeedSource,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin,
        on now: Instant
    ) throws -> Content {
        guard seed == .standard, let image = try SeedImage.pages(registry) else {
            return try .reading(seed, registry, origin, on: now)
        }
        return try Content(image, origin).following(now, registry, origin)
    }
}

extension StartFailure {
    /// A fault in the seed's files or in the documents' directory, whichever `fault` names.
    init(_ fault: SeedFault, _ configuration: HostConfiguration) {
        if let path = configuration.documentOrigin.directory, fault.file.hasPrefix(path) {
            self.init(documents: fault)
        } else {
            self.init(fault)
        }
    }
}
