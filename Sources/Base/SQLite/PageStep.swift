internal import CMockPostlyPages

/// What some writes have overwritten in the pages of a database, to undo these.
///
/// Belongs to the thread of its connection.
package final class PageStep {
    fileprivate let pointer: OpaquePointer

    fileprivate init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { mockpostly_step_free(pointer) }

    /// About how many bytes of memory it alone holds.
    package var byteCount: Int { mockpostly_step_bytes(pointer) }
    /// Whether the whole content was replaced in it.
    package var isWhole: Bool { mockpostly_step_is_whole(pointer) }
}

/// Undoing what was written, step by step.
extension Connection {
    /// Keeps what is overwritten from now on; only of a database in memory that is made of pages to
    /// share.
    package func keepSteps() throws(SQLiteError) {
        guard let pages else { throw .misuse("the database is not made of pages to share") }
        mockpostly_pages_keep(pages.pointer)
    }

    /// What was kept since the last call; the next step begins.
    ///
    /// To be called outside a transaction. Throws when memory was short: then nothing before can be
    /// undone.
    package func cutStep() throws(SQLiteError) -> PageStep {
        // What waits for the next use is part of the step too.
        _ = try database()
        guard let pages, let step = mockpostly_pages_cut(pages.pointer) else {
            throw .outOfMemory
        }
        return PageStep(owning: step)
    }

    /// Adds to `older` what the next step, `newer`, has kept, which was cut just now and is of no use
    /// afterwards.
    ///
    /// Throws when memory is short; then neither can be undone.
    package func append(_ newer: PageStep, to older: PageStep) throws(SQLiteError) {
        guard let pages, mockpostly_pages_append(pages.pointer, older.pointer, newer.pointer) else {
            throw .outOfMemory
        }
    }

    /// Undoes what was written since `step` began; later steps must have been undone before.
    ///
    /// What was written since the last step was cut is lost. Throws and changes nothing while a
    /// transaction is open or a statement is being stepped.
    package func undo(_ step: PageStep) throws(SQLiteError) {
        guard let pages else { throw .misuse("the database is not made of pages to share") }
        try exchangeContent { () throws(SQLiteError) in
            guard mockpostly_pages_revert(pages.pointer, step.pointer) else { throw .outOfMemory }
        }
    }
}
