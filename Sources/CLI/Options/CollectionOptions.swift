internal import APIDialect
internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlyServer
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

    /// Reads the collections, and serves them alone, or before the systems of `--dialects`.
    func readCollections(_ configuration: inout Configuration) throws(Failure) {
        guard let path = configuration.settings[API.self].path else {
            guard !configuration.dialects.contains(API.name) else {
                throw .usage(
                    "--dialects \(API.name): there is no file with your API",
                    hint: "name it, such as `mockpostly serve db.json`"
                )
            }
            return
        }
        do throws(SeedFault) {
            configuration.settings[API.self].file = try CollectionFile(
                reading: path,
                id: configuration.settings[API.self].id,
                givesTextIDs: configuration.settings[API.self].language == .v1
            )
        } catch {
            throw Failure(
                error.description,
                hint: "a file of your API is a JSON object of arrays, such as"
                    + " {\"posts\": [{\"id\": 1}]}, or a folder of files with one array each",
                .configuration
            )
        }
        if configuration.settings[API.self].authenticates {
            let file = configuration.settings[API.self].file
            configuration.settings[API.self].file = file?.adding(collection: API.accounts)
        }
        let others =
            resolution.origin(ofOption: "dialects") == .standard ? [] : configuration.dialects
        configuration.dialects = [API.name] + others.filter { $0 != API.name }
    }
}
