/// A kind of slow work; each kind has a thread of its own.
///
/// So log-ins do not wait for pictures, pictures not for imports, and short work not for long work.
package enum Lane: Sendable, CaseIterable {
    /// Hashing and checking of passwords.
    case accounts
    /// The making of keys for worlds, once per key.
    case keys
    /// Drawing and decoding of pictures with at most 500,000 pixels.
    case pictures
    /// Drawing and decoding of larger pictures.
    case largePictures
    /// Work on contents of worlds: making from seeds, import, export, comparison.
    case contents
    /// The same work on contents of more than 1 MiB.
    case largeContents

    /// Pixels of the largest picture that takes about 50 ms to draw.
    private static let smallPicture = 500_000
    /// Bytes of the largest content that takes about 70 ms to read or write; the standard one is
    /// smaller.
    private static let smallContent = 1536 * 1024

    /// The lane for a picture of this size in pixels.
    package static func picture(width: Int, height: Int) -> Lane {
        width * height > smallPicture ? .largePictures : .pictures
    }

    /// The lane for work on contents of `bytes` bytes.
    package static func contents(bytes: Int) -> Lane {
        bytes > smallContent ? .largeContents : .contents
    }
}
