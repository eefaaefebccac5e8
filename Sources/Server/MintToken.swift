internal import MockPostlyContent
package import MockPostlyCrypto
package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld
package import MockPostlyWorlds

/// Why a token could not be made.
package enum TokenFailure: Error, Sendable, Equatable {
    /// There is no such user; `noun` is what the dialect's users are called by, such as `e-mail`.
    case noSuchUser(String, noun: String)
    /// The tokens of the dialect cannot have what was asked for.
    case mismatch(TokenMismatch)
    /// The data file or the seed cannot be read.
    case start(StartFailure)

    /// What went wrong, as one line.
    ///
    /// Without a capital and a full stop; it follows "error: ".
    package var words: String {
        switch self {
        case .noSuchUser(let user, let noun): "nobody has the \(noun) \(user)"
        case .mismatch(let mismatch): mismatch.reason
        case .start(let failure): failure.words
        }
    }

    /// What to do about it, as one line.
    ///
    /// In the same form as ``words``.
    package var hint: String {
        switch self {
        case .noSuchUser:
            "users come from --seed, or from --data FILE"
        case .mismatch(let mismatch): mismatch.hint
        case .start(let failure): failure.hint
        }
    }

    /// The exit code of a process that ends for this reason.
    ///
    /// 1 for what was asked for; others are those of ``StartFailure``.
    package var exitCode: Int32 {
        switch self {
        case .noSuchUser, .mismatch: 1
        case .start(let failure): failure.exitCode
        }
    }
}

/// Makes a token of `dialect` without a running server.
///
/// It holds for the default world of servers with the secret of `configuration`. A user is looked
/// up in the configuration's data file, which is only read and may belong to a running server, or
/// else in its seed.
///
/// - Parameters:
///   - order: ``MintOrder/mayStore`` is taken as false.
///   - dialect: needs ``TokenOffer/Source/secret`` or ``TokenOffer/Source/content``.
///   - configuration: its secret, seed, data file and settings matter.
/// - Returns: a token that every such server takes.
/// - Throws: ``TokenFailure``.
package func mintToken(
    _ order: MintOrder,
    of dialect: any Dialect.Type,
    _ configuration: Configuration
) throws(TokenFailure) -> IssuedToken {
    var order = order
    order.mayStore = false
    let issued: IssuedToken?
    do {
        let domain = try content(for: dialect, configuration)
        let context = DialectContext(domain, secret: configuration.jwtSecret, usesCaches: false)
        issued = try dialect.make(context, configuration.settings).mint(order).awaited()
    } catch let mismatch as TokenMismatch {
        throw .mismatch(mismatch)
    } catch let fault as SeedFault {
        throw .start(StartFailure(fault))
    } catch let fault as DataFileFault {
        throw .start(StartFailure(fault, configuration.dataFile ?? ""))
    } catch {
        throw .start(unreadable(configuration.dataFile, error))
    }
    guard let issued else {
        throw .noSuchUser(order.user, noun: dialect.tokens?.user.noun ?? "name")
    }
    return issued
}

/// The content that the users of `dialect` are looked up in; empty when its tokens need none.
private func content(
    for dialect: any Dialect.Type,
    _ configuration: Configuration
) throws -> Domain {
    let world = TimeAndChance(
        name: "default",
        clock: .real,
        randomSeed: configuration.randomSeed ?? RandomSource.entropySeed()
    )
    guard dialect.tokens?.source == .content else {
        return try .inMemory(world, configuration.content, documents: DocumentOrigin(.empty))
    }
    var plan = ContentPlan()
    dialect.plan(&plan, configuration.settings)
    guard let path = configuration.dataFile else {
        return try .inMemory(
            world,
            configuration.content,
            seed: configuration.seed,
            documents: plan.documents
        )
    }
    return try Domain(
        readingDataFile: path,
        world,
        configuration.content,
        documents: plan.documents
    )
}

private func unreadable(_ dataFile: String?, _ error: any Error) -> StartFailure {
    guard let dataFile, let failure = DatabaseFailure(error) else {
        return StartFailure(.dataFile, "\(error)", hint: "check the file")
    }
    return StartFailure(
        .dataFile,
        "data file \(dataFile) cannot be read: \(failure.message)",
        hint: "give --data a file that mockpostly serve has written"
    )
}
