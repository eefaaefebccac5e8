package import MockPostlyCertificates

/// How the server speaks TLS beside plain HTTP, on the same port.
package enum TLSSettings: Sendable, Equatable {
    /// A certificate of the machine's own authority, for the machine's names and addresses and for
    /// `names`.
    ///
    /// It is made anew when addresses or names change, and before it is too old.
    case own(in: AuthorityFolder, names: [CertificateName], kind: PrivateKey.Kind)
    /// The user's own certificate, with those above it, and its key, in files in PEM.
    ///
    /// Read once at the start.
    case files(certificate: String, key: String)

    /// What helps when it cannot be used and the reason alone does not say.
    var hint: String {
        switch self {
        case .own: "--tls-folder names another folder for the authority"
        case .files: "check the file, or use --tls for a certificate by this machine's authority"
        }
    }
}
