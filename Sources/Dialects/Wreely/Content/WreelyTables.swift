package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension ValueRule {
    /// 0 or 1.
    fileprivate static let flag = ValueRule.number(0...1)
    fileprivate static let workspace = ValueRule.key(of: "wreely_workspace")
    fileprivate static let member = ValueRule.key(of: "wreely_member")
    fileprivate static let freeMinutes = ValueRule.number(0...44_640)
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
    static let link = ValueRule.textThat("a URL, a path of this server, or nothing") {
        $0.isEmpty || $0.isLink
    }
    fileprivate static let links = ValueRule.textThat("a URL on each line") {
        WreelyLines.list(of: $0).allSatisfy(\.isLink)
    }
    static let linksWithoutCommas = ValueRule.textThat(
        "a URL without a comma on each line"
    ) {
        WreelyLines.list(of: $0).allSatisfy { $0.isLink && !$0.contains(",") }
    }
}

extension ContentTable {
    static let wreelyWorkspace = ContentTable(
        "wreely_workspace",
        columns: [
            .init("id", .id),
            .init("name", .text, seed: .required("name", .text, "The name of the house.")),
            .init("email", .text, seed: .text("email", "Where its members write.")),
            .init("logo_url", .text, seed: .text("logoUrl", .wreelyLink, "Its logo.")),
            .init("free_minutes", .freeMinutes, seed: .freeMinutes),
        ],
        seed: SeedRows("wreelyWorkspace", "workspace") {
            [
                .rows("companies", .wreelyCompany, "The companies of its members."),
                .rows("members", .wreelyMember, "Who works there."),
                .rows("posts", .wreelyPost, "What stands on the wall."),
                .rows("events", .wreelyEvent, "Past and coming events."),
                .rows("rooms", .wreelyRoom, "The meeting rooms."),
            ]
        }
    )

    static let wreelyCompany = ContentTable(
        "wreely_company",
        columns: [
            .init("id", .id), .init("workspace", .workspace),
            .init("name", .text, seed: .required("name", .filledText, "What it is called.")),
            .init("website", .text, seed: .text("website", "Its page.")),
            .init("about", .text, seed: .text("about", "What it does.")),
            .init("logo_url", .text, seed: .text("logoUrl", .wreelyLink, "Its logo.")),
            .init(
                "status",
                .count,
                seed: .init("status", .count, "A number that the app shows.", usual: .integer(1))
            ),
            .init(
                "is_deleted",
                .flag,
                seed: .init("isDeleted", .flag, "Whether lists leave it out.", usual: .bool(false))
            ),
        ],
        seed: SeedRows("wreelyCompany", "company", parent: "workspace") {
            [
                .init("members", .list(.wreelyMember), "Who belongs to it; each to one only."),
                .init("contact", .wreelyMember, "The one of its members who speaks for it."),
            ]
        }
    )

    static let wreelyMember: ContentTable = {
        var table = ContentTable(
            "wreely_member",
            columns: [
                .init("id", .id),
                .init("user", .person, seed: .required("user", .own(.person), "The account.")),
                .init("workspace", .workspace),
                .init("company", .key(of: "wreely_company"), isOptional: true),
                .init("is_contact", .flag),
                .init(
                    "mobile",
                    .mobile,
                    seed: .required("mobile", .mobileNumber, "The number for log-in; unique.")
                ),
                .init(
                    "name",
                    .text,
                    isOptional: true,
                    seed: .init("name", .text, "The name here; else that of the account.")
                ),
                .init(
                    "picture",
                    .text,
                    isOptional: true,
                    seed: .init("pictureUrl", .wreelyLink, "Else the picture of the account.")
                ),
                .init("occupation", .text, seed: .text("occupation", "What the member does.")),
                .init(
                    "membership_type",
                    .membership,
                    seed: .text("membershipType", .membershipType, "The number of a plan.")
                ),
                .init("about", .text, seed: .text("about", "A few sentences.")),
                .init("website", .text, seed: .text("website", .wreelyPage, "A page.")),
                .init("twitter", .text, seed: .text("twitter", .wreelyPage, "A page there.")),
                .init("linkedin", .text, seed: .text("linkedin", .wreelyPage, "A page there.")),
                .init("instagram", .text, seed: .text("instagram", .wreelyPage, "A page there.")),
                .init("facebook", .text, seed: .text("facebook", .wreelyPage, "A page there.")),
                .init("firebase_key", .text, seed: .text("firebaseKey", "For messages.")),
                .init(
                    "token",
                    .token,
                    isOptional: true,
                    seed: .init("token", .wreelyToken, "An access token; unique.")
                ),
                .init(
                    "created_at",
                    .date,
                    seed: .init("joinedAt", .date, "Else the date of the account.")
                ),
            ],
            seed: SeedRows("wreelyMember", "member", parent: "workspace")
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
    }()

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

    static let wreelyPost: ContentTable = {
        var table = ContentTable(
            "wreely_post",
            columns: [
                .init("id", .id), .init("workspace", .workspace),
                .init("member", .member, seed: .required("author", .wreelyMember, "Who wrote it.")),
                .init("content", .text, seed: .text("content", "The text.")),
                .init("image_url", .text, seed: .text("imageUrl", .wreelyLink, "A picture.")),
                .init("created_at", .date, seed: .required("createdAt", .dayDate, "When.")),
                .init("follows", .flag, isCompared: false),
            ],
            seed: SeedRows("wreelyPost", "post", parent: "workspace", next: "nextPostId") {
                let like = SeedKind.object(ContentTable.wreelyLike.seedShape)
                return [
                    .init("likes", .list(.either([like, .wreelyMember])), "Each member once."),
                    .rows("comments", .wreelyComment, "The comments."),
                ]
            }
        )
        table.hasSequence = true
        return table
    }()

    static let wreelyComment: ContentTable = {
        var table = ContentTable(
            "wreely_comment",
            columns: [
                .init("id", .id), .init("post", .key(of: "wreely_post")),
                .init("member", .member, seed: .required("author", .wreelyMember, "Who wrote it.")),
                .init("content", .text, seed: .required("content", .filledText, "The text.")),
                .init("created_at", .date, seed: .required("createdAt", .dayDate, "When.")),
                .init("follows", .flag, isCompared: false),
            ],
            seed: SeedRows("wreelyComment", "comment", parent: "post", next: "nextCommentId")
        )
        table.hasSequence = true
        return table
    }()

    static let wreelyLike: ContentTable = {
        var table = ContentTable(
            "wreely_like",
            columns: [
                .init("id", .id), .init("post", .key(of: "wreely_post")),
                .init("member", .member, seed: .required("member", .wreelyMember, "Who likes it.")),
            ],
            seed: SeedRows("wreelyLike", "like", parent: "post", next: "nextLikeId")
        )
        table.hasSequence = true
        return table
    }()

    static let wreelyEvent: ContentTable = {
        var table = ContentTable(
            "wreely_event",
            columns: [
                .init("id", .id), .init("workspace", .workspace),
                .init("title", .text, seed: .required("title", .filledText, "What it is called.")),
                .init("description", .text, seed: .text("description", "HTML.")),
                .init("image_url", .text, seed: .text("imageUrl", .wreelyLink, "A picture.")),
                .init("starts_at", .date, seed: .required("startsAt", .dayDate, "When it begins.")),
                .init("ends_at", .date, seed: .required("endsAt", .dayDate, "When it is over.")),
                .init("follows", .flag, isCompared: false),
            ],
            seed: SeedRows("wreelyEvent", "event", parent: "workspace") {
                [.links("attendees", .wreelyAttendance, .wreelyMember, "Who comes; each once.")]
            }
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
    }()

    static var wreelyAttendance: ContentTable {
        var table = ContentTable(
            "wreely_attendance",
            columns: [.init("event", .key(of: "wreely_event")), .init("member", .member)]
        )
        table.keys = 2
        return table
    }

    static let wreelyRoom: ContentTable = {
        var table = ContentTable(
            "wreely_room",
            columns: [
                .init("id", .id), .init("workspace", .workspace),
                .init("name", .text, seed: .required("name", .filledText, "What it is called.")),
                .init("description", .text, seed: .text("description", "What is in it.")),
                .init("opens", .minute, seed: .required("opens", .timeOfDay, "From when.")),
                .init("closes", .minute, seed: .required("closes", .timeOfDay, "Until when.")),
                .init("images", .links, seed: .text("images", .wreelyLinks, "Pictures of it.")),
            ],
            seed: SeedRows("wreelyRoom", "room", parent: "workspace") {
                [.rows("bookings", .wreelyBooking, "Who has it when; they do not overlap.")]
            }
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
    }()

    static let wreelyBooking: ContentTable = {
        var table = ContentTable(
            "wreely_booking",
            columns: [
                .init("id", .id), .init("room", .key(of: "wreely_room")),
                .init("member", .member, seed: .required("member", .wreelyMember, "Who has it.")),
                .init("starts_at", .date, seed: .required("startsAt", .dayDate, "From when.")),
                .init(
                    "ends_at",
                    .date,
                    seed: .required("endsAt", .dayDate, "Until when, at most 24 hours later.")
                ),
                .init(
                    "is_free",
                    .flag,
                    seed: .init(
                        "isFree",
                        .flag,
                        "Whether the free minutes pay it.",
                        usual: .bool(true)
                    )
                ),
                .init("follows", .flag, isCompared: false),
            ],
            seed: SeedRows("wreelyBooking", "booking", parent: "room", next: "nextBookingId")
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
    }()
}

extension SeedMember {
    fileprivate static let freeMinutes = SeedMember(
        "freeMinutes",
        .number(0...44_640),
        "How long each member may use meeting rooms in a month without paying.",
        usual: .integer(600)
    )

    static func count(_ name: String, _ words: String) -> SeedMember {
        SeedMember(name, .count, words, usual: .integer(0))
    }
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
        forget: WreelyMemberStore.forget,
        counts: { connection in
            let tables: [(String, ContentTable)] = [
                ("workspaces", .wreelyWorkspace), ("members", .wreelyMember),
                ("posts", .wreelyPost), ("comments", .wreelyComment), ("events", .wreelyEvent),
                ("rooms", .wreelyRoom), ("bookings", .wreelyBooking),
            ]
            return try tables.map { ContentCount($0, try $1.count(on: connection)) }
        }
    )
}
