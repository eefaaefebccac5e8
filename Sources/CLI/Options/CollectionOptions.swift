internal import APIDialect
internal import MockPostlyCertificates
internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyServer
internal import MockPostlyText
internal import MockPostlyWorlds

/// Your own API: which file has its collections, and what is served beside it.
extension Command.Call {
    /// The same call, in which `file` is said by `--api`; nil changes nothing.
    func naming(file: String?) throws(Failure) -> Command.Call {
        guard let file else { return self }
        guard settings.configuration.settings[API.self].path == nil else {
            throw .usage(
                "the file of your API is named twice, by --api and as \(quoted(file))",
                hint: "leave one of them out"
            )
        }
        var call = self
        call.settings.configuration.settings[API.self].path = file
        return call
    }

    /// Whether --as names the host of the practice API, which is then served by its name alone.
    private var isPracticeNamed: Bool {
        settings.tls.mockedNames.contains {
            let (name, system) = MockedName.parts(of: $0)
            return (system == nil || system == API.name)
                && (try? CertificateName(name))?.covers(API.practice.host) == true
        }
    }

    /// Reads the collections, and serves them alone, or before the systems of `--systems`.
    func readCollections(_ configuration: inout Configuration) throws(Failure) {
        if configuration.settings[API.self].path == nil, isPracticeNamed {
            configuration.settings[API.self].path = API.practice.name
            configuration.settings[API.self].claimsPaths = false
        }
        guard configuration.settings[API.self].path != nil else {
            guard !configuration.dialects.contains(API.name) else {
                throw .usage(
                    "--systems \(API.name): there is no file with your API",
                    hint: "name it, such as `mockpostly serve db.json`"
                )
            }
            return
        }
        do throws(SeedFault) {
            try configuration.settings[API.self].readFile {
                resolution.origin(ofOption: $0) != .standard
            }
        } catch {
            throw Failure(
                error.description,
                hint: configuration.settings[API.self].faultHint ?? Self.hint(for: error),
                .configuration
            )
        }
        let api = configuration.settings[API.self]
        configuration.worlds.takeDates(api.dates, api.relativeRows)
        guard api.claimsPaths else {
            configuration.dialects.removeAll { $0 == API.name }
            configuration.dialects.append(API.name)
            return
        }
        let others =
            resolution.origin(ofOption: "systems") == .standard ? [] : configuration.dialects
        configuration.dialects = [API.name] + others.filter { $0 != API.name }
        if configuration.dialects == [API.name] {
            let names = configuration.settings[API.self].resourceNames
            configuration.worlds.takeSeedsWithRowsAlone(of: names)
        }
    }

    /// What to do about a file with data that could not be read.
    private static func hint(for fault: SeedFault) -> String {
        if fault.field.hasPrefix("$mockpostly") {
            return
                "its members are the options --api-… of `mockpostly serve --help`, each by its name"
        }
        if fault.words.holds("is there twice") {
            return "join the two, or call one of them otherwise"
        }
        return "a file of your API is a JSON object of arrays, such as"
            + " {\"posts\": [{\"id\": 1}]}, or a folder of files with one array each"
    }
}
