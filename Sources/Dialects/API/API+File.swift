package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySeeds

extension API {
    /// The name by which the practice API is asked for in place of a file, and its host.
    package static let practice = (name: PracticeAPI.name, host: PracticeAPI.host)
}

extension API.Settings {
    /// Reads the collections of ``path``, with which worlds begin, the options that stand in them and
    /// the schema beside them; does nothing without a path.
    ///
    /// - Parameter isGiven: whether an option was set by a flag, a variable or a configuration file,
    ///   so that the file does not set it.
    /// - Throws: ``SeedFault`` with the place of the first fault.
    package mutating func readFile(
        isGiven: (_ option: String) -> Bool = { _ in false }
    ) throws(SeedFault) {
        guard let path else { return }
        let isPractice = path == API.practice.name
        if !isPractice, DescribedSource.isDescription(path) {
            try readDescription(path)
            return
        }
        let source = isPractice ? try PracticeAPI.source() : try CollectionSource(reading: path)
        if isPractice, writes == nil { writes = .echoed }
        if let options = source.options {
            try FileOptions.read(options, into: &self, isGiven: isGiven)
        }
        var file = try CollectionFile(
            source,
            id: id,
            givesTextIDs: language == .v1,
            rounding: likeness == .jsonServer
        )
        if !isPractice {
            schemas = try RowSchemas(beside: path, file)
            dates = dateFinders(file)
            hasRelativeDates = CollectionSource.hasRelativeDates(source.options?.value)
            let relative = hasRelativeDates ? dates : [:]
            try source.checkRelativeDates(relative)
            if hasRelativeDates { warn(of: source.textsLikeRelativeDates(outside: relative)) }
            file = file.moving(relative)
            relativeRows.areThere = !file.movingRows.isEmpty
            try schemas.check(source, relative)
        }
        if authenticates { file = file.adding(collection: API.accounts) }
        self.file = file
        guard watches, !isPractice else { return }
        let given = self
        watch = FileWatch([path], file, nil) { () throws(SeedFault) in
            var settings = given
            settings.watches = false
            // Options of the file are those of the start.
            try settings.readFile { _ in true }
            return (settings.file ?? CollectionFile(path, []), settings.described)
        }
    }

    /// Where rows have dates: by their schemas, and by the option that names members.
    private mutating func dateFinders(_ file: CollectionFile) -> [String: [any DateFinder]] {
        let names = Set(file.resources)
        var finders: [String: [any DateFinder]] = [:]
        for name in names { finders[name] = schemas.dates(of: name).map { [$0] } }
        warnings = []
        for member in dateNames {
            let path = member.split(separator: ".").map(String.init)
            let isOfOne = path.count > 1 && names.contains(path[0])
            let place = DatePlace(isOfOne ? Array(path.dropFirst()) : path)
            guard !place.path.isEmpty else { continue }
            let owners: Set<String> = isOfOne ? [path[0]] : names
            for name in owners { finders[name, default: []].append(place) }
            if file.hasRows(of: owners), !owners.contains(where: { file.has(place, in: $0) }) {
                warnings.append("no row has the member \(member), which is named as a date")
            }
        }
        return finders
    }

    /// Says of texts that may be meant as dates that they are none.
    private mutating func warn(of texts: [(text: String, field: String)]) {
        for (text, field) in texts {
            warnings.append(
                "\(field) is the text \"\(text)\" and stays so: name the member with --api-dates if it is"
                    + " a date, or write \"relativeDates\": false into $mockpostly"
            )
        }
    }

    /// The names of the collections and objects.
    package var resourceNames: Set<String> { Set(file?.resources ?? []) }

    /// Paths that are never reached, since worlds, faults and the control plane have them.
    var hiddenPaths: [String] {
        if let described { return described.hiddenPaths }
        guard prefix.isEmpty else { return [] }
        return (file?.resources ?? []).filter { ["w", "f"].contains($0) }.map { "/\($0)/{id}" }
    }

    private mutating func readDescription(_ path: String) throws(SeedFault) {
        faultHint = "see `mockpostly routes --help` for what is read of a description"
        let description: Description
        do throws(DescriptionFault) {
            description = try Description(file: path)
        } catch {
            if !error.hint.isEmpty { faultHint = error.hint }
            throw SeedFault(
                file: error.file,
                line: error.line,
                column: error.column,
                words: error.words
            )
        }
        faultHint = "`mockpostly routes \(path) --overlay` prints an overlay that fits"
        var reader: OverlayReader?
        if let beside = overlay ?? OverlayReader.path(beside: path) {
            reader = try OverlayReader(beside)
        }
        let source = try DescribedSource(description, rows: firstRows, overlay: reader)
        if let demanded = source.overlay.demandsTokens, demanded { authenticates = true }
        if authenticates, let missing = source.missingSchemes.first {
            faultHint = "describe it below securitySchemes, or leave --api-auth out"
            throw SeedFault(
                file: description.path,
                line: missing.line,
                column: 1,
                words: missing.words
            )
        }
        (described, file, faultHint) = (source, source.file, nil)
        (dates, relativeRows.areThere) = (source.dates, !source.file.movingRows.isEmpty)
        let demandsNone = source.recognition.plans.allSatisfy(\.operation.security.isEmpty)
        warnings =
            authenticates && demandsNone
            ? ["--api-auth demands no token: no operation of \(path) has security"] : []
        guard watches else { return }
        let given = self
        let overlays = overlay.map { [$0] } ?? OverlayReader.paths(beside: path)
        watch = FileWatch(description.files + overlays, source.file, source) {
            () throws(SeedFault) in
            var settings = given
            settings.watches = false
            try settings.readFile { _ in true }
            return (settings.file ?? CollectionFile(path, []), settings.described)
        }
    }
}

extension CollectionFile {
    fileprivate func hasRows(of names: Set<String>) -> Bool {
        names.contains { name in
            switch self[name] {
            case .collection(let rows)?: !rows.rows.isEmpty
            case .singular?: true
            case .note?, nil: false
            }
        }
    }

    /// Whether a row of a collection, or an object, has something in that place.
    fileprivate func has(_ place: DatePlace, in name: String) -> Bool {
        switch self[name] {
        case .collection(let rows)?: rows.rows.contains { place.isIn($0.value) }
        case .singular(let value)?: place.isIn(value)
        case .note?, nil: false
        }
    }
}
