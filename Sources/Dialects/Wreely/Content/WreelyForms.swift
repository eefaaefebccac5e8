internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

/// The forms of texts in seeds of Wreely.
extension SeedKind {
    private static let address = "https://… or http://… or /…"

    private static func link(isFreeInExact: Bool) -> SeedKind {
        let start = "^$|^([Hh][Tt][Tt][Pp][Ss]?:/)?/"
        var form = SeedForm("\(address) or null", start) { $0.isEmpty || $0.isLink }
        (form.isFreeInExact, form.takesNull) = (isFreeInExact, true)
        return .form(form)
    }

    /// A URL or a path of this server, or nothing; an exact seed may have any text.
    static let wreelyLink = link(isFreeInExact: true)
    /// The same, which the app opens without asking whether it is one.
    static let wreelyOpenedLink = link(isFreeInExact: false)

    /// URLs or paths of this server, an array.
    static let wreelyLinks = SeedKind.lines(SeedForm(address, "/.") { $0.isLink })
    /// The same, which the app splits at commas.
    static let wreelyLinksWithoutCommas = SeedKind.lines(
        SeedForm("\(address) without a comma", "^[^,]*/[^,]*$") {
            $0.isLink && !$0.utf8.contains(UInt8(ascii: ","))
        }
    )

    /// A page that the app opens when its link is tapped, or nothing.
    static let wreelyPage = SeedKind.form(
        SeedForm(
            "http://… or https://…",
            "^$|^[Hh][Tt][Tt][Pp][Ss]?://",
            isFreeInExact: true,
            takesNull: true
        ) { $0.isEmpty || $0.isWebAddress }
    )

    static let mobileNumber = SeedKind.form(
        SeedForm("4 to 15 digits in a string", "^[0-9]{4,15}$") { $0.isMobileNumber }
    )

    static let wreelyToken = SeedKind.form(
        SeedForm("32 hexadecimal digits in lower case", "^[0-9a-f]{32}$") { $0.isWreelyToken }
    )

    /// The number of a kind of membership; exports of data files from before the rule have other
    /// texts.
    static let membershipType = SeedKind.form(
        SeedForm(
            "a number as a string, such as \"3\"",
            "^[0-9]{0,10}$",
            isFreeInExact: true
        ) { $0.isEmpty || $0.isMembershipType }
    )

    /// A time of day as `08:30`, up to `24:00`; stored in minutes.
    static var timeOfDay: SeedKind {
        var form = SeedForm(
            "a time of day such as \"08:30\"",
            "^[0-2][0-9]:[0-5][0-9]$",
            demand: .string
        ) { WreelyTimeOfDay.minute(of: $0) != nil }
        form.store = { .optional(WreelyTimeOfDay.minute(of: $0)) }
        form.show = { WreelyTimeOfDay.text(of: $0) }
        return .form(form)
    }

    /// A member of a workspace in the same file or an earlier one, named by the account.
    static let wreelyMember = SeedKind.own(.person)
}
