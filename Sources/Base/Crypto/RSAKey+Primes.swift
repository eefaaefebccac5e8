internal import CMockPostlyOpenSSL

/// Primes of 1024 bits that are derived from a seed.
///
/// HMAC-SHA-256 with the seed as key gives the start; from there every odd number is tested.
struct PrimeSequence {
    /// 65537 in big-endian bytes, the public exponent of the keys made of these primes.
    static let publicExponentBytes: [UInt8] = [1, 0, 1]
    private static let byteCount = 128

    private let hmac: HMACSHA256

    init(seed: [UInt8]) {
        hmac = HMACSHA256(key: seed)
    }

    /// The prime for `name`; the prime minus one is not a multiple of the public exponent.
    func prime(_ name: String) throws(CryptoError) -> BigNumber {
        let arithmetic = try Arithmetic()
        let candidate = try BigNumber(start(name))
        while true {
            // The two highest bits are set and gaps between primes are at most some thousands, so
            // the number keeps its 1024 bits.
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

    /// An odd number of 1024 bits with the two highest bits set.
    ///
    /// So the product of two such numbers has exactly 2048 bits.
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
