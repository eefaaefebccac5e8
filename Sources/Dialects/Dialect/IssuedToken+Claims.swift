package import MockPostlyCrypto
package import MockPostlyJSON

extension IssuedToken {
    /// A token with the usual claims of a user, of which `changes`, an object, replaces some or adds
    /// others.
    ///
    /// - Parameters:
    ///   - user: as the dialect writes it.
    ///   - email: that of the user.
    ///   - usual: claims as JSON.
    ///   - changes: nil for the usual claims alone.
    ///   - escaping: how the system writes JSON.
    ///   - sign: makes the token of all claims.
    /// - Throws: ``JSONError`` for changes that nest too deeply, and what `sign` throws.
    package init(
        of user: String,
        _ email: String,
        _ usual: [UInt8],
        changedBy changes: JSONValue?,
        escaping: JSONWriter.Escaping = .utf8,
        _ sign: ([UInt8]) throws -> String
    ) throws {
        var json = JSONWriter(escaping: escaping)
        json.object(try JSON(parsing: usual).root, changedBy: changes)
        let claims = json.finish()
        let end = try JSON(parsing: claims).root["exp"]?.int
        self.init(token: try sign(claims), userID: user, email: email, expiresAt: end)
    }
}
