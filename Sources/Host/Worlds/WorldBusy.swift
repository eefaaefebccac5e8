/// Another thread is changing the content of `world`: the request has to wait and try again.
///
/// `@unchecked`: it is thrown and caught on the loop's thread.
package struct WorldBusy: Error, CustomStringConvertible, @unchecked Sendable {
    package let world: World

    package var description: String {
        "the content of the world '\(world.name)' is being changed"
    }
}
