/// The bytes of an answer for a client without a connection.
package struct Arrival: Sendable, Equatable {
    /// All bytes up to the end of the delivery, however long sending them would take.
    package var bytes: [UInt8]
    /// What would happen to the connection after them.
    package var ending: AnswerFramer.Ending
}
