package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Worlds that a test adds without the control plane.
extension Worlds {
    /// Adds a world in memory with the content of `seed`, reached by `/w/<name>/…`.
    ///
    /// It follows the configuration, except that its secret and random seed are its own. The name
    /// must be new and have 1 to 64 ASCII letters, digits, `-` and `_`, with single dots between
    /// them.
    package func addWorld(named name: String, seed: SeedSource) throws(StartFailure) {
        guard NameRule.allows(name) else {
            throw StartFailure(
                .configuration,
                "'\(name)' cannot be the name of a world",
                hint: "use 1 to 64 letters, digits, '-' and '_', with single dots between them"
            )
        }
        guard table[name] == nil else {
            throw StartFailure(
                .configuration,
                "there is a world '\(name)' already",
                hint: "choose another name"
            )
        }
        var plan = WorldPlan(name, origin: "seed", configuration)
        plan.seed = seed
        do {
            let stamp = try seed.stamp()
            let content = try Loader.content(
                of: seed,
                configuration.content,
                configuration.documentOrigin,
                on: plan.clock.now()
            )
            add(
                try Loader.open(
                    plan,
                    content,
                    configuration: configuration,
                    stamp: stamp,
                    caches: table.home?.caches
                )
            )
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
