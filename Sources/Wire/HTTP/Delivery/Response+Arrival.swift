extension Response {
    /// The bytes that a client would get, without any wait; of a body that is there.
    ///
    /// - Parameters:
    ///   - date: the value of the Date field.
    ///   - minorVersion: the client's, as in ``RequestHead/minorVersion``.
    ///   - keepsAlive: whether the connection would stay open behind the usual answer.
    ///   - isHead: whether the request was HEAD.
    /// - Returns: the bytes up to the end of the delivery, and what becomes of the connection.
    package func arrival(
        date: [UInt8],
        minorVersion: Int,
        keepsAlive: Bool,
        isHead: Bool
    ) -> Arrival {
        var writer = ResponseWriter()
        var framer = AnswerFramer(
            self,
            minorVersion: minorVersion,
            keepsAlive: keepsAlive,
            isHead: isHead
        )
        let head = framer.head(self, date: date, by: &writer)
        let bytes = head + framer.body(body) + framer.end()
        return Arrival(bytes: bytes, ending: framer.ending)
    }

    /// Puts what its source gives at once in place of the source; on the loop's thread.
    ///
    /// A body that does not end then, or is larger than `limit` bytes, is cut behind what is there.
    package mutating func collectSource(limit: Int = 8 * 1024 * 1024) {
        guard let source else { return }
        let collector = BodyCollector(limit: limit)
        source.begin(collector)
        let isWhole = collector.stop()
        source.end(isComplete: isWhole)
        self.source = nil
        isChunked = true
        body = collector.bytes
        if !isWhole { delivery = .cut(at: .body(body.count)) }
    }
}
