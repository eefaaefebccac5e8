/// A refusal of an API from a description: a status and a sentence.
struct DescribedFailure: Error, Equatable {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }
}
