package import MockPostlyHTTP

/// One request's place in its connection: where its answer goes, once.
package struct Exchange {
    let connection: Connection
    let number: Int
    var isHead = false
    var minorVersion = 1
    var keepsAlive = true

    /// What the listener was given that the connection came by; 0 unless told.
    package var label: Int { connection.label }

    /// Sends `response`, after the answers to all earlier requests of the connection.
    ///
    /// It may be called later than the handler's return, on the loop's thread, once. When the
    /// client is gone by then, nothing happens.
    ///
    /// It leaves as its ``Response/delivery`` says, with the body that its ``Response/source`` gives;
    /// further requests of the connection are handed on when all of it is out.
    package func respond(_ response: Response) {
        connection.answer(self, response)
    }

    /// Sends `response`, whose status is 101, as a whole, and hands the connection over.
    ///
    /// When earlier requests of the connection are not answered yet, it ends instead.
    package func respond(_ response: Response, handingOverTo takeover: any Takeover) {
        connection.handOver(self, response, takeover)
    }

    /// Hands no further request of this connection on until this one is answered.
    package func holdConnection() {
        connection.hold(for: number)
    }
}
