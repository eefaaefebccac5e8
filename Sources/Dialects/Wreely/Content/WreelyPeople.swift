package import MockPostlyNouns
package import MockPostlyWorld

/// A co-working company, which its members' app calls a vendor or a workspace.
package struct WreelyWorkspace: Sendable, Equatable {
    package typealias ID = Int64

    package var id: ID
    package var name: String
    package var email: String
    /// A URL, or a path of this server; empty for none.
    package var logoURL: String
    /// How many members it has.
    ///
    /// Members of all companies and those of none.
    package var members: Int64
}

/// A member of a workspace, with name, e-mail and picture of the account.
package struct WreelyMember: Sendable, Equatable {
    package typealias ID = Int64

    /// From 1; another number than that of the account.
    package var id: ID
    package var user: User.ID
    package var workspace: WreelyWorkspace.ID
    /// The company that the member belongs to; nil for none.
    package var company: (id: WreelyCompany.ID, name: String)? {
        companyID.map { ($0, companyName) }
    }
    var companyID: WreelyCompany.ID?
    var companyName: String
    /// The account's, unless the member has changed it.
    package var name: String
    package var email: String
    /// Digits, with the country code only if it was registered with it; no two members have the same.
    package var mobile: String
    /// Any text; empty for none.
    package var occupation: String
    /// 1 to 10 digits that the apps look up in a list of their own; empty for none.
    package var membershipType: String
    package var about: String
    /// The account's, unless the member has changed it; empty for none.
    package var pictureURL: String
    /// This and the four below are links; empty for none.
    package var website: String
    package var twitter: String
    package var linkedin: String
    package var instagram: String
    package var facebook: String
    /// Under which the app reaches the phone; empty before it was set.
    package var firebaseKey: String
    /// When the person joined, in UTC.
    package var createdAt: Instant
}

/// What a member changes of the own profile; nil leaves a value as it is.
package struct WreelyProfile: Sendable, Equatable {
    package var name: String?
    package var pictureURL: String?
    package var occupation: String?
    package var about: String?
    package var website: String?
    package var twitter: String?
    package var linkedin: String?
    package var instagram: String?
    package var facebook: String?

    /// A change of nothing.
    package init() {}
}

/// A company whose people are members of a workspace.
package struct WreelyCompany: Sendable, Equatable {
    package typealias ID = Int64

    /// The member who speaks for a company.
    package struct Contact: Sendable, Equatable {
        package var id: WreelyMember.ID
        package var name: String
        package var email: String
        package var mobile: String
    }

    package var id: ID
    package var workspace: WreelyWorkspace.ID
    package var name: String
    package var website: String
    package var about: String
    /// A URL, or a path of this server; empty for none.
    package var logoURL: String
    /// A number of the original, whose meaning only its apps know.
    package var status: Int64
    package var isDeleted: Bool
    /// At most one member of a company; nil when nobody speaks for it.
    package var contact: Contact?
}

/// A member as others see them beside a post, a comment or an event.
package struct WreelyPerson: Sendable, Equatable {
    package var id: WreelyMember.ID
    package var name: String
    /// A URL, or a path of this server; empty for none.
    package var pictureURL: String
}

/// A one-time code that waits for its confirmation.
package struct WreelyLoginCode: Sendable, Equatable {
    /// What a code is for; a member has at most one for each.
    package enum Purpose: String, Sendable {
        /// To log in by mobile number.
        case login
        /// To log in by e-mail address with a forgotten password.
        case password
    }

    package var member: WreelyPerson
    package var mobile: String
    package var email: String
    package var purpose: Purpose
    /// 1 to 10 digits.
    package var code: String
    package var issuedAt: Instant
    /// ``WreelyCodeStore/lifetime`` after ``issuedAt``; from that moment on it is not accepted.
    package var expiresAt: Instant
}
