internal import CMockPostlyPages

/// A whole database that never changes, shared by all that begin with it.
///
/// Its pages are copied when somebody writes to them, one by one: a connection that opens it costs a
/// table of pointers at the most. Any thread may use it.
package final class PageImage: Sendable {
    // `@unchecked` is not needed: the pointer is to bytes that never change, counted atomically.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over a reference to an image.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// An image with a copy of the bytes of a database file.
    ///
    /// Whether they are a database shows when a connection reads them.
    package convenience init(copying bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        guard let image = mockpostly_image_copy(bytes.baseAddress, bytes.count) else {
            throw .outOfMemory
        }
        self.init(owning: image)
    }

    /// As ``init(copying:)-(UnsafeRawBufferPointer)``.
    package convenience init(copying bytes: [UInt8]) throws(SQLiteError) {
        let image = bytes.withUnsafeBytes { mockpostly_image_copy($0.baseAddress, $0.count) }
        guard let image else { throw .outOfMemory }
        self.init(owning: image)
    }

    /// An image of bytes that are part of the program, which are not copied.
    package convenience init(borrowing bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        guard let image = mockpostly_image_borrow(bytes.baseAddress, bytes.count) else {
            throw .outOfMemory
        }
        self.init(owning: image)
    }

    deinit { mockpostly_image_release(pointer) }

    package var byteCount: Int { mockpostly_image_size(pointer) }

    /// The bytes of the database file.
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

    /// A file that holds `image`, or nothing.
    init(_ image: PageImage?) throws(SQLiteError) {
        guard let pages = mockpostly_pages_new(image?.pointer) else { throw .outOfMemory }
        pointer = pages
    }

    deinit { mockpostly_pages_release(pointer) }

    /// What SQLite opens it by.
    var name: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            mockpostly_pages_name(pointer, start)
            return String(cString: start)
        }
    }
}
