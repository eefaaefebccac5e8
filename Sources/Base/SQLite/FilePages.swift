internal import CMockPostlyPages

/// The pages of a connection's database file, and the image that has most of them.
///
/// Belongs to the connection, and must be released before the connection is closed.
final class FilePages {
    let pointer: OpaquePointer

    init(of database: OpaquePointer) throws(SQLiteError) {
        guard let file = mockpostly_file_new(database) else { throw .outOfMemory }
        pointer = file
    }

    deinit { mockpostly_file_free(pointer) }

    /// The image; nil when there is none that belongs to this file.
    var last: FileImage? {
        var state = mockpostly_file_state()
        guard let image = mockpostly_file_image(pointer, &state) else { return nil }
        return FileImage(image: PageImage(owning: image), state: state)
    }
}

/// The content of a database file at some time, as another connection has read or written it.
package struct FileImage: Sendable {
    let image: PageImage
    let state: mockpostly_file_state
}
