/// The world that requests which name no world are for.
extension Worlds {
    /// Its name; `default` before the content is loaded.
    package var homeWorld: String { table.front?.name ?? WorldPlan.defaultName }

    /// Lets requests that name no world go to the world called `name`.
    ///
    /// When that world ends, they go to the default world again.
    package func use(world name: String) throws {
        let world = try existing(name)
        // Responses that wait for a commit belong to the world of before.
        table.use(world)
    }
}
