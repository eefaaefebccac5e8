/// What opens ports for single worlds.
package protocol WorldPorts: AnyObject {
    /// Listens on `port`, 0 for a free one; requests that come by it are the world's with `label`.
    ///
    /// Returns the port. Throws a ``StartFailure`` when it cannot be had.
    func open(_ port: UInt16, label: Int) throws(StartFailure) -> UInt16

    func close(label: Int)
}
