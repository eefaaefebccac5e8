internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Reads the members and the companies of a workspace.
extension WreelySeed {
    private static let memberMembers = [
        "user", "mobile", "name", "pictureUrl", "occupation", "membershipType", "about", "website",
        "twitter", "linkedin", "instagram", "facebook", "firebaseKey", "token", "joinedAt", "id",
    ]

    func readMember(
        _ value: JSONValue,
        of workspace: WreelyWorkspace.ID,
        list: String,
        index: Int
    ) {
        let place = SeedPlace(list, at: index, members: Self.memberMembers)
        guard var members = reading.object(value, place) else {
            knowsAllMembers = false
            return
        }
        let id = self.id(&members, of: .wreelyMember, "member")
        let user = reading.required(&members, "user").flatMap { newMember($0, place.path("user")) }
        let mobile = mobile(&members)
        let name = optionalText(&members, "name")
        let picture = address(&members, "pictureUrl")
        var texts = [
            text(&members, "occupation"), membershipType(&members), text(&members, "about"),
        ]
        texts += ["website", "twitter", "linkedin", "instagram", "facebook"].map {
            link(&members, $0)
        }
        texts.append(text(&members, "firebaseKey"))
        let token = token(&members)
        let joinedAt = reading.optionalDate(&members, "joinedAt")
        reading.close(members)
        guard let id, let user, let mobile, let token else {
            knowsAllMembers = false
            return
        }
        let date = joinedAt ?? people.creation(of: user)
        let values =
            [
                id, .integer(user), .integer(workspace), .text(mobile), .optional(name),
                .optional(picture),
            ] + texts.map(Value.text) + [token, .integer(date.microseconds)]
        count.members += 1
        memberIDs[user] = reading.attempt { try rows.insert(member: values) }
    }

    /// The account of a new member; nil after a fault was reported.
    private func newMember(_ value: JSONValue, _ field: String) -> Int? {
        guard let user = people.author(value, field) else { return nil }
        guard memberIDs[user] == nil else {
            let words = "\(people.name(of: user)) is a member twice"
            reading.report(field, at: value.offset, words)
            return nil
        }
        return user
    }

    /// A URL that the app opens when it is tapped; empty when there is none or after a fault was
    /// reported.
    private func link(_ members: inout SeedMembers, _ name: String) -> String {
        guard let value = members.take(name), !value.isNull else { return "" }
        if let text = value.string, text.isEmpty || text.isWebAddress || reading.isExact {
            return text
        }
        reading.report(value, members.place.path(name), expected: "http://… or https://…")
        return ""
    }

    /// The number of a kind of membership; empty when there is none or after a fault was reported.
    private func membershipType(_ members: inout SeedMembers) -> String {
        guard let value = members.take("membershipType") else { return "" }
        // Exports of data files from before the rule have other texts.
        if let text = value.string, text.isEmpty || text.isMembershipType || reading.isExact {
            return text
        }
        let field = members.place.path("membershipType")
        reading.report(value, field, expected: "a number as a string, such as \"3\"")
        return ""
    }

    private func mobile(_ members: inout SeedMembers) -> String? {
        guard let value = reading.required(&members, "mobile") else { return nil }
        let field = members.place.path("mobile")
        guard let text = value.string, text.isMobileNumber else {
            reading.report(value, field, expected: "4 to 15 digits in a string")
            return nil
        }
        guard reading.attempt({ try rows.has(mobile: text) }) == false else {
            reading.report(field, at: value.offset, "another member has the number \(text)")
            return nil
        }
        return text
    }

    /// The member `token`, or NULL when it is absent; nil after a fault was reported.
    private func token(_ members: inout SeedMembers) -> Value? {
        guard let value = members.take("token") else { return .null }
        let field = members.place.path("token")
        guard let text = value.string, text.isWreelyToken else {
            reading.report(value, field, expected: "32 hexadecimal digits in lower case")
            return nil
        }
        guard reading.attempt({ try rows.has(token: text) }) == false else {
            reading.report(field, at: value.offset, "the token is there twice")
            return nil
        }
        return .text(text)
    }

    private func optionalText(_ members: inout SeedMembers, _ name: String) -> String? {
        guard let value = members.take(name) else { return nil }
        return reading.string(value, members.place.path(name))
    }

    // MARK: Companies

    private static let companyMembers = [
        "name", "website", "about", "logoUrl", "status", "isDeleted", "members", "contact", "id",
    ]

    func readCompanies(_ value: JSONValue?, of workspace: WreelyWorkspace.ID, _ path: String) {
        let list = path + ".companies"
        reading.forEach(value, list) { index, value in
            readCompany(
                value,
                of: workspace,
                SeedPlace(list, at: index, members: Self.companyMembers)
            )
        }
    }

    private func readCompany(
        _ value: JSONValue,
        of workspace: WreelyWorkspace.ID,
        _ place: SeedPlace
    ) {
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyCompany, "company")
        let name = requiredText(&members, "name")
        let website = text(&members, "website")
        let about = text(&members, "about")
        let logo = address(&members, "logoUrl") ?? ""
        let status = number(&members, "status") ?? 1
        let isDeleted = flag(&members, "isDeleted")
        let (people, contact) = (members.take("members"), members.take("contact"))
        reading.close(members)
        guard let id, let name,
            let company = reading.attempt({
                try rows.insert(company: [
                    id, .integer(workspace), .text(name), .text(website), .text(about),
                    .text(logo), status, .bool(isDeleted),
                ])
            })
        else { return }
        var staff: Set<WreelyMember.ID> = []
        reading.forEach(people, place.path("members")) { index, value in
            let field = place.path("members[\(index)]")
            guard let person = member(value, field) else { return }
            guard reading.attempt({ try rows.join(person, company) }) ?? true else {
                return reading.report(field, at: value.offset, "the member has a company already")
            }
            staff.insert(person)
        }
        guard let contact else { return }
        guard let person = member(contact, place.path("contact")) else { return }
        guard staff.contains(person) else {
            return reading.report(contact, place.path("contact"), expected: "one of its members")
        }
        reading.attempt { try rows.makeContact(person) }
    }
}
