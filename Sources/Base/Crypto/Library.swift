internal import CMockPostlyOpenSSL

/// A failed call of the cryptographic library.
package enum CryptoError: Error, Sendable, Equatable {
    /// The library failed, mostly for lack of memory.
    case failed(String)

    /// The parameters are outside the allowed ranges.
    case parametersOutOfRange
}

/// Initialises libcrypto without reading its configuration file.
///
/// Every function here does so at its first use; an early call moves the cost of about 0.2 ms to
/// that moment. May be called on any thread, any number of times. Stops the program if libcrypto
/// fails.
package func initializeCrypto() {
    precondition(library.isReady, "libcrypto cannot be initialized")
}

/// The state of libcrypto.
struct Library: Sendable {
    let isReady: Bool

    fileprivate init() {
        // No clean-up at exit: another thread may still use the library then.
        let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
        isReady = OPENSSL_init_crypto(options, nil) == 1
    }
}

let library = Library()

/// HMAC for any digest, fetched once because that costs more than a short code.
///
/// `@unchecked`: set once and never changed, and libcrypto allows fetched algorithms on any thread.
/// Used until the process ends, so never freed.
struct FetchedHMAC: @unchecked Sendable {
    let pointer: OpaquePointer?

    fileprivate init() {
        initializeCrypto()
        pointer = EVP_MAC_fetch(nil, "HMAC", nil)
    }
}

let fetchedHMAC = FetchedHMAC()

/// The version of OpenSSL in use, such as `3.0.19`.
package var cryptoLibraryVersion: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? ""
}
