internal import CMockPostlyOpenSSL

/// An integer of any size of libcrypto, wiped when it is released.
final class BigNumber {
    let pointer: OpaquePointer

    init() throws(CryptoError) {
        guard let pointer = BN_new() else { throw .failed("no memory for a number") }
        self.pointer = pointer
    }

    /// The integer with these big-endian bytes.
    convenience init(_ bytes: [UInt8]) throws(CryptoError) {
        try self.init()
        guard BN_bin2bn(bytes, Int32(bytes.count), pointer) != nil else {
            throw .failed("no memory for a number")
        }
    }

    deinit { BN_clear_free(pointer) }

    /// The integer as big-endian bytes, without leading zeros.
    var bytes: [UInt8] {
        let length = (Int(BN_num_bits(pointer)) + 7) / 8
        return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            count = Int(BN_bn2bin(pointer, bytes.baseAddress))
        }
    }

    /// The integer minus one.
    func predecessor() throws(CryptoError) -> BigNumber {
        let result = try BigNumber()
        guard BN_copy(result.pointer, pointer) != nil, BN_sub_word(result.pointer, 1) == 1 else {
            throw .failed("no memory for a number")
        }
        return result
    }
}

/// Scratch memory for libcrypto's arithmetic; belongs to one thread.
struct Arithmetic: ~Copyable {
    private let context: OpaquePointer

    init() throws(CryptoError) {
        guard let context = BN_CTX_new() else { throw .failed("no memory for arithmetic") }
        self.context = context
    }

    deinit { BN_CTX_free(context) }

    func product(_ a: BigNumber, _ b: BigNumber) throws(CryptoError) -> BigNumber {
        let result = try BigNumber()
        guard BN_mul(result.pointer, a.pointer, b.pointer, context) == 1 else {
            throw failure("a product")
        }
        return result
    }

    func remainder(of a: BigNumber, by b: BigNumber) throws(CryptoError) -> BigNumber {
        let result = try BigNumber()
        guard BN_div(nil, result.pointer, a.pointer, b.pointer, context) == 1 else {
            throw failure("a remainder")
        }
        return result
    }

    /// The inverse of `a` modulo `modulus`: their product is 1 modulo `modulus`.
    func inverse(of a: BigNumber, modulo modulus: BigNumber) throws(CryptoError) -> BigNumber {
        let result = try BigNumber()
        guard BN_mod_inverse(result.pointer, a.pointer, modulus.pointer, context) != nil else {
            throw failure("an inverse")
        }
        return result
    }

    func isPrime(_ number: BigNumber) throws(CryptoError) -> Bool {
        switch BN_check_prime(number.pointer, context, nil) {
        case 1: true
        case 0: false
        default: throw failure("a test for primes")
        }
    }

    private func failure(_ what: String) -> CryptoError {
        // Otherwise the error would stay in the thread's queue and look like that of a later call.
        ERR_clear_error()
        return .failed("\(what) cannot be had")
    }
}
