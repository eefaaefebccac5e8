internal import CMockPostlyOpenSSL

/// What is kept of a password: enough to recognise it, with the parameters that takes.
package struct PasswordHash: Sendable, Equatable {
    package enum Scheme: Sendable, Equatable {
        /// scrypt (RFC 7914) with a cost of 2 to the power of `logN`.
        case scrypt(logN: Int, r: Int, p: Int, salt: [UInt8], hash: [UInt8])

        /// SHA-256 over salt and password, for seeded accounts: their passwords stand in the seed
        /// anyway, and a start must not cost a slow hash for each.
        case seeded(salt: [UInt8], hash: [UInt8])
    }

    package let scheme: Scheme

    init(_ scheme: Scheme) {
        self.scheme = scheme
    }

    // MARK: Making

    /// The scrypt hash of `password`; slow, so never on the loop's thread.
    ///
    /// Throws when the parameters are outside of what is allowed or the memory, 128 · 2^`logN` ·
    /// `r` bytes, is not there. The default takes 4 MiB and about 12 ms.
    package static func scrypt(
        of password: String,
        salt: [UInt8],
        logN: Int = defaultLogN,
        r: Int = defaultR,
        p: Int = defaultP
    ) throws(CryptoError) -> PasswordHash {
        let hash = try derive(password, salt: salt, logN: logN, r: r, p: p, count: 32)
        return PasswordHash(.scrypt(logN: logN, r: r, p: p, salt: salt, hash: hash))
    }

    /// The quick hash of a password that is no secret.
    package static func seeded(_ password: String, salt: [UInt8]) -> PasswordHash {
        PasswordHash(.seeded(salt: salt, hash: sha256(salt + Array(password.utf8))))
    }

    // MARK: Recognising

    /// Whether this is the hash of `password`; false also when there is no memory to find out.
    ///
    /// Costs what making the hash cost; the comparison takes the same time wherever they differ.
    package func matches(_ password: String) -> Bool {
        switch scheme {
        case .scrypt(let logN, let r, let p, let salt, let hash):
            let derived = try? PasswordHash.derive(
                password,
                salt: salt,
                logN: logN,
                r: r,
                p: p,
                count: hash.count
            )
            return derived.map { equalInConstantTime($0, hash) } ?? false
        case .seeded(let salt, let hash):
            return equalInConstantTime(sha256(salt + Array(password.utf8)), hash)
        }
    }

    /// Whether `stored` is the hash of `password`, at the price of one scrypt in every case.
    ///
    /// With no hash, or a seeded one, a hash with the default parameters is made and thrown away,
    /// so that the time does not tell whether there is such an account.
    package static func verify(_ password: String, against stored: PasswordHash?) -> Bool {
        if case .scrypt = stored?.scheme {
            return stored?.matches(password) ?? false
        }
        // Made for its time only: that it may fail changes nothing in the answer.
        _ = try? scrypt(of: password, salt: [UInt8](repeating: 0, count: 16))
        return stored?.matches(password) ?? false
    }

    // MARK: scrypt

    package static let defaultLogN = 12
    package static let defaultR = 8
    package static let defaultP = 1

    /// Parameters that a stored hash may ask for: at most 256 MiB, and not for ages.
    static func isAllowed(logN: Int, r: Int, p: Int) -> Bool {
        (1...20).contains(logN) && (1...32).contains(r) && (1...16).contains(p)
            && 128 * r << logN <= 256 << 20
    }

    private static func derive(
        _ password: String,
        salt: [UInt8],
        logN: Int,
        r: Int,
        p: Int,
        count: Int
    ) throws(CryptoError) -> [UInt8] {
        initializeCrypto()
        guard isAllowed(logN: logN, r: r, p: p) else { throw .parametersOutOfRange }
        var password = password
        var hash = [UInt8](repeating: 0, count: count)
        // libcrypto counts 128 · r bytes for each of N + p blocks, and a little more.
        let memory = UInt64(128 * r) * UInt64(1 << logN + p + 3) + 1 << 20
        let code = password.withUTF8 { text in
            EVP_PBE_scrypt(
                UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self),
                text.count,
                salt,
                salt.count,
                1 << UInt64(logN),
                UInt64(r),
                UInt64(p),
                memory,
                &hash,
                count
            )
        }
        guard code == 1 else {
            // The reason would stay in the thread's queue and be read as another call's.
            ERR_clear_error()
            throw .failed("scrypt failed")
        }
        return hash
    }
}
