/// A kind of slow work, which has a thread of its own: log-ins do not wait for pictures, pictures not
/// for imports, and nothing that is done soon for what takes long.
package enum Lane: Sendable, CaseIterable {
    /// Passwords.
    case accounts
    /// Keys of worlds, made once each.
    case keys
    case pictures
    case largePictures
    /// Contents of worlds: made of seeds, imported, exported, compared.
    case contents
    case largeContents

    /// The most pixels of a picture that is drawn in about 50 ms.
    private static let smallPicture = 500_000
    /// The most bytes of a content that is read or written in about 50 ms.
    private static let smallContent = 1 << 20

    /// The lane for a picture of this size.
    package static func picture(width: Int, height: Int) -> Lane {
        width * height > smallPicture ? .largePictures : .pictures
    }

    /// The lane for contents of so many bytes.
    package static func contents(bytes: Int) -> Lane {
        bytes > smallContent ? .largeContents : .contents
    }
}
