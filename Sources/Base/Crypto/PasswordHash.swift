internal import CMockPostlyOpenSSL

/// The stored form of a password: a hash, with the parameters needed to check a password.
package struct PasswordHash: Sendable, Equatable {
    /// The algorithms of stored hashes, with their parameters.
    package enum Scheme: Sendable, Equatable {
        /// scrypt (RFC 7914) with a cost of 2 to the power of `logN`; the hash has 32 bytes.
        case scrypt(logN: Int, r: Int, p: Int, salt: [UInt8], hash: [UInt8])

        /// SHA-256 over salt and password, for seeded accounts only.
        ///
        /// Their passwords are public in the seed, and a start must not run a slow hash for each of
        /// them.
        case seeded(salt: [UInt8], hash: [UInt8])
    }

    package let scheme: Scheme

    init(_ scheme: Scheme) {
        self.scheme = scheme
    }

    // MARK: Making

    /// The scrypt hash of `password`; slow, so never to be called on the loop's thread.
    ///
    /// Throws when the parameters are outside the allowed ranges or the memory of 128 · 2^`logN` ·
    /// `r` bytes cannot be allocated. The defaults take 4 MiB and about 12 ms.
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

    /// The fast hash of a seeded account's password, which is not secret.
    package static func seeded(_ password: String, salt: [UInt8]) -> PasswordHash {
        PasswordHash(.seeded(salt: salt, hash: sha256(salt + Array(password.utf8))))
    }

    // MARK: Recognising

    /// Whether this is the hash of `password`; false also when memory is too short to compute it.
    ///
    /// Takes as long as making the hash; the comparison time does not depend on where they differ.
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

    /// Whether `stored` is the hash of `password`, always at the cost of one scrypt hash.
    ///
    /// Without a hash, or for a seeded hash, a hash with the default parameters is computed and
    /// discarded, so that the time does not reveal whether the account exists.
    package static func verify(_ password: String, against stored: PasswordHash?) -> Bool {
        if case .scrypt = stored?.scheme {
            return stored?.matches(password) ?? false
        }
        // Computed only for its time, so a failure does not matter.
        _ = try? scrypt(of: password, salt: [UInt8](repeating: 0, count: 16))
        return stored?.matches(password) ?? false
    }

    // MARK: scrypt

    /// The default parameters of ``scrypt(of:salt:logN:r:p:)`` (RFC 7914, 2).
    package static let defaultLogN = 12
    package static let defaultR = 8
    package static let defaultP = 1

    /// Whether a stored hash may have these parameters: at most 256 MiB, and a bounded time.
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
        // libcrypto counts 128 · r bytes for each of N + p blocks, plus a little more.
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
            // Otherwise the error would stay in the thread's queue and look like that of a later
            // call.
            ERR_clear_error()
            throw .failed("scrypt failed")
        }
        return hash
    }
}
