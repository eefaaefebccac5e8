package import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyOptions

/// All dialects that a server can stand in for, in the order in which they are told of.
package struct DialectRegistry: Sendable, Equatable {
    package let all: [any Dialect.Type]

    /// Two dialects of one name are a programming error.
    package init(_ all: [any Dialect.Type]) {
        precondition(Set(all.map { $0.name }).count == all.count, "a dialect is listed twice")
        self.all = all
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.all.map { ObjectIdentifier($0) } == right.all.map { ObjectIdentifier($0) }
    }

    /// All that a content consists of: what the standard dialects speak of, and what others bring.
    package var content: ContentRegistry {
        ContentRegistry.standard.adding(all.flatMap { $0.content })
    }

    /// The names of those that can be chosen.
    package var names: [String] { all.filter { !$0.isAlwaysServed }.map { $0.name } }

    /// The names of those for whose people tokens can be made.
    package var minters: [String] { all.filter { !$0.tokenKinds.isEmpty }.map { $0.name } }

    /// The one called `name`.
    package subscript(_ name: String) -> (any Dialect.Type)? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Those called `names`, in this order, and behind them those that are always served.
    package func served(_ names: [String]) -> [any Dialect.Type] {
        names.compactMap { self[$0] } + all.filter { $0.isAlwaysServed }
    }

    /// Where a dialect stands in ``all``.
    package func place(of dialect: any Dialect.Type) -> Int {
        all.firstIndex { $0.name == dialect.name } ?? 0
    }

    /// The routes of those called `names`.
    package func routeLines(_ names: [String]) -> [RouteLine] {
        names.flatMap { self[$0]?.routeLines ?? [] }
    }
}
