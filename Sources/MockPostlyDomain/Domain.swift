package import MockPostlySQLite
package import MockPostlyWorld

/// The content of one world: its database and the stores over it.
///
/// Belongs to the loop's thread, as its world does.
package final class Domain {
    package let world: World
    package let work: UnitOfWork
    package let users: UserStore
    package let posts: PostStore

    /// The content in `connection`, whose schema is brought up to date.
    package init(_ connection: Connection, _ world: World) throws {
        self.world = world
        try Migrator(Migration.all).migrate(connection)
        let work = UnitOfWork(connection)
        self.work = work
        users = UserStore(work: work, world: world)
        posts = PostStore(work, world, PostChanges())
    }

    /// A world's content in memory, gone with this object.
    package static func inMemory(_ world: World) throws -> Domain {
        try Domain(Connection(.memory), world)
    }
}
