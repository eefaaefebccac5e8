internal import CMockPostlyOpenSSL

/// A call into the cryptographic library that failed.
package enum CryptoError: Error, Sendable, Equatable {
    /// The library could not do what was asked, mostly for want of memory.
    case failed(String)

    /// Parameters outside of what is allowed.
    case parametersOutOfRange
}

/// Starts the cryptographic library without reading its configuration file.
///
/// Everything here does so by itself at its first use; calling this moves the cost, about 0.2 ms,
/// to a moment of one's choice. On any thread, any number of times.
package func initializeCrypto() {
    precondition(library.isReady, "libcrypto cannot be initialized")
}

/// The algorithms, looked up once: a look-up costs more than a short digest.
///
/// Unchecked: set once, never changed, and libcrypto lets any thread use fetched algorithms.
struct Library: @unchecked Sendable {
    let isReady: Bool
    let sha256: OpaquePointer?
    let hmac: OpaquePointer?

    fileprivate init() {
        // No clean-up at exit: another thread may be using the library then.
        let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
        isReady = OPENSSL_init_crypto(options, nil) == 1
        sha256 = EVP_MD_fetch(nil, "SHA256", nil)
        hmac = EVP_MAC_fetch(nil, "HMAC", nil)
    }
}

/// Fetched for the life of the process, so never freed.
let library = Library()

/// SHA-1, looked up at its first use, because not every dialect has one.
///
/// Unchecked for the same reasons as ``Library``.
struct SHA1Digest: @unchecked Sendable {
    let pointer: OpaquePointer?

    fileprivate init() {
        initializeCrypto()
        pointer = EVP_MD_fetch(nil, "SHA1", nil)
    }
}

let sha1Digest = SHA1Digest()

/// The version of OpenSSL in use, such as `3.0.19`.
package var cryptoLibraryVersion: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? ""
}
