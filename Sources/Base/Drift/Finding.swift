/// What differs between the real server and the world.
package enum DriftKind: String, Sendable, CaseIterable {
    case status, missing, type, value, order, header
}

/// One difference, at one field of one answer.
package struct DriftFinding: Sendable, Equatable {
    /// The step of the scenario.
    package var step: String
    package var kind: DriftKind
    /// `status`, `header content-type`, or a path in the body such as `body.posts[].title`.
    package var field: String
    /// What differs, without any value of the real server.
    package var words: String
    /// The value of the real server, for `--show-values` alone; nil where there is none.
    package var real: String?
    /// The value of the world.
    package var here: String?
}

/// What a comparison could not decide: it is told, and is no drift.
package struct DriftNote: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// The two real runs differ in what is the same each time, and one of them fits.
        case unstable
        /// One of the two servers has nothing there that could be compared.
        case uncompared
    }

    package var kind: Kind
    package var field: String
    package var words: String
}
