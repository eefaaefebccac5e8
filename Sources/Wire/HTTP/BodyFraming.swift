/// What the head of an answer says of where its body ends (RFC 9112 §6.3).
package enum BodyFraming: Sendable, Equatable {
    /// What ``ResponseWriter`` finds right for the body that is there; one chunk at most.
    case usual
    /// So many bytes, whatever the body is.
    case length(Int)
    /// The chunked coding, of which the head has nothing but the field.
    case chunks
    /// Nothing: the body ends with the connection.
    case untilClose
}
