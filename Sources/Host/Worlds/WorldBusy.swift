/// The content of a world is being changed by another thread: what needs it has to wait.
///
/// `@unchecked`: it is thrown and caught on the loop's thread.
package struct WorldBusy: Error, CustomStringConvertible, @unchecked Sendable {
    package let world: RunningWorld

    package var description: String {
        "the content of the world '\(world.name)' is being changed"
    }
}
