/// A setting that each world can have for itself, called as the server's option.
package struct WorldSetting: Sendable, Equatable {
    /// Without dashes, such as `pexels-limit`.
    package var name: String
    /// As on the command line.
    package var value: String

    package init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// How many things of each kind a system has in a world.
package struct SystemCounts: Sendable, Equatable {
    /// What is counted, such as `posts`, and how many there are.
    package struct Count: Sendable, Equatable {
        /// A noun in the plural.
        package var name: String
        package var count: Int64

        package init(_ name: String, _ count: Int64) {
            (self.name, self.count) = (name, count)
        }
    }

    /// The name of the system.
    ///
    /// The name of a dialect, such as `postly`.
    package var system: String
    package var counts: [Count]

    package init(_ system: String, _ counts: [Count]) {
        (self.system, self.counts) = (system, counts)
    }
}
