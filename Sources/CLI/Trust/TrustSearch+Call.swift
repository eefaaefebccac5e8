internal import MockPostlyCertificates
internal import MockPostlyPlatform
internal import MockPostlyWorld

extension Failure {
    init(_ problem: CertificateProblem) {
        self.init(problem.words, hint: problem.hint)
    }
}

extension Command.Call {
    /// The folder of the authority: the one that is named, or the usual one.
    func authorityFolder() throws(Failure) -> AuthorityFolder {
        if let path = settings.trust.folder { return AuthorityFolder(path) }
        guard environment["SUDO_USER"] == nil || geteuid() != 0 else {
            throw .usage(
                "under sudo this would be the authority of root, and not yours",
                hint: "run it without sudo: it says what needs sudo; or name yours by --tls-folder"
            )
        }
        let standard = AuthorityFolder.standard(
            dataHome: environment["XDG_DATA_HOME"],
            home: environment["HOME"]
        )
        guard let standard else {
            throw .usage(
                "there is no folder for the authority: HOME is not set",
                hint: "name one by --tls-folder"
            )
        }
        return standard
    }

    /// What stores are looked for with; `makes` says whether a missing authority is made.
    func trustSearch(makes: Bool) throws(Failure) -> TrustSearch {
        let folder = try authorityFolder()
        let certificate: Certificate?
        do throws(CertificateProblem) {
            certificate =
                makes
                ? try CertificateAuthority(
                    in: folder,
                    machine: machineName(),
                    now: Clock.real.now()
                ).certificate
                : try CertificateAuthority.certificate(in: folder)
        } catch {
            let hint = "--tls-folder names another folder for the authority"
            throw Failure(error.words, hint: error.hint ?? hint)
        }
        guard let certificate else {
            throw Failure(
                "there is no authority in \(folder.path) yet",
                hint: "`mockpostly serve --tls` and `mockpostly trust system` make it"
            )
        }
        let root = settings.trust.root ?? ""
        // These folders are often not in the PATH of other users than root.
        let extra = root.isEmpty ? ["/usr/sbin", "/sbin"] : []
        return TrustSearch(
            certificate: certificate,
            folder: folder,
            home: environment["HOME"] ?? "",
            root: root,
            tools: SystemTools(path: environment["PATH"], extra: extra),
            ledger: TrustLedger(in: folder)
        )
    }
}
