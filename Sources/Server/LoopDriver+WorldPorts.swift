internal import MockPostlyEventHTTP
internal import MockPostlyWorlds

extension LoopDriver: WorldPorts {
    func open(_ port: UInt16, label: Int) throws(StartFailure) -> UInt16 {
        guard let http, !http.isStopping else {
            throw StartFailure(EventError(words: "the server is about to end"))
        }
        // What has kept the port for this.
        shutPorts[label] = nil
        let sockets: [ListeningSocket]
        do {
            sockets = try ListeningSocket.bind(host: host, port: port)
        } catch {
            throw StartFailure(error, "port \(port)")
        }
        // The server's own listeners do not count.
        guard http.listenerCount + sockets.count <= ownSockets + files.worldSockets else {
            throw StartFailure(.outOfDescriptors, "port \(port)")
        }
        do {
            for socket in sockets { try http.listen(on: socket, label: label) }
        } catch {
            http.stopListening(label: label)
            throw StartFailure(error)
        }
        return sockets[0].port
    }

    func close(label: Int) {
        shutPorts[label] = nil
        http?.stopListening(label: label)
    }

    func shut(_ port: UInt16, label: Int) {
        http?.stopListening(label: label)
        http?.endIdleConnections(label: label)
        // Bound without listening, it refuses connections, and no other program gets the port.
        shutPorts[label] = ListeningSocket.keep(host: host, port: port)
    }

    var speaksTLS: Bool { http?.tls != nil }
}
