internal import CMockPostlyImages

/// The file format of a picture.
package enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the extension of files, except that `jpg` is read too.
    case png
    case jpeg
    case webp

    /// The format of a file name's extension, without the point and in any case; nil for others.
    package init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        default: return nil
        }
    }

    /// The media type.
    ///
    /// `image/png`, `image/jpeg` or `image/webp`.
    package var contentType: String { "image/" + rawValue }
}

/// Encodes `picture` as a file; the same picture gives the same bytes.
///
/// JPEG has no transparency, so there the picture is put on white. Throws
/// ``ImageError/encoding(_:)`` when memory is short.
///
/// JPEG and WebP lose details. Costs O(n) in the number of pixels: for the thread of a ``Lane``.
package func encode(
    _ picture: Picture,
    as format: ImageFormat
) throws(ImageError) -> [UInt8] {
    let isFlattened = format == .jpeg && picture.pixels.contains { $0.alpha != 255 }
    let picture = isFlattened ? picture.flattened(on: .white) : picture
    var bytes = mockpostly_bytes()
    defer { mockpostly_bytes_free(&bytes) }
    let isWritten = picture.pixels.withUnsafeBytes { pixels in
        let rgba = pixels.assumingMemoryBound(to: UInt8.self).baseAddress
        let width = Int32(picture.width)
        let height = Int32(picture.height)
        return switch format {
        case .png: mockpostly_write_png(rgba, width, height, &bytes)
        case .jpeg: mockpostly_write_jpeg(rgba, width, height, quality, &bytes)
        case .webp: mockpostly_write_webp(rgba, width, height, quality, &bytes)
        }
    }
    guard isWritten else { throw .encoding(format) }
    return Array(UnsafeBufferPointer(start: bytes.start, count: bytes.count))
}

/// Out of 100; most photographs on the web are saved with this quality.
private let quality: Int32 = 85
