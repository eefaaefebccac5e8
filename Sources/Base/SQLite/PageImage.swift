internal import CMockPostlyPages

/// An immutable image of a whole database, shared by all connections that start with it.
///
/// Pages are copied one by one when a connection writes them, so opening an image costs at most a
/// table of pointers. May be used on any thread.
package final class PageImage: Sendable {
    // Safe: the bytes behind the pointer never change, and its reference count is atomic.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over a reference to an image.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// An image with a copy of the bytes of a database file.
    ///
    /// The bytes are not checked here: a connection that reads them fails if they are not a
    /// database.
    package convenience init(copying bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        guard let image = mockpostly_image_copy(bytes.baseAddress, bytes.count) else {
            throw .outOfMemory
        }
        self.init(owning: image)
    }

    /// Copies as ``init(copying:)-(UnsafeRawBufferPointer)``.
    package convenience init(copying bytes: [UInt8]) throws(SQLiteError) {
        let image = bytes.withUnsafeBytes { mockpostly_image_copy($0.baseAddress, $0.count) }
        guard let image else { throw .outOfMemory }
        self.init(owning: image)
    }

    /// An image of bytes that live as long as the process, such as embedded ones; they are not
    /// copied.
    package convenience init(borrowing bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        guard let image = mockpostly_image_borrow(bytes.baseAddress, bytes.count) else {
            throw .outOfMemory
        }
        self.init(owning: image)
    }

    deinit { mockpostly_image_release(pointer) }

    /// The size of the database file in bytes.
    package var byteCount: Int { mockpostly_image_size(pointer) }

    /// A copy of the bytes of the database file.
    package var bytes: [UInt8] {
        let count = byteCount
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if count > 0 { mockpostly_image_read(pointer, buffer.baseAddress) }
            filled = count
        }
    }
}

/// The pages that one connection reads and writes.
final class PageFile {
    let pointer: OpaquePointer

    /// A file that starts with `image`, or empty.
    init(_ image: PageImage?) throws(SQLiteError) {
        guard let pages = mockpostly_pages_new(image?.pointer) else { throw .outOfMemory }
        pointer = pages
    }

    deinit { mockpostly_pages_release(pointer) }

    /// The name under which SQLite opens this file through the page VFS.
    var name: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            mockpostly_pages_name(pointer, start)
            return String(cString: start)
        }
    }
}
