package import MockPostlyContent
internal import MockPostlySQLite

extension ValueRule {
    /// 0 or 1.
    fileprivate static let flag = ValueRule.number(0...1)
    fileprivate static let workspace = ValueRule.key(of: "wreely_workspace")
    fileprivate static let member = ValueRule.key(of: "wreely_member")
    /// A minute of the day; 1440 is its end.
    fileprivate static let minute = ValueRule.number(0...1_440)
    fileprivate static let mobile = ValueRule.textThat("4 to 15 digits") { $0.isMobileNumber }
    fileprivate static let token = ValueRule.textThat("32 hexadecimal digits in lower case") {
        $0.isWreelyToken
    }
    fileprivate static let membership = ValueRule.textThat("1 to 10 digits, or nothing") {
        $0.isEmpty || $0.isMembershipType
    }
    fileprivate static let code = ValueRule.textThat("1 to 10 digits") { $0.isLoginCode }
    fileprivate static let purpose = ValueRule.textThat("the purpose of a code") {
        WreelyLoginCode.Purpose(rawValue: $0) != nil
    }
    fileprivate static let link = ValueRule.textThat("a URL, a path of this server, or nothing") {
        $0.isEmpty || $0.isLink
    }
    fileprivate static let links = ValueRule.textThat("a URL on each line") {
        WreelyLines.list(of: $0).allSatisfy(\.isLink)
    }
    fileprivate static let linksWithoutCommas = ValueRule.textThat(
        "a URL without a comma on each line"
    ) {
        WreelyLines.list(of: $0).allSatisfy { $0.isLink && !$0.contains(",") }
    }
}

extension ContentTable {
    static let wreelyWorkspace = ContentTable(
        "wreely_workspace",
        columns: [
            .init("id", .id), .init("name", .text), .init("email", .text),
            .init("logo_url", .text), .init("free_minutes", .number(0...44_640)),
        ]
    )

    static let wreelyCompany = ContentTable(
        "wreely_company",
        columns: [
            .init("id", .id), .init("workspace", .workspace), .init("name", .text),
            .init("website", .text), .init("about", .text), .init("logo_url", .text),
            .init("status", .count), .init("is_deleted", .flag),
        ]
    )

    static var wreelyMember: ContentTable {
        var table = ContentTable(
            "wreely_member",
            columns: [
                .init("id", .id), .init("user", .person), .init("workspace", .workspace),
                .init("company", .key(of: "wreely_company"), isOptional: true),
                .init("is_contact", .flag), .init("mobile", .mobile),
                .init("name", .text, isOptional: true), .init("picture", .text, isOptional: true),
                .init("occupation", .text), .init("membership_type", .membership),
                .init("about", .text), .init("website", .text), .init("twitter", .text),
                .init("linkedin", .text), .init("instagram", .text), .init("facebook", .text),
                .init("firebase_key", .text), .init("token", .token, isOptional: true),
                .init("created_at", .date),
            ]
        )
        let (company, isContact) = (table.position(of: "company"), table.position(of: "is_contact"))
        table.makeCheck = {
            { (row: inout [Value]) throws(ValueRefusal) -> Void in
                guard row[isContact] == 1, row[company] == .null else { return }
                throw ValueRefusal(
                    column: "is_contact",
                    words: "expected 0 for a member without a company, found 1"
                )
            }
        }
        return table
    }

    static var wreelyLoginCode: ContentTable {
        var table = ContentTable(
            "wreely_login_code",
            columns: [
                .init("member", .member), .init("purpose", .purpose), .init("code", .code),
                .init("issued_at", .date),
            ]
        )
        table.keys = 2
        return table
    }

    static var wreelyPost: ContentTable {
        var table = ContentTable(
            "wreely_post",
            columns: [
                .init("id", .id), .init("workspace", .workspace), .init("member", .member),
                .init("content", .text), .init("image_url", .text), .init("created_at", .date),
                .init("follows", .flag, isCompared: false),
            ]
        )
        table.hasSequence = true
        return table
    }

    static var wreelyComment: ContentTable {
        var table = ContentTable(
            "wreely_comment",
            columns: [
                .init("id", .id), .init("post", .key(of: "wreely_post")),
                .init("member", .member), .init("content", .text), .init("created_at", .date),
                .init("follows", .flag, isCompared: false),
            ]
        )
        table.hasSequence = true
        return table
    }

    static var wreelyLike: ContentTable {
        var table = ContentTable(
            "wreely_like",
            columns: [
                .init("id", .id), .init("post", .key(of: "wreely_post")),
                .init("member", .member),
            ]
        )
        table.hasSequence = true
        return table
    }

    static var wreelyEvent: ContentTable {
        var table = ContentTable(
            "wreely_event",
            columns: [
                .init("id", .id), .init("workspace", .workspace), .init("title", .text),
                .init("description", .text), .init("image_url", .text), .init("starts_at", .date),
                .init("ends_at", .date), .init("follows", .flag, isCompared: false),
            ]
        )
        let (start, end) = (table.position(of: "starts_at"), table.position(of: "ends_at"))
        table.makeCheck = {
            { (row: inout [Value]) throws(ValueRefusal) -> Void in
                guard case (.integer(let start), .integer(let end)) = (row[start], row[end]),
                    end < start
                else { return }
                throw ValueRefusal(
                    column: "ends_at",
                    words: "expected a date that is not before starts_at, found \(end)"
                )
            }
        }
        return table
    }

    static var wreelyAttendance: ContentTable {
        var table = ContentTable(
            "wreely_attendance",
            columns: [.init("event", .key(of: "wreely_event")), .init("member", .member)]
        )
        table.keys = 2
        return table
    }

    static var wreelyRoom: ContentTable {
        var table = ContentTable(
            "wreely_room",
            columns: [
                .init("id", .id), .init("workspace", .workspace), .init("name", .text),
                .init("description", .text), .init("opens", .minute), .init("closes", .minute),
                .init("images", .links),
            ]
        )
        let (opens, closes) = (table.position(of: "opens"), table.position(of: "closes"))
        table.makeCheck = {
            { (row: inout [Value]) throws(ValueRefusal) -> Void in
                guard case (.integer(let opens), .integer(let closes)) = (row[opens], row[closes]),
                    closes <= opens
                else { return }
                throw ValueRefusal(
                    column: "closes",
                    words: "expected a minute after opens, found \(closes)"
                )
            }
        }
        return table
    }

    static var wreelyBooking: ContentTable {
        var table = ContentTable(
            "wreely_booking",
            columns: [
                .init("id", .id), .init("room", .key(of: "wreely_room")),
                .init("member", .member), .init("starts_at", .date), .init("ends_at", .date),
                .init("is_free", .flag), .init("follows", .flag, isCompared: false),
            ]
        )
        table.hasSequence = true
        let room = table.position(of: "room")
        let (start, end) = (table.position(of: "starts_at"), table.position(of: "ends_at"))
        table.makeCheck = {
            var plans: [Int64: WreelyRoomPlan] = [:]
            return { (row: inout [Value]) throws(ValueRefusal) -> Void in
                guard
                    case (.integer(let room), .integer(let start), .integer(let end)) =
                        (row[room], row[start], row[end])
                else { return }
                guard WreelyBooking.isLength(end - start) else {
                    throw ValueRefusal(
                        column: "ends_at",
                        words: "expected a date up to 24 hours after starts_at, found \(end)"
                    )
                }
                guard plans[room, default: WreelyRoomPlan()].reserve(start, end) else {
                    throw ValueRefusal(
                        column: "starts_at",
                        words: "expected a time for which room \(room) is free, found \(start)"
                    )
                }
            }
        }
        return table
    }

    static let wreelyPlace = ContentTable(
        "wreely_place",
        columns: [
            .init("id", .id), .init("bearing", .number(0...359)),
            .init("distance", .number(0...20_000_000)), .init("name", .text),
            .init("description", .text), .init("address", .text), .init("postal_area", .text),
            .init("city", .text), .init("state", .text), .init("country", .text),
            .init("image_url", .link), .init("images", .linksWithoutCommas), .init("url", .link),
            .init("currency", .text), .init("day_price", .text), .init("week_price", .text),
            .init("month_price", .text), .init("star_rating", .text), .init("reviews", .count),
            .init("capacity", .count), .init("private_rooms", .count),
            .init("meeting_rooms", .count),
        ]
    )
}

extension ContentScope {
    /// The co-working community: its workspaces, members, wall, events and meeting rooms.
    ///
    /// Resetting it alone leaves the accounts as they are.
    package static let wreely = ContentScope("wreely")
}

extension ContentPart {
    /// The co-working community; the accounts of its members belong to another part.
    ///
    /// Codes that were given for log-ins are in no seed.
    package static let wreely = ContentPart(
        "wreely",
        .wreely,
        migrations: [.wreely],
        tables: [
            .wreelyWorkspace, .wreelyCompany, .wreelyMember, .wreelyLoginCode, .wreelyPost,
            .wreelyComment, .wreelyLike, .wreelyEvent, .wreelyAttendance, .wreelyRoom,
            .wreelyBooking, .wreelyPlace,
        ],
        seed: WreelySeed.self,
        follow: WreelyFollowing.move,
        counts: WreelyCounts.all
    )
}
