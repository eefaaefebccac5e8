internal import GoogleDialect
internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld
package import MockPostlyWorlds
internal import PostlyDialect

/// Why a token could not be made.
package enum TokenFailure: Error, Sendable, Equatable {
    /// No user has this e-mail address.
    case noSuchUser(email: String)
    /// The data file or the seed cannot be read.
    case start(StartFailure)

    /// What went wrong, as one line.
    package var words: String {
        switch self {
        case .noSuchUser(let email): "nobody has the e-mail \(email)"
        case .start(let failure): failure.words
        }
    }

    /// What to do about it, as one line.
    package var hint: String {
        switch self {
        case .noSuchUser:
            "people come from --seed, or from --data FILE where a server keeps its content"
        case .start(let failure): failure.hint
        }
    }

    /// The exit code of a process that ends for this reason.
    package var exitCode: Int32 {
        switch self {
        case .noSuchUser: 1
        case .start(let failure): failure.exitCode
        }
    }
}

/// Makes an access token of Postly for the user with `email`, without a running server.
///
/// The user is looked up in the configuration's data file, which is opened for reading only, or
/// else in its seed.
package func mintPostlyToken(
    email: String,
    configuration: Configuration,
    expiresIn lifetime: Duration
) throws(TokenFailure) -> String {
    let user = try userID(email: email, configuration)
    guard let user else { throw .noSuchUser(email: email) }
    let world = World(
        name: "default",
        clock: .real,
        randomSeed: configuration.randomSeed ?? RandomSource.entropySeed()
    )
    return Tokens(secret: configuration.jwtSecret, world: world).issue(
        for: user,
        lifetime: lifetime
    )
}

/// Makes an API token of the community for the user with `email`, without a running server.
///
/// The user is looked up as in ``mintPostlyToken(email:configuration:expiresIn:)``. The token of a
/// user is always the same. It is valid on servers with the same secret until it is revoked there.
package func mintCommunityToken(
    email: String,
    configuration: Configuration
) throws(TokenFailure) -> String {
    let user = try userID(email: email, configuration)
    guard let user else { throw .noSuchUser(email: email) }
    let key = HMACSHA256(key: Array(configuration.jwtSecret.utf8))
    return APIToken.derived(for: User.ID(user), key)
}

private func userID(
    email: String,
    _ configuration: Configuration
) throws(TokenFailure) -> String? {
    do {
        if let path = configuration.dataFile {
            return try UserStore.lookUp(email: email, inFile: path)?.text
        }
        return try UserStore.lookUp(email: email, in: configuration.seed)?.text
    } catch let fault as SeedFault {
        throw .start(StartFailure(fault))
    } catch {
        if let failure = DatabaseFailure(error) {
            throw .start(
                StartFailure(
                    .dataFile,
                    "data file \(configuration.dataFile ?? "") cannot be read: \(failure.message)",
                    hint: "give --data a file that mockpostly serve has written"
                )
            )
        }
        throw .start(StartFailure(.dataFile, "\(error)", hint: "check the file"))
    }
}

/// Makes a Google ID token that Postly's log-in accepts.
///
/// It is signed with the key of the default world of servers whose secret is `secret`, so that they
/// accept it with `--google verify` too. Making that key takes about a tenth of a second. Without
/// `subject`, the subject is derived from the e-mail address, so that the same address is the same
/// account.
package func mintGoogleToken(
    email: String,
    name: String,
    subject: String?,
    picture: String?,
    audience: String?,
    expiresIn lifetime: Duration,
    secret: String
) -> String {
    let account = GoogleAccount(
        email: email,
        name: name,
        subject: subject,
        picture: picture,
        audience: audience
    )
    do {
        return try GoogleKey(secret: secret)
            .issue(for: account, at: Clock.real.now(), lifetime: lifetime).token
    } catch {
        fatalError("a Google token cannot be made: \(error)")
    }
}
