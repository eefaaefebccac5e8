import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import WreelyContent

/// Values of Wreely in a database that comes from outside.
@Suite
struct WreelyReadingTests {
    private func fault(_ change: String) throws -> String? {
        let house = try WreelyHouse()
        _ = try house.codes.issue("12345", for: WreelyHouse.ada)
        try house.domain.work.commit()
        try house.domain.work.connection.script(change)
        let bytes = try house.domain.work.connection.serialize()
        do throws(ContentFault) {
            _ = try ContentFile.image(of: bytes)
            return nil
        } catch {
            guard case .corrupt(let words) = error else { return "\(error)" }
            return words
        }
    }

    @Test
    func `what a seed and clients have made is right`() throws {
        #expect(try fault("") == nil)
    }

    @Test
    func `the largest values are right`() throws {
        let change = """
            UPDATE wreely_post SET created_at = 1 << 62;
            UPDATE wreely_room SET opens = 0, closes = 1440;
            UPDATE wreely_workspace SET free_minutes = 44640;
            UPDATE wreely_booking SET ends_at = starts_at + 86400000000 WHERE id = 2;
            """
        #expect(try fault(change) == nil)
    }

    private static let faults: [(change: String, words: String)] = [
        (
            "UPDATE wreely_workspace SET free_minutes = -1 WHERE id = 1",
            "wreely_workspace, row 1, column free_minutes: expected a whole number from 0 up,"
                + " found -1"
        ),
        (
            "UPDATE wreely_member SET mobile = '+49' WHERE id = 1",
            "wreely_member, row 1, column mobile: expected 4 to 15 digits, found a text"
        ),
        (
            "UPDATE wreely_member SET token = 'x' WHERE id = 2",
            "wreely_member, row 2, column token: expected 32 hexadecimal digits in lower case,"
                + " found a text"
        ),
        (
            "UPDATE wreely_member SET is_contact = 2 WHERE id = 1",
            "wreely_member, row 1, column is_contact: expected a whole number from 0 up, found 2"
        ),
        (
            "UPDATE wreely_member SET is_contact = 1 WHERE id = 3",
            "wreely_member, row 3, column is_contact: expected 0 for a member without a company,"
                + " found 1"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE wreely_member SET company = 7 WHERE id = 1",
            "wreely_member, row 1, column company: expected the number of a row of"
                + " wreely_company, found 7"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE wreely_member SET user = 9 WHERE id = 3",
            "wreely_member, row 3, column user: expected the number of a row of user, found 9"
        ),
        (
            "UPDATE wreely_login_code SET code = '1x'",
            "wreely_login_code, row 1 'login', column code: expected 1 to 10 digits, found a text"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE wreely_like SET post = 9 WHERE id = 1",
            "wreely_like, row 1, column post: expected the number of a row of wreely_post, found 9"
        ),
        (
            "UPDATE wreely_post SET follows = 2 WHERE id = 1",
            "wreely_post, row 1, column follows: expected a whole number from 0 up, found 2"
        ),
        (
            "UPDATE wreely_comment SET content = CAST(x'ff' AS TEXT) WHERE id = 1",
            "wreely_comment, row 1, column content: expected a text in UTF-8, found a text"
        ),
        (
            "UPDATE wreely_event SET ends_at = starts_at - 1 WHERE id = 1",
            "wreely_event, row 1, column ends_at: expected a date that is not before starts_at,"
                + " found 1771351199999999"
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE wreely_attendance SET member = 9 WHERE member = 1",
            "wreely_attendance, row 1 9, column member: expected the number of a row of"
                + " wreely_member, found 9"
        ),
        (
            "UPDATE wreely_room SET closes = opens WHERE id = 1",
            "wreely_room, row 1, column closes: expected a minute after opens, found 480"
        ),
        (
            "UPDATE wreely_room SET images = '/a' || char(10) WHERE id = 1",
            "wreely_room, row 1, column images: expected a URL on each line, found a text"
        ),
        (
            "UPDATE wreely_booking SET ends_at = starts_at WHERE id = 1",
            "wreely_booking, row 1, column ends_at: expected a date up to 24 hours after"
                + " starts_at, found 1771063200000000"
        ),
        (
            "UPDATE wreely_booking SET starts_at = starts_at - 1 WHERE id = 2",
            "wreely_booking, row 2, column starts_at: expected a time for which room 1 is free,"
                + " found 1771066799999999"
        ),
        (
            "UPDATE wreely_place SET bearing = 360 WHERE id = 1",
            "wreely_place, row 1, column bearing: expected a whole number from 0 up, found 360"
        ),
    ]

    @Test(arguments: faults.indices)
    func `a value that is not right is named`(index: Int) throws {
        let (change, words) = Self.faults[index]
        #expect(try fault(change) == words)
    }
}
