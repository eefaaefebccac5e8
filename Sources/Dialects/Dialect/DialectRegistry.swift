package import MockPostlyContent
package import MockPostlyDrift
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyOptions
package import MockPostlyRecorded
internal import MockPostlySeeds
internal import MockPostlyThreads

/// All dialects that a server can serve, in the order in which lists and help show them.
package struct DialectRegistry: Sendable, Equatable {
    package let all: [any Dialect.Type]
    /// The options that each world can have for itself, of all dialects.
    ///
    /// In the order of the dialects and of their options.
    package var worldOptions: [WorldOption] {
        madeOptions.withLock { made in
            let options = made ?? WorldOption.all(among: all)
            made = options
            return options
        }
    }
    /// Made when first needed, and once, since each new world with settings reads them.
    private let madeOptions = Monitor<[WorldOption]?>(nil)

    /// Creates the registry; two dialects with the same name are a programming error.
    package init(_ all: [any Dialect.Type]) {
        precondition(Set(all.map { $0.name }).count == all.count, "a dialect is listed twice")
        self.all = all
    }

    /// Whether both have the same dialects in the same order.
    package static func == (left: Self, right: Self) -> Bool {
        left.all.map { ObjectIdentifier($0) } == right.all.map { ObjectIdentifier($0) }
    }

    /// All parts of the content: the standard ones, and those that the dialects add.
    ///
    /// A new object on each call when a dialect adds parts; keep it, as registries are compared by
    /// identity.
    package var content: ContentRegistry {
        ContentRegistry.standard.adding(all.flatMap { $0.content })
    }

    /// The names of the dialects that are served unless `--systems` says otherwise, without those
    /// that are always served.
    ///
    /// In the order of ``all``.
    package var names: [String] {
        all.filter { !$0.isAlwaysServed && $0.isServedUnasked }.map { $0.name }
    }

    /// ``names``, and those of the dialects that are served only when they are asked for.
    package var choices: [String] { all.filter { !$0.isAlwaysServed }.map { $0.name } }

    /// The names of the dialects that can make tokens.
    ///
    /// In the order of ``all``.
    package var minters: [String] { all.filter { $0.tokens != nil }.map { $0.name } }

    /// The scenarios by which real servers are compared.
    package var scenarios: [DriftScenario] { all.compactMap { $0.drift } }

    /// The dialects whose rows are recognised in recordings.
    package var recorded: [(name: String, rows: any RecordedRows.Type)] {
        all.compactMap { dialect in dialect.recorded.map { (dialect.name, $0) } }
    }

    /// The dialect called `name`, compared byte by byte; nil when there is none.
    package subscript(_ name: String) -> (any Dialect.Type)? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The dialects called `names`, in this order, then those that are always served.
    ///
    /// Unknown names are left out.
    package func served(_ names: [String]) -> [any Dialect.Type] {
        names.compactMap { self[$0] } + all.filter { $0.isAlwaysServed }
    }

    /// The index of a dialect in ``all``; 0 when it is not registered.
    package func place(of dialect: any Dialect.Type) -> Int {
        all.firstIndex { $0.name == dialect.name } ?? 0
    }

    /// The names of the originals of the dialects that ``served(_:)`` gives, each once.
    ///
    /// In lower case, in the order of the dialects.
    package func hosts(_ names: [String]) -> [String] {
        served(names).flatMap { $0.hosts }.reduce(into: []) { hosts, host in
            if !hosts.contains(host) { hosts.append(host) }
        }
    }

    /// The routes of the dialects that ``served(_:)`` gives, in this order.
    package func routeLines(_ names: [String]) -> [RouteLine] {
        served(names).flatMap { $0.routeLines }
    }
}
