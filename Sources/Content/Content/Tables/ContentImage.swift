package import MockPostlySQLite

/// The pages of a content's database, which contents share and never change.
package typealias ContentImage = PageImage

/// The version of SQLite that this program contains.
package var databaseLibraryVersion: String { sqliteLibraryVersion }
