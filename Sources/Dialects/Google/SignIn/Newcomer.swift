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

    /// Whether it is one name and one domain, without blanks, control characters and punctuation
    /// that addresses have in quotes alone.
    private static func isAddress(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, bytes.first != 0x40, bytes.last != 0x40 else { return false }
        var signs = 0
        for byte in bytes {
            if byte == 0x40 { signs += 1 }
            if byte <= 0x20 || byte == 0x7F || punctuation.contains(byte) { return false }
        }
        return signs == 1
    }

    private static let punctuation = Array("<>,;\"\\".utf8)

    /// The text without blanks and control characters around it.
    private static func trimmed(_ text: String) -> String {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
