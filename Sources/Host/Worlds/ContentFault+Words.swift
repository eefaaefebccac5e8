internal import MockPostlyContent
internal import MockPostlyNouns

extension ContentFault {
    /// What is wrong, as words that follow a colon.
    package var words: String {
        switch self {
        case .newer(let found, let known):
            "it was written by a newer mockpostly: its schema is \(found), this version knows \(known)"
        case .corrupt(let words): "it is damaged: \(words)"
        case .foreign: "it is the database of another program"
        case .notADatabase: "it is not an SQLite database"
        case .failed(let words): words
        }
    }
}
