internal import MockPostlyBlog
internal import MockPostlyCommunity
internal import MockPostlyCrypto
internal import MockPostlyDomain
internal import MockPostlyDummyJSON
internal import MockPostlyPexels
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Makes a world with its content, as a configuration says.
enum Loader {
    /// The world `default`: from the data file, or in memory; a fresh one gets the seed.
    static func load(_ configuration: Configuration) throws(StartFailure) -> RunningWorld {
        let world = World(
            name: "default",
            clock: Clock(configuration.clock),
            randomSeed: configuration.randomSeed ?? RandomSource.entropySeed()
        )
        guard let path = configuration.dataFile else {
            return try loadInMemory(configuration, world)
        }
        let file: DataFile
        do {
            file = try DataFile(path, survivesPowerLoss: configuration.durability == .full)
        } catch {
            throw StartFailure(error, path)
        }
        do {
            let documents = configuration.documentOrigin
            let domain = try Domain(file.connection, world, documents: documents)
            if try !domain.isSeeded { try domain.fill(from: configuration.seed) }
            return RunningWorld(domain, configuration, file: file)
        } catch let fault as SeedFault {
            throw StartFailure(fault, configuration)
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

    /// One more world, in memory.
    ///
    /// Its secret and its random numbers follow from the configuration's and from its name, so that
    /// no two worlds have the same.
    static func load(
        _ configuration: Configuration,
        named name: String,
        seed: SeedSource
    ) throws(StartFailure) -> RunningWorld {
        var configuration = configuration
        let key = HMACSHA256(key: Array(configuration.jwtSecret.utf8))
        configuration.jwtSecret = Base64URL.encode(key.authenticate(Array(name.utf8)))
        configuration.seed = seed
        let randomSeed = configuration.randomSeed.map { base in
            sha256(Array("\(base) \(name)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        let world = World(
            name: name,
            clock: Clock(configuration.clock),
            randomSeed: randomSeed ?? RandomSource.entropySeed()
        )
        return try loadInMemory(configuration, world)
    }

    private static func loadInMemory(
        _ configuration: Configuration,
        _ world: World
    ) throws(StartFailure) -> RunningWorld {
        do {
            let domain = try Domain.inMemory(
                world,
                seed: configuration.seed,
                documents: configuration.documentOrigin
            )
            return RunningWorld(domain, configuration)
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
}

extension Configuration {
    var blogSettings: Blog.Settings {
        Blog.Settings(
            jwtSecret: jwtSecret,
            googleClientID: googleClientID,
            usesCaches: usesCaches
        )
    }

    var communitySettings: Community.Settings {
        var settings = Community.Settings(secret: jwtSecret)
        settings.origins = community.origins
        settings.compresses = community.compresses
        settings.idleTimeout = community.idleTimeout
        settings.messageLimit = community.messageLimit
        return settings
    }

    var pexelsSettings: Pexels.Settings {
        var settings = Pexels.Settings()
        settings.keys = pexels.keys
        settings.isStrict = pexels.isStrict
        settings.usesCaches = usesCaches
        if let limit = pexels.limit {
            settings.monthlyLimit = limit
            settings.refusesOverLimit = true
        }
        return settings
    }

    var dummyJSONSettings: DummyJSON.Settings {
        var settings = DummyJSON.Settings(jwtSecret: jwtSecret)
        settings.writes = dummyJSON.keepsWrites ? .keep : .echo
        settings.links = dummyJSON.linksUpstream ? .upstream : .local
        settings.era = dummyJSON.isLegacy ? .legacy : .current
        settings.limitsRate = dummyJSON.limitsRate
        settings.usesSecureCookies = dummyJSON.usesSecureCookies
        settings.usesCaches = usesCaches
        return settings
    }

    /// Where the documents come from; there are none when nobody serves them.
    fileprivate var documentOrigin: DocumentOrigin {
        guard dialects.contains(.dummyjson) else { return DocumentOrigin(.empty) }
        let era = dummyJSONSettings.era
        return DocumentOrigin(dummyJSON.source) { era.records($0) }
    }
}

extension StartFailure {
    /// A fault in the files of the seed, or in those of the DummyJSON API.
    fileprivate init(_ fault: SeedFault, _ configuration: Configuration) {
        if case .directory(let path) = configuration.dummyJSON.source, fault.file.hasPrefix(path) {
            self.init(documents: fault)
        } else {
            self.init(fault)
        }
    }
}
