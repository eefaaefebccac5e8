package import MockPostlySQLite

/// The pages of a content's database; they never change, and several contents share them.
package typealias ContentImage = PageImage

/// The pages of a data file at some time, which its connections hand to each other.
package typealias ContentFileImage = FileImage

/// The version of SQLite that this program contains.
package var databaseLibraryVersion: String { sqliteLibraryVersion }
