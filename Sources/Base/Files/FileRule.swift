/// Which file may be read under a name that a request, an option or another file has given.
package struct FileRule: Sendable, Hashable {
    /// The folder in which the file must be after all links are followed; nil for anywhere.
    package var folder: String?
    /// The most bytes that the file may have.
    package var limit: Int
    /// Whether a pipe is read too, until its writers close it; the call may block.
    package var takesPipes: Bool

    /// The limit for files that the user of this program names: 1 GiB.
    package static let usualLimit = 1 << 30

    package init(below folder: String? = nil, limit: Int = usualLimit, takesPipes: Bool = false) {
        (self.folder, self.limit, self.takesPipes) = (folder, limit, takesPipes)
    }

    /// A file of at most 1 GiB, anywhere.
    package static let usual = FileRule()
    /// Keys, certificates, tokens and settings: 4 MiB, which may come through a pipe.
    package static let small = FileRule(limit: 4 << 20, takesPipes: true)
    /// As ``usual``, or a pipe, such as `<(…)` of a shell.
    package static let usualOrPipe = FileRule(takesPipes: true)
}
