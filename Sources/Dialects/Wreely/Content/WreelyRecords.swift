package import MockPostlyContent

/// The tables of Wreely as people look at them.
extension RecordTable {
    /// Read only, with all columns; tokens and codes are not in any of these.
    package static let wreelyMembers = RecordTable(reading: .wreelyMember)
    package static let wreelyWorkspaces = RecordTable(reading: .wreelyWorkspace)
    package static let wreelyCompanies = RecordTable(reading: .wreelyCompany)
    package static let wreelyPosts = RecordTable(reading: .wreelyPost)
    package static let wreelyComments = RecordTable(reading: .wreelyComment)
    package static let wreelyLikes = RecordTable(reading: .wreelyLike)
    package static let wreelyEvents = RecordTable(reading: .wreelyEvent)
    package static let wreelyRooms = RecordTable(reading: .wreelyRoom)
    package static let wreelyBookings = RecordTable(reading: .wreelyBooking)
    package static let wreelyPlaces = RecordTable(reading: .wreelyPlace)
}
