package import MockPostlyJSON
package import MockPostlyJavaScript

/// The people of a recording, who become the accounts of a seed.
package struct RecordedPeople {
    package struct Person {
        package var email: String?
        package var name: String?
        package var picture: String?
        package var password: String?
        /// Postly's id.
        package var userID: String?
        /// The number of the account, by which some systems know it.
        package var number: Int64?
        /// Whether a call of the recording has made the account.
        package var isMade = false
        /// Whether a row names the person.
        package var isNamed = false

        package init(
            email: String? = nil,
            name: String? = nil,
            picture: String? = nil,
            userID: String? = nil,
            number: Int64? = nil
        ) {
            (self.email, self.name, self.picture) = (email, name, picture)
            (self.userID, self.number) = (userID, number)
        }
    }

    package init() {}

    package private(set) var people: [Person] = []
    private var byKey: [String: Int] = [:]
    private var passwords: [String: String] = [:]

    /// The place of who has one of `keys`, such as `postly/66eb…`; a new one where nobody has.
    ///
    /// What was not known of the person is taken over.
    package mutating func find(_ keys: [String], _ known: Person) -> Int {
        var keys = keys
        if let email = known.email { keys.append("email/\(email.lowercased())") }
        let place = keys.compactMap { byKey[$0] }.first ?? people.count
        if place == people.count { people.append(Person()) }
        for key in keys where byKey[key] == nil { byKey[key] = place }
        people[place].email = people[place].email ?? known.email
        people[place].name = people[place].name ?? known.name
        people[place].picture = people[place].picture ?? known.picture
        people[place].userID = people[place].userID ?? known.userID
        people[place].number = people[place].number ?? known.number
        return place
    }

    /// Notes what an account signs in with, where `sent` has its members `email` and `password`.
    package mutating func noteSignIn(_ sent: JSONValue?) {
        guard let email = sent?["email"]?.string?.lowercased(),
            let password = sent?["password"]?.string
        else { return }
        passwords[email] = passwords[email] ?? password
    }

    /// Notes that a call has made the account, so that the same call can be made again.
    package mutating func setMade(_ place: Int) { people[place].isMade = true }

    /// What stands for a person in a row until ``resolved(_:)``: an address may be known later.
    package mutating func name(_ place: Int) -> JSValue {
        people[place].isNamed = true
        return .string("\u{1}\(place)")
    }

    /// A value with the addresses of people, by which a seed names them.
    package func resolved(_ value: JSValue) -> JSValue {
        switch value {
        case .string(let text):
            guard text.utf8.first == 1, let place = Int(text.dropFirst()) else { return value }
            return .string(email(of: place))
        case .array(let elements): return .array(elements.map { resolved($0) })
        case .object(let object):
            var made = JSObject()
            for (name, member) in object.members { made[name] = resolved(member) }
            return .object(made)
        default: return value
        }
    }

    private func email(of place: Int) -> String {
        people[place].email ?? "recorded-\(place + 1)@example.com"
    }

    /// The member `users` of a seed, without accounts that a call makes again.
    package var users: [JSValue] {
        people.indices.compactMap { place in
            let person = people[place]
            guard !person.isMade || person.isNamed else { return nil }
            var user = JSObject()
            let email = email(of: place)
            // Ids of digits alone are of accounts of Google, which have no password.
            let isHex = person.userID.map { $0.utf8.count == 24 } ?? true
            if let id = person.userID { user["userId"] = .string(id) }
            user["name"] = .string(person.name ?? "")
            user["email"] = .string(email)
            if let picture = person.picture, picture.hasPrefix("https://") {
                user["profilePicture"] = .string(picture)
            }
            if isHex {
                user["password"] = .string(passwords[email.lowercased()] ?? "password")
            }
            if let number = person.number { user["number"] = .number(Double(number)) }
            return .object(user)
        }
    }

    /// Who can sign in, with a password that the recording has.
    package var accounts: [(email: String, password: String)] {
        people.indices.compactMap { place in
            let email = email(of: place)
            guard !people[place].isMade || people[place].isNamed else { return nil }
            return passwords[email.lowercased()].map { (email, $0) }
        }
    }
}
