package import MockPostlyHTTP
internal import MockPostlyImages

/// What decides all bytes of a picture that a dialect draws; equal orders give equal pictures.
package protocol PictureOrder: Hashable, Sendable {
    /// The size in pixels, which decides on which threads it is drawn.
    var width: Int { get }
    var height: Int { get }
    /// Bytes of its texts, which have no fixed length; by default 0.
    var textBytes: Int { get }

    /// Draws and encodes the picture; takes up to a second.
    ///
    /// - Throws: what the drawing or the encoder throws without memory.
    func drawn() throws -> PictureFile
}

/// A drawn picture, encoded.
package struct PictureFile: Sendable {
    package let bytes: [UInt8]
    /// Its entity tag where that is made of the bytes, which takes as long as drawing a small picture.
    package let tag: String?

    package init(_ bytes: [UInt8], tag: String? = nil) {
        (self.bytes, self.tag) = (bytes, tag)
    }

    /// The answer with a JPEG file that clients may keep for ever.
    package var response: Response {
        var response = Response(contentType: ImageFormat.jpeg.contentType, body: bytes)
        response.fields.append(.init("Cache-Control", "public, max-age=31536000, immutable"))
        return response
    }
}

extension PictureOrder {
    package var textBytes: Int { 0 }

    /// The reply with the picture: at once when it was drawn before, else from another thread.
    ///
    /// - Parameters:
    ///   - pictures: where it is kept; nil draws it anew.
    ///   - answer: makes the response, or the one for a picture that could not be drawn because
    ///     memory was missing, for which it gets nil.
    /// - Returns: a reply that has not begun to draw.
    /// - Throws: what `answer` throws.
    package func reply(
        from pictures: PictureCache?,
        _ answer: @escaping (PictureFile?) throws -> Response
    ) throws -> Reply {
        if let known = pictures?.find(self) { return .now(try answer(known)) }
        return .later(on: .picture(width: width, height: height)) {
            try? self.drawn()
        } finish: { (file: PictureFile?) in
            if let file { pictures?.keep(file, for: self) }
            return try answer(file)
        }
    }
}
