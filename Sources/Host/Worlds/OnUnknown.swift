/// What a request does in a world that no route takes and no stub answers.
///
/// The raw values stand in the control plane's JSON and on the command line.
package enum OnUnknown: String, Sendable, CaseIterable {
    /// It is refused in the words of its system, and nothing more.
    case answer
    /// It is refused as well, and from then on all checks of the world fail and name it.
    case fail
}

extension World {
    /// Whether checks fail when a request came that nothing owns.
    package var failsOnUnknown: Bool { plan.onUnknown == .fail }
}
