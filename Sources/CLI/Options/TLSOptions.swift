internal import MockPostlyCertificates
internal import MockPostlyOptions
internal import MockPostlyServer

/// What is said of TLS, as it was said.
struct TLSWords: Sendable, Equatable {
    /// Whether TLS is spoken with the machine's own authority.
    var isOn = false
    var usesRSA = false
    /// Names for the certificate beside those of the machine.
    var names: [String] = []
    /// Names of other servers that this one answers for.
    var mockedNames: [String] = []
    /// The paths of the user's own certificate and key.
    var certificate: String?
    var key: String?
}

extension ServerOptions {
    /// The options of TLS.
    static let tls = [
        Option.boolean(
            "tls",
            "also answer https and wss, on the same port",
            """
            With a certificate for the names and addresses of this machine, signed by an authority of \
            this machine, which is made at the first use. `mockpostly trust` lets browsers, simulators \
            and emulators trust it; phones find it at /__mockpostly/phone.
            """,
            set: { $1.tls.isOn = $0 },
            get: { $0.tls.isOn }
        ),
        Option.list(
            "tls-name",
            "NAME",
            \.tls.names,
            .certificateName,
            "another name or address for the certificate; repeatable",
            "Turns --tls on."
        ),
        Option.boolean(
            "tls-rsa",
            "give the certificate an RSA key, for old clients",
            "Turns --tls on. Without it the key is on the curve P-256.",
            set: { $1.tls.usesRSA = $0 },
            get: { $0.tls.usesRSA }
        ).with { $0.reach = .environmentAndFile },
        Option.value(
            "tls-cert",
            "FILE",
            \.tls.certificate,
            ValueType.path.optional,
            "answer https with this certificate, in PEM",
            "The server's certificate first, then the intermediate ones. Needs --tls-key."
        ),
        Option.value(
            "tls-key",
            "FILE",
            \.tls.key,
            ValueType.path.optional,
            "the key of that certificate, in PEM",
            "Without a passphrase."
        ),
        // Not only for `trust`, so that a file of settings may name it too.
        TrustOptions.folder.with { $0.reach = .everywhere },
    ]
}

extension ValueType where Value == String {
    static let certificateName = {
        var type = ValueType(
            expected: "a host name such as app.example, or an IP address",
            read: { text in (try? CertificateName(text))?.description },
            show: { .text($0) }
        )
        type.reason = { text in
            do throws(CertificateProblem) {
                _ = try CertificateName(text)
                return nil
            } catch {
                return ([error.words] + [error.hint].compactMap(\.self)).joined(separator: "; ")
            }
        }
        return type
    }()
}

extension Command.Call {
    /// What the server is told of TLS; nil when it is off.
    func tlsSettings() throws(Failure) -> TLSSettings? {
        let words = settings.tls
        let asksForOwn =
            words.isOn || words.usesRSA || !words.names.isEmpty || !words.mockedNames.isEmpty
        switch (words.certificate, words.key) {
        case (let certificate?, let key?):
            guard !words.usesRSA, words.names.isEmpty else {
                throw .usage(
                    "--tls-cert cannot be used with --tls-name and MOCKPOSTLY_TLS_RSA",
                    hint: "a certificate of your own has its names and its key already"
                )
            }
            return .files(certificate: certificate, key: key)
        case (_?, nil):
            throw .usage("--tls-cert needs --tls-key", hint: "name the file with its key")
        case (nil, _?):
            throw .usage("--tls-key needs --tls-cert", hint: "name the file with its certificate")
        case (nil, nil):
            guard asksForOwn else { return nil }
            return .own(
                in: try authorityFolder(),
                names: try certificateNames(words.names, of: "--tls-name"),
                kind: words.usesRSA ? .rsa : .p256
            )
        }
    }

    /// Reads the values of `option`.
    func certificateNames(
        _ texts: [String],
        of option: String
    ) throws(Failure) -> [CertificateName] {
        var names: [CertificateName] = []
        for text in texts {
            do throws(CertificateProblem) {
                names.append(try CertificateName(text))
            } catch {
                throw .usage("\(option): \(error.words)", hint: error.hint ?? "")
            }
        }
        return names
    }
}
