internal import CMockPostlyOpenSSL

/// Primes of 1024 bits that follow from a seed.
///
/// HMAC-SHA-256 under the seed says where to begin; from there the odd numbers are tried in turn.
struct PrimeSequence {
    /// 65537, the public exponent of the keys that these primes are for.
    static let publicExponentBytes: [UInt8] = [1, 0, 1]
    private static let byteCount = 128

    private let hmac: HMACSHA256

    init(seed: [UInt8]) {
        hmac = HMACSHA256(key: seed)
    }

    /// The prime called `name`: one less is no multiple of the public exponent.
    func prime(_ name: String) throws(CryptoError) -> BigNumber {
        let arithmetic = try Arithmetic()
        let candidate = try BigNumber(start(name))
        while true {
            // The two highest bits are set and a gap is never longer than some thousands, so the
            // number stays one of 1024 bits.
            if BN_mod_word(candidate.pointer, 65537) != 1,
                try arithmetic.isPrime(candidate)
            {
                return candidate
            }
            guard BN_add_word(candidate.pointer, 2) == 1 else {
                throw .failed("no memory for a number")
            }
        }
    }

    /// An odd number of 1024 bits of which the two highest are set, so that the product of two of
    /// them has 2048.
    private func start(_ name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < Self.byteCount {
            bytes += hmac.authenticate(Array("\(name) \(bytes.count)".utf8))
        }
        bytes[0] |= 0xC0
        bytes[Self.byteCount - 1] |= 1
        return bytes
    }
}
