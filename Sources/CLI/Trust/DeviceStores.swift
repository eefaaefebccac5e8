internal import MockPostlyCertificates
internal import MockPostlyJSON

/// The simulators of iOS and the emulators of Android that run on this machine.
extension TrustSearch {
    // MARK: iOS

    /// The simulators that are running.
    func simulatorStores() throws(Failure) -> [TrustStore] {
        guard tools.find("xcrun") != nil else {
            throw Failure(
                "xcrun is missing: simulators of iOS run on a Mac with Xcode",
                hint: "there: xcrun simctl keychain booted add-root-cert \(shellWord(file))"
            )
        }
        let answer = tools.run(["xcrun", "simctl", "list", "devices", "booted", "--json"])
        guard answer.isFine, let document = try? JSON(parsing: Array(answer.text.utf8)) else {
            throw Failure(
                "xcrun does not list the simulators: \(answer.lastLine)",
                hint: "by hand: xcrun simctl keychain booted add-root-cert \(shellWord(file))"
            )
        }
        var stores: [TrustStore] = []
        for (_, devices) in document.root["devices"]?.members ?? [] {
            for device in devices.elements {
                guard let udid = device["udid"]?.string else { continue }
                stores.append(simulator(udid, name: device["name"]?.string ?? udid))
            }
        }
        return stores
    }

    /// The simulator with an identifier, whether it runs or not.
    func simulator(_ udid: String, name: String) -> TrustStore {
        let entry = TrustLedger.Entry(kind: .simulator, device: udid)
        let keychain = ["xcrun", "simctl", "keychain", udid]
        return TrustStore(
            name: "the simulator \(printable(name))",
            // A simulator does not tell what it trusts.
            state: ledger.contains(entry) ? .added : .absent,
            add: [.run(keychain + ["add-root-cert", file])],
            remove: [.run(keychain + ["reset"])],
            entry: entry
        )
    }

    static let simulatorNote = """
        simulators cannot remove one certificate: reset empties the keychain, with what apps have \
        kept there
        """

    // MARK: Android

    /// The emulators that are running; phones on a cable are left out.
    func emulatorStores() throws(Failure) -> [TrustStore] {
        guard tools.find("adb") != nil else {
            throw Failure(
                "adb is missing",
                hint: "it is in Android Studio's platform-tools: add that folder to PATH"
            )
        }
        let answer = tools.run(["adb", "devices"])
        guard answer.isFine else {
            throw Failure(
                "adb does not list the devices: \(answer.lastLine)",
                hint: "try `adb kill-server`, then this again"
            )
        }
        let serials = answer.text.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
            guard words.count == 2, words[1] == "device", words[0].hasPrefix("emulator-") else {
                return nil
            }
            return String(words[0])
        }
        return serials.map(emulator)
    }

    private static let store = "/system/etc/security/cacerts"
    private static let module = "/apex/com.android.conscrypt/cacerts"

    private func emulator(_ serial: String) -> TrustStore {
        let adb = ["adb", "-s", serial]
        let name = "\(certificate.oldNameDigest).0"
        let place = "\(Self.store)/\(name)"
        let root = [TrustStep.run(adb + ["root"]), .run(adb + ["wait-for-device"])]
        let isThere = tools.run(adb + ["shell", "ls", place])
        var store = TrustStore(
            name: "the emulator \(serial)",
            // Old versions of adb end with 0 whatever the command ends with.
            state: isThere.isFine && isThere.text.hasPrefix(place) ? .trusted : .absent,
            add: root + [
                .run(adb + ["push", file, "/data/local/tmp/\(name)"]),
                .run(adb + ["shell", Self.script(adding: name)]),
            ],
            remove: root + [.run(adb + ["shell", "rm -f \(place)"])],
            note: "it holds until the emulator restarts",
            entry: TrustLedger.Entry(kind: .emulator, device: serial)
        )
        let debuggable = tools.run(adb + ["shell", "getprop", "ro.debuggable"])
        if debuggable.text.split(whereSeparator: \.isWhitespace).first == "0" {
            store.obstacle = .other(
                "its image does not allow root, as those with the Play Store",
                byHand: [
                    "take an image without the Play Store (\"Google APIs\"), or:",
                    "adb -s \(serial) push \(shellWord(file)) /sdcard/Download/mockpostly-ca.crt",
                    "in its settings search for \"CA certificate\", install that file,",
                    "and have the app trust user certificates (network security configuration)",
                ]
            )
        }
        return store
    }

    /// What puts a certificate among those of the system, for all apps that run and will run.
    ///
    /// The system's folder cannot be written, so a copy of it in memory takes its place. Since
    /// Android 14 apps read another folder, in a module, which each process sees by itself: the copy
    /// is put over it for the processes from which apps start, and for those of apps.
    private static func script(adding name: String) -> String {
        """
        set -e
        if ! grep -q ' \(store) tmpfs ' /proc/mounts; then
          rm -rf /data/local/tmp/mockpostly-store
          mkdir -m 700 /data/local/tmp/mockpostly-store
          if [ -d \(module) ]; then from=\(module); else from=\(store); fi
          cp $from/* /data/local/tmp/mockpostly-store/
          mount -t tmpfs tmpfs \(store)
          cp /data/local/tmp/mockpostly-store/* \(store)/
          rm -rf /data/local/tmp/mockpostly-store
        fi
        mv /data/local/tmp/\(name) \(store)/\(name)
        chmod 755 \(store)
        chown 0:0 \(store)/*
        chmod 644 \(store)/*
        chcon u:object_r:system_file:s0 \(store) \(store)/*
        if [ -d \(module) ]; then
          for parent in $(pidof zygote zygote64); do
            for process in $parent $(ps -o PID= -P $parent); do
              nsenter --mount=/proc/$process/ns/mnt -- \
        /bin/mount --bind \(store) \(module) || true
            done
          done
        fi
        """
    }
}
