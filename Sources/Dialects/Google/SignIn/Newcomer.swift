internal import MockPostlyNouns

/// Somebody new, as typed into the form of the account chooser.
final class Newcomer {
    let name: String
    let email: String
    /// What is wrong with the name and with the address; nil for nothing.
    private(set) var nameFault: String?
    private(set) var emailFault: String?

    /// Checks the form; with `domain`, the address must be there.
    init(_ form: Parameters, domain: String?) {
        name = Self.trimmed(form["name"] ?? "")
        email = Self.trimmed(form["email"] ?? "")
        if name.isEmpty {
            nameFault = "Enter a name."
        } else if name.utf8.count > 200 {
            nameFault = "Enter a shorter name: at most 200 bytes."
        }
        if !Self.isAddress(email) {
            emailFault = "Enter an e-mail address, such as ada@example.com."
        } else if let domain, domain != "*", domainName(of: email) != domain.lowercased() {
            emailFault = "The app asks for an address at \(domain)."
        }
    }

    /// A form that is filled in with the address that an app suggests.
    init(email: String) {
        (name, self.email) = ("", email)
    }

    /// The account; nil when something is wrong.
    var account: SignIn.Account? {
        guard nameFault == nil, emailFault == nil else { return nil }
        let subject = GoogleAccount.subject(of: email)
        return SignIn.Account(subject: subject, email: email, name: name, picture: "")
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && text.utf8.count <= 254
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F
                    && !["<", ">", ",", ";", "\"", "\\"].contains($0)
            }
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (character: Character) in character.isWhitespace }
        let rest = text.drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }.map { rest.index(after: $0) }
        return String(rest[..<(end ?? rest.startIndex)])
    }
}
