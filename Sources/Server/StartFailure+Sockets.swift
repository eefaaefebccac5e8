internal import MockPostlyEventHTTP
internal import MockPostlyOptions
internal import MockPostlyWorlds

/// Failures to listen on an address.
extension StartFailure {
    init(_ error: ListenError, _ place: String) {
        switch error {
        case .inUse:
            self.init(
                .addressInUse,
                "\(place) is already in use",
                hint: "stop what listens there, choose another with --port N, or let --port 0"
                    + " pick a free one"
            )
        case .notAnAddress:
            self.init(
                .configuration,
                "\(place) is not an address",
                hint: "--host takes a numeric address such as 127.0.0.1, 0.0.0.0 or ::1, or"
                    + " localhost"
            )
        case .notASocket:
            self.init(
                .configuration,
                "\(place) exists and is not a socket",
                hint: "choose another path for --unix-socket"
            )
        case .pathTooLong:
            self.init(
                .configuration,
                "\(place) is too long for a socket",
                hint: "choose a shorter path for --unix-socket"
            )
        case .outOfDescriptors:
            self.init(
                .tooManyFiles,
                "cannot listen on \(place): too many files are open",
                hint: "raise the limit, for example with ulimit -n 4096"
            )
        case .system(let words):
            self.init(
                .cannotListen,
                "cannot listen on \(place): \(words)",
                hint: "check the address, and whether this user may listen there"
            )
        }
    }

    /// A port that another program has, or `server`, one of the same user.
    init(portInUse port: UInt16, by server: RuntimeDirectory.Announcement?) {
        guard let server else {
            self.init(.inUse, "port \(port)")
            return
        }
        self.init(
            .addressInUse,
            "port \(port) is already in use by another mockpostly (process \(server.pid), running"
                + " since \(server.startedAt.rfc3339))",
            hint: "`kill \(server.pid)` stops it; --port 0 picks a free port"
        )
    }

    init(_ error: EventError) {
        self.init(.cannotListen, error.words, hint: "check the limits of this user and machine")
    }
}
