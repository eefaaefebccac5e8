internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorlds

/// What a server checks and takes before it is made.
extension Server {
    /// The configured limits, lowered to the number of files that this process may open.
    static func limits(
        _ configuration: Configuration,
        _ log: Log
    ) throws(StartFailure) -> (ServerLimits, OpenFiles) {
        var limits = configuration.limits
        if configuration.hasControl {
            // An import may be larger than other bodies, so that every export can be imported.
            limits.request.largeBody = RequestLimits.LargeBody(
                path: Control.prefix + "/import",
                bytes: configuration.importLimit
            )
        }
        let open = raiseOpenFileLimit()
        let files = try OpenFiles(
            open,
            limits,
            worlds: configuration.worldLimit,
            hasProxy: configuration.proxy != nil
        )
        if files.connections < limits.connections {
            limits.connections = files.connections
            log.detail(
                "only \(open) files may be open, so there are at most \(files.connections)"
                    + " connections"
            )
        }
        limits.refusals = files.refusals
        return (limits, files)
    }

    /// Checks at the start that the export on exit can be written at the end.
    static func checkExport(_ configuration: Configuration) throws(StartFailure) {
        guard let path = configuration.exportOnExit else { return }
        do {
            try ContentFile.checkPlace(of: path)
        } catch {
            throw StartFailure(
                .configuration,
                "the export to \(path) at exit cannot be written: \(error.words)",
                hint: "check the path given to --export-on-exit"
            )
        }
    }

    /// Makes the snapshot directory, and removes unfinished files of killed servers from it.
    static func prepareSnapshots(
        _ configuration: Configuration,
        _ log: Log
    ) throws(StartFailure) {
        guard let directory = configuration.snapshotDirectory else { return }
        do {
            try ContentFile.makeDirectory(directory)
        } catch {
            throw StartFailure(
                .configuration,
                "the snapshot directory \(directory) cannot be used: \(error.words)",
                hint: "check the path given to --snapshot-dir"
            )
        }
        for name in ContentFile.removeLeftovers(in: directory) {
            log.detail("removed \(name), which a killed server had not finished")
        }
    }

    static func bind(
        _ configuration: Configuration
    ) throws(StartFailure) -> [ListeningSocket] {
        var sockets: [ListeningSocket]
        do {
            sockets = try ListeningSocket.bind(host: configuration.host, port: configuration.port)
        } catch {
            let isEverywhere = configuration.host == ListeningSocket.everywhere
            let host = isEverywhere ? "all addresses" : configuration.host
            let port = configuration.port
            switch error {
            case .inUse: throw StartFailure(portInUse: port, by: RuntimeDirectory.server(on: port))
            case .notAnAddress: throw StartFailure(error, host)
            default: throw StartFailure(error, "\(host) port \(port)")
            }
        }
        if let path = configuration.unixSocket {
            do {
                sockets.append(try ListeningSocket.bind(path: path))
            } catch {
                throw StartFailure(error, path)
            }
        }
        return sockets
    }
}
