import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import WreelyContent

/// A small co-working community, in a world whose clock stands at noon of 2026-02-14.
struct WreelyHouse {
    static let noon = Instant(seconds: 1_771_070_400)

    static let seed = """
        {"users": [{"name": "Ada", "email": "ada@x", "profilePicture": "https://x/ada.png"},
                   {"name": "Ben", "email": "ben@x"}, {"name": "Cleo", "email": "cleo@x"},
                   {"name": "Dan", "email": "dan@x"}],
         "wreely": {
          "workspaces": [
           {"name": "North", "email": "north@x", "logoUrl": "/wreely/pictures/n.jpg",
            "freeMinutes": 60,
            "members": [
             {"user": "ada@x", "mobile": "9876543210", "occupation": "Baker"},
             {"user": "ben@x", "mobile": "9876543211", "name": "Benno", "pictureUrl": "/b.jpg"}],
            "companies": [
             {"name": "Bread", "members": ["ada@x", "ben@x"], "contact": "ben@x"},
             {"name": "Gone", "isDeleted": true}],
            "posts": [
             {"author": "ada@x", "content": "First", "createdAt": "-2d 09:00",
              "likes": ["ben@x", "cleo@x"],
              "comments": [
               {"author": "ben@x", "content": "Later", "createdAt": "-1d 08:00"},
               {"author": "ada@x", "content": "Earlier", "createdAt": "-2d 10:00"}]},
             {"author": "ben@x", "imageUrl": "/wreely/pictures/p.jpg", "createdAt": "-1d 09:00"},
             {"author": "ada@x", "content": "Old", "createdAt": "2025-03-01T10:00:00Z"}],
            "events": [
             {"title": "Soon", "startsAt": "+3d 18:00", "endsAt": "+3d 20:00",
              "description": "<p>Soup</p>", "attendees": ["ben@x", "ada@x"]},
             {"title": "Past", "startsAt": "-4d 18:00", "endsAt": "-4d 20:00"}],
            "rooms": [
             {"name": "Quiet", "opens": "08:00", "closes": "20:00", "images": ["/q.jpg"],
              "bookings": [
               {"member": "ada@x", "startsAt": "+0d 10:00", "endsAt": "+0d 11:00"},
               {"member": "ben@x", "startsAt": "+0d 11:00", "endsAt": "+0d 11:15",
                "isFree": false}]}]},
           {"name": "South", "members": [{"user": "cleo@x", "mobile": "9876543212"}],
            "rooms": [{"name": "Loud", "opens": "00:00", "closes": "24:00"}]}],
          "places": [
           {"bearing": 90, "distance": 1609344, "name": "Far"},
           {"bearing": 0, "distance": 480, "name": "Near", "images": ["/1.jpg", "/2.jpg"]}]}}
        """

    // The ids are those of the order in the seed.
    static let (north, south): (WreelyWorkspace.ID, WreelyWorkspace.ID) = (1, 2)
    static let (ada, ben, cleo): (WreelyMember.ID, WreelyMember.ID, WreelyMember.ID) = (1, 2, 3)
    static let (quiet, loud): (WreelyRoom.ID, WreelyRoom.ID) = (1, 2)

    let domain: Domain

    init(_ seed: String = seed, at now: Instant = noon) throws {
        let world = TimeAndChance(name: "default", clock: .frozen(at: now), randomSeed: 1)
        domain = try Domain.inMemory(world, seed: .bytes(Array(seed.utf8), name: "s"))
    }

    var members: WreelyMemberStore { WreelyMemberStore(domain.work, domain.world) }
    var codes: WreelyCodeStore { WreelyCodeStore(domain.work, domain.world) }
    var companies: WreelyCompanyStore { WreelyCompanyStore(domain.work) }
    var wall: WreelyWallStore { WreelyWallStore(domain.work, domain.world) }
    var events: WreelyEventStore { WreelyEventStore(domain.work) }
    var rooms: WreelyRoomStore { WreelyRoomStore(domain.work) }
    var directory: WreelyDirectoryStore { WreelyDirectoryStore(domain.work) }

    /// The moment of a clock time some days after the house's today.
    static func time(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0) -> Instant {
        let midnight = noon.daysSince1970 * 86_400
        return Instant(seconds: midnight + day * 86_400 + hour * 3_600 + minute * 60)
    }

    func pass(_ duration: Duration) {
        domain.world.clock = .frozen(at: domain.world.now + duration)
    }

    /// Gives a member the token that a seed would.
    func giveToken(_ token: String, to member: WreelyMember.ID) throws {
        _ = try domain.work.writeOnce {
            try domain.work.connection.run(
                "UPDATE wreely_member SET token = ?2 WHERE id = ?1",
                [.integer(member), .text(token)]
            )
        }
    }

    func export() throws -> [UInt8] {
        try domain.work.commit()
        return try SeedExport.json(of: domain.work.connection)
    }
}
