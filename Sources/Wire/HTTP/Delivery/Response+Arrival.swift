extension Response {
    /// The bytes that a client would get, without any delay; a source is not asked.
    ///
    /// - Parameters:
    ///   - date: the value of the Date field.
    ///   - minorVersion: the client's, as in ``RequestHead/minorVersion``.
    ///   - keepsAlive: whether the connection would stay open after the usual answer.
    ///   - isHead: whether the request was HEAD.
    /// - Returns: the bytes up to the end of the delivery, and what happens to the connection.
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

    /// The pieces of an ``Arrival``, with the time before each of them: those of its pace.
    package func pieces(of bytes: [UInt8]) -> [(pause: Duration, bytes: ArraySlice<UInt8>)] {
        guard let pace = delivery.pace else { return [(.zero, bytes[...])] }
        var end = bytes.startIndex
        if !pace.coversHead {
            // The head comes with the first piece.
            let lineEnd = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) }
            end = lineEnd.map { $0 + 4 } ?? end
        }
        var pieces: [(pause: Duration, bytes: ArraySlice<UInt8>)] = []
        var start = bytes.startIndex
        repeat {
            end =
                bytes.index(end, offsetBy: pace.piece, limitedBy: bytes.endIndex) ?? bytes.endIndex
            pieces.append((pieces.isEmpty ? pace.delay : pace.pause, bytes[start..<end]))
            start = end
        } while start < bytes.endIndex
        return pieces
    }

    /// Replaces the source by the bytes that it sends at once; on the loop's thread.
    ///
    /// A body that does not end during that, or is larger than `limit` bytes, is cut off there.
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
