/// Opens and closes the ports of single worlds.
package protocol WorldPorts: AnyObject {
    /// Listens on `port` (0 for any free port); requests that arrive there carry `label`.
    ///
    /// Returns the port. Throws a ``StartFailure`` when it cannot be opened.
    func open(_ port: UInt16, label: Int) throws(StartFailure) -> UInt16

    /// Closes the port that was opened with `label`; open connections stay.
    func close(label: Int)

    /// Lets a port refuse connections until it is opened again with the same label, and ends the
    /// connections to it that wait for a request.
    func shut(_ port: UInt16, label: Int)

    /// Whether clients can speak TLS with the server.
    var speaksTLS: Bool { get }
}
