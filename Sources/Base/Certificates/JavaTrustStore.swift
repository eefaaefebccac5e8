internal import MockPostlyCrypto

/// A trust store in Java's own format, JKS, version 2: certificates under a password, which protects
/// nothing but shows a damaged file.
package enum JavaTrustStore {
    /// The file with all certificates of `pem`, the later one of two that are the same left out.
    ///
    /// `milliseconds` is the time that stands beside each, since 1970.
    ///
    /// - Parameters:
    ///   - pem: any text; only its certificates count, in their order.
    ///   - password: ASCII, such as Java's usual `changeit`.
    ///   - milliseconds: since 1970 in UTC.
    /// - Returns: a file for `javax.net.ssl.trustStore`; its entries are `authority-0`,
    ///   `authority-1` and so on.
    package static func file(
        of pem: [UInt8],
        password: String,
        milliseconds: Int64
    ) -> [UInt8] {
        var seen: Set<[UInt8]> = []
        let certificates = PEM.blocks(in: pem).filter { $0.label == "CERTIFICATE" }
            .compactMap(\.bytes).filter { seen.insert($0).inserted }
        var file: [UInt8] = []
        append(UInt32(0xFEED_FEED), to: &file)
        append(UInt32(2), to: &file)
        append(UInt32(certificates.count), to: &file)
        for (index, certificate) in certificates.enumerated() {
            // 2 is the mark of a certificate that is trusted.
            append(UInt32(2), to: &file)
            append("authority-\(index)", to: &file)
            append(milliseconds, to: &file)
            append("X.509", to: &file)
            append(UInt32(certificate.count), to: &file)
            file += certificate
        }
        return file + seal(file, password)
    }

    /// The SHA-1 of the password in UTF-16, a phrase of Java's, and the rest of the file.
    private static func seal(_ file: [UInt8], _ password: String) -> [UInt8] {
        let letters = password.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return sha1(letters + Array("Mighty Aphrodite".utf8) + file)
    }

    private static func append(_ number: some FixedWidthInteger, to file: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { file += $0 }
    }

    /// An ASCII text with its length in two bytes.
    private static func append(_ text: String, to file: inout [UInt8]) {
        append(UInt16(text.utf8.count), to: &file)
        file += text.utf8
    }
}
