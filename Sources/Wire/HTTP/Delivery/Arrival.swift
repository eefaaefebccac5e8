/// What of an answer comes to a client that has no connection.
package struct Arrival: Sendable, Equatable {
    /// All bytes up to the end of the delivery, however long they would take.
    package var bytes: [UInt8]
    /// What would become of the connection behind them.
    package var ending: AnswerFramer.Ending
}
