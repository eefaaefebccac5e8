internal import MockPostlyJavaScript

/// The options that most routes have in common, as they were sent; nil for one that was not.
///
/// Found in one pass: looking each of them up by its name costs as much as all else that is done with
/// a query.
struct CommonOptions {
    private(set) var text, limit, skip, delay, order, sortBy, select: JSValue?

    init(_ query: JSObject) {
        for (name, value) in query.members {
            switch name.utf8.count {
            case 1 where name == "q": text = value
            case 4 where name == "skip": skip = value
            case 5 where name == "limit": limit = value
            case 5 where name == "delay": delay = value
            case 5 where name == "order": order = value
            case 6 where name == "sortBy": sortBy = value
            case 6 where name == "select": select = value
            default: break
            }
        }
    }

    /// Whether an order was asked for.
    var isSorted: Bool { sortBy?.isTrue == true }

    /// The text to search for: trimmed, in lower case, with spaces in place of dashes.
    func searchText() throws(Failure) -> String {
        trimmed(try sentText()).lowercased().replacingDashes()
    }

    /// The text to search for as it was sent; empty when there is none.
    func sentText() throws(Failure) -> String {
        guard let text, text.isTrue else { return "" }
        guard let text = text.string ?? text["valueSearch"].string else {
            throw Failure(400, "Invalid 'q' - must be a string")
        }
        return text
    }
}
