internal import CMockPostlyOpenSSL

/// A whole number of any size, which is wiped when nobody has it any more.
final class BigNumber {
    let pointer: OpaquePointer

    init() throws(CryptoError) {
        guard let pointer = BN_new() else { throw .failed("no memory for a number") }
        self.pointer = pointer
    }

    /// The number of these bytes, the highest first.
    convenience init(_ bytes: [UInt8]) throws(CryptoError) {
        try self.init()
        guard BN_bin2bn(bytes, Int32(bytes.count), pointer) != nil else {
            throw .failed("no memory for a number")
        }
    }

    deinit { BN_clear_free(pointer) }

    /// The number as bytes, the highest first, and none of them zero at the start.
    var bytes: [UInt8] {
        let length = (Int(BN_num_bits(pointer)) + 7) / 8
        return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            count = Int(BN_bn2bin(pointer, bytes.baseAddress))
        }
    }

    /// This number less one.
    func predecessor() throws(CryptoError) -> BigNumber {
        let result = try BigNumber()
        guard BN_copy(result.pointer, pointer) != nil, BN_sub_word(result.pointer, 1) == 1 else {
            throw .failed("no memory for a number")
        }
        return result
    }
}

/// Room for what libcrypto's arithmetic needs on its way.
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

    /// What gives 1 when it is multiplied by `a` modulo `modulus`.
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
        // The reason would stay in the thread's queue and be read as another call's.
        ERR_clear_error()
        return .failed("\(what) cannot be had")
    }
}
