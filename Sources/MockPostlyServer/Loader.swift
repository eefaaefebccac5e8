internal import MockPostlyBlog
internal import MockPostlyCrypto
internal import MockPostlyDomain
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Makes a world with its content, as a configuration says.
enum Loader {
    /// The world `default`: from the data file, or in memory; a fresh one gets the seed.
    static func load(_ configuration: Configuration) throws(StartFailure) -> RunningWorld {
        initializeCrypto()
        let world = World(
            name: "default",
            clock: .real,
            randomSeed: configuration.randomSeed ?? RandomSource.entropySeed()
        )
        guard let path = configuration.dataFile else {
            return try load(configuration, world, configuration.blogSettings)
        }
        let file: DataFile
        do {
            file = try DataFile(path, survivesPowerLoss: configuration.durability == .full)
        } catch {
            throw StartFailure(error, path)
        }
        do {
            let domain = try Domain(file.connection, world)
            if try domain.isEmpty { try fill(domain, configuration.seed) }
            return RunningWorld(
                domain,
                configuration.blogSettings,
                seed: configuration.seed,
                file: file
            )
        } catch let failure as StartFailure {
            throw failure
        } catch let error as SQLiteError {
            throw StartFailure(
                .dataFile,
                "data file \(path) cannot be used: \(error.message)",
                hint: "check the file and the space on its disk"
            )
        } catch {
            throw StartFailure(.dataFile, "data file \(path): \(error)", hint: "check the file")
        }
    }

    /// A world in memory with the configuration's seed.
    static func load(
        _ configuration: Configuration,
        _ world: World,
        _ settings: Blog.Settings
    ) throws(StartFailure) -> RunningWorld {
        do {
            let domain = try Domain.inMemory(world)
            try fill(domain, configuration.seed)
            return RunningWorld(domain, settings, seed: configuration.seed)
        } catch let failure as StartFailure {
            throw failure
        } catch {
            throw StartFailure(
                .configuration,
                "the content cannot be loaded: \(error)",
                hint: "check the memory of this machine"
            )
        }
    }

    private static func fill(_ domain: Domain, _ source: SeedSource) throws {
        do {
            try domain.reset(to: SeedReader(source))
            try domain.work.commit()
        } catch let fault as SeedFault {
            try domain.work.rollback()
            throw StartFailure(fault)
        }
    }
}

extension Configuration {
    var blogSettings: Blog.Settings {
        Blog.Settings(
            jwtSecret: jwtSecret,
            googleClientID: googleClientID,
            usesCaches: usesCaches
        )
    }
}
