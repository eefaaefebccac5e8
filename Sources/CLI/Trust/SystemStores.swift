internal import MockPostlyCertificates
internal import MockPostlyFiles
internal import MockPostlyPlatform

/// The stores of this machine: that of the system and those of its browsers.
extension TrustSearch {
    var systemStores: [TrustStore] {
        [keychain ?? linuxStore].compactMap(\.self) + browserStores
    }

    // MARK: Linux

    /// How a Linux distribution keeps the authorities that its user adds.
    private struct Distribution {
        var name: String
        /// The folder of the certificates.
        var anchors: String
        /// What their names end in.
        var suffix: String
        /// What makes the system read the folder.
        var update: [String]
        /// The same after a certificate was deleted.
        var forget: [String]
        /// The file with all authorities that this makes.
        var bundle: String
        var install: String
    }

    private static let distributions = [
        Distribution(
            name: "Fedora",
            anchors: "/etc/pki/ca-trust/source/anchors",
            suffix: "pem",
            update: ["update-ca-trust", "extract"],
            forget: ["update-ca-trust", "extract"],
            bundle: "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
            install: "dnf install ca-certificates"
        ),
        Distribution(
            name: "Debian",
            anchors: "/usr/local/share/ca-certificates",
            suffix: "crt",
            update: ["update-ca-certificates"],
            // Otherwise it leaves links to the file that is gone.
            forget: ["update-ca-certificates", "--fresh"],
            bundle: "/etc/ssl/certs/ca-certificates.crt",
            install: "apt install ca-certificates"
        ),
        Distribution(
            name: "Arch",
            anchors: "/etc/ca-certificates/trust-source/anchors",
            suffix: "crt",
            update: ["trust", "extract-compat"],
            forget: ["trust", "extract-compat"],
            bundle: "/etc/ca-certificates/extracted/tls-ca-bundle.pem",
            install: "pacman -S ca-certificates-utils"
        ),
    ]

    /// What Debian keeps the authorities of Java with: it is told what has come and what has gone.
    ///
    /// The update tells it what has come, but nothing of a file that was deleted.
    private static let javaHook = "/etc/ca-certificates/update.d/jks-keystore"

    /// The store of the distribution; nil where none is known.
    private var linuxStore: TrustStore? {
        guard
            let system = Self.distributions.first(where: {
                FileKind(of: root + $0.anchors) == .directory
            })
        else { return nil }
        let folder = root + system.anchors
        let copy = "\(folder)/mockpostly-ca-\(mark).\(system.suffix)"
        var store = TrustStore(
            name: "the system (\(system.name))",
            state: isInBundle(root + system.bundle) ? .trusted : .absent,
            add: [.copy(from: file, to: copy), .run(system.update)],
            remove: [.delete(copy), .run(system.forget)]
        )
        store.isForRoot = !mayWrite(folder)
        let hook = root + Self.javaHook
        if FileKind(of: hook) == .file {
            let link = "/etc/ssl/certs/mockpostly-ca-\(mark).pem"
            store.remove.append(.run(["sh", "-c", "echo -\(link) | \(shellWord(hook))"]))
        }
        if tools.find(system.update[0]) == nil {
            store.obstacle = .tool(system.update[0], install: system.install)
        } else if store.isForRoot {
            store.obstacle = .permission(folder)
        }
        // A copy that the system has not read yet is removed too.
        if store.state == .absent, FileKind(of: copy) != .nothing { store.state = .unknown }
        return store
    }

    // MARK: macOS

    /// The keychain of macOS; nil on other systems.
    ///
    /// The user's own one, for which macOS asks the user; for root that of the machine.
    private var keychain: TrustStore? {
        let system = root + "/Library/Keychains"
        guard FileKind(of: system) == .directory else { return nil }
        let isRoot = geteuid() == 0
        let path =
            isRoot ? system + "/System.keychain" : home + "/Library/Keychains/login.keychain-db"
        let domain = isRoot ? ["-d"] : []
        let name = isRoot ? "macOS (all users)" : "macOS (login keychain)"
        // `-l`: the certificate is an authority; `-L`: nothing is asked on the network.
        let check = tools.run(["security", "verify-cert", "-c", file, "-p", "basic", "-l", "-L"])
        let digest = certificate.fingerprint.filter { $0 != ":" }
        var store = TrustStore(
            name: name,
            state: check.isFine ? .trusted : .absent,
            add: [
                .run(
                    ["security", "add-trusted-cert"] + domain
                        + ["-r", "trustRoot", "-k", path, file]
                )
            ],
            remove: [
                .run(["security", "remove-trusted-cert"] + domain + [file]),
                .run(["security", "delete-certificate", "-Z", digest, path]),
            ]
        )
        if tools.find("security") == nil {
            store.obstacle = .tool("security", install: "it is a part of macOS; check PATH")
        } else if !isRoot {
            store.note = "macOS asks for your password"
        }
        return store
    }

    // MARK: Firefox and Chromium

    /// The databases of NSS, which Firefox and Chromium read.
    private var browserStores: [TrustStore] {
        databases.map { folder in
            let database = "sql:" + folder
            var store = TrustStore(
                name: "the browser's database \(folder)",
                state: .unknown,
                add: [
                    .run([
                        "certutil", "-A", "-d", database, "-t", "C,,", "-n", nickname, "-i", file,
                    ])
                ],
                remove: [.run(["certutil", "-D", "-d", database, "-n", nickname])]
            )
            if tools.find("certutil") == nil {
                store.obstacle = .tool(
                    "certutil",
                    install: "apt install libnss3-tools, dnf install nss-tools or brew install nss"
                )
            } else {
                let check = ["certutil", "-V", "-d", database, "-u", "L", "-n", nickname]
                store.state = tools.run(check).isFine ? .trusted : .absent
                store.isForRoot = !mayWrite(folder)
                if store.isForRoot { store.obstacle = .permission(folder) }
            }
            return store
        }
    }

    /// The folders with a database.
    private var databases: [String] {
        // Chromium: as packages install it, newer versions, and those of Snap and Flatpak.
        let chromium = [
            ".pki/nssdb", ".local/share/pki/nssdb", "snap/chromium/current/.pki/nssdb",
            ".var/app/org.chromium.Chromium/data/pki/nssdb",
            ".var/app/com.google.Chrome/data/pki/nssdb",
        ]
        // Firefox: a folder of folders, one for each profile.
        let firefox = [
            ".mozilla/firefox", ".config/mozilla/firefox", "snap/firefox/common/.mozilla/firefox",
            ".var/app/org.mozilla.firefox/.mozilla/firefox",
            "Library/Application Support/Firefox/Profiles",
        ]
        let profiles = firefox.flatMap { folder in
            let names = (try? FileSystem.names(in: "\(home)/\(folder)")) ?? []
            return names.map { "\(folder)/\($0)" }
        }
        return (chromium + profiles).map { "\(home)/\($0)" }
            .filter { FileKind(of: $0 + "/cert9.db") == .file }
    }
}
