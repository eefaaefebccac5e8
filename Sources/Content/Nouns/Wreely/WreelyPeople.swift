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
    package var members: Int64
}

/// A member of a workspace, with name, e-mail and picture of the account.
package struct WreelyMember: Sendable, Equatable {
    package typealias ID = Int64

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
    package var occupation: String
    package var membershipType: String
    package var about: String
    /// The account's, unless the member has changed it; empty for none.
    package var pictureURL: String
    package var website: String
    package var twitter: String
    package var linkedin: String
    package var instagram: String
    package var facebook: String
    package var firebaseKey: String
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
    package var status: Int64
    package var isDeleted: Bool
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
    package var code: String
    package var issuedAt: Instant
    package var expiresAt: Instant
}
