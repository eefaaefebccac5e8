internal import MockPostlyControl
package import MockPostlyStubs

/// The stubs of the worlds.
extension Worlds {
    package func stubs(of name: String) throws -> StubTable {
        try existing(name).stubs
    }
}
