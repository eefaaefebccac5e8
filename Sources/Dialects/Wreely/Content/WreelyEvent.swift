package import MockPostlyWorld

/// An event of a workspace.
package struct WreelyEvent: Sendable, Equatable {
    package typealias ID = Int64

    package var id: ID
    package var workspace: WreelyWorkspace.ID
    package var title: String
    /// HTML.
    package var description: String
    /// A URL, or a path of this server; empty for none.
    package var imageURL: String
    /// In UTC; the dialect writes it in the form that the app reads.
    package var startsAt: Instant
    /// Not before ``startsAt``.
    package var endsAt: Instant
    /// In the order of their ids.
    package var attendees: [WreelyPerson]
}
