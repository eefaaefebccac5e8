internal import MockPostlyMatching

/// The paths that are the server's own, which no system and no stub can have.
enum ControlPath {
    /// Whether all paths that begin with `start` are: below `/w/` and `/f/`, which are taken off a
    /// path, and those of the control plane.
    static func isOwn(_ start: ArraySlice<UInt8>) -> Bool {
        AddressPrefix.isCertain(after: start) || Control.owns(start)
    }
}
