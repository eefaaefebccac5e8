/// What made an answer other than its dialect would: a fault, a stub, or both.
///
/// It goes with the answer to the log and the journal.
package struct AnswerMark: Sendable, Equatable {
    /// The name of the fault, such as `slow-3g`; nil for none.
    package var fault: String?
    /// The number of the stub in its world; nil for none.
    package var stub: Int?

    /// Nil for both marks nothing: the answer is then not said to be changed.
    package init(fault: String? = nil, stub: Int? = nil) {
        self.fault = fault
        self.stub = stub
    }
}
