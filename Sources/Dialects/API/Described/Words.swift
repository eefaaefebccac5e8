/// Names as they are compared where only what they mean counts.
enum Words {
    /// Letters and digits alone, in lower case: `FriendlyName` and `friendly_name` are the same.
    static func plain(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            case 0x80...: bytes.append(byte)
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The words of a name, in lower case: `findByStatus` is find, by, status.
    static func split(_ name: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var wasSmall = false
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if wasSmall { end() }
                word.append(byte | 0x20)
                wasSmall = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                word.append(byte)
                wasSmall = true
            default:
                end()
                wasSmall = false
            }
        }
        end()
        return words
    }

    /// Names that ids usually have, the likeliest first.
    static let ids = [
        "id", "gid", "sid", "uid", "uuid", "guid", "slug", "key", "identifier", "code", "number",
        "token", "name", "username", "login",
    ]
    /// Those of them that are hardly anything else.
    static let sureIDs: Set<String> = [
        "id", "gid", "sid", "uid", "uuid", "guid", "slug", "key", "identifier",
    ]
    /// Those that are nothing but ids.
    static let bareIDs: Set<String> = ["id", "gid", "sid", "uid", "uuid", "guid"]
    /// By which a row is found too when no id fits.
    static let secondIDs = ["slug", "name", "key", "uuid", "fingerprint", "username"]
    /// Members in which one object is wrapped, whatever it is.
    static let wrappers: Set<String> = ["data", "result", "item", "payload"]
    /// Members that say something of an answer, and are never the object in it.
    static let notes: Set<String> = [
        "meta", "metadata", "links", "paging", "pagination", "error", "errors",
    ]
    /// Members that hold a list.
    static let lists: Set<String> = ["data", "items", "entries", "results", "values"]
    /// First or last words of paths that search.
    static let searches: Set<String> = ["search", "find", "query", "filter", "by", "list"]
    /// Last words of a POST that makes nothing.
    static let questions: Set<String> = [
        "search", "query", "analytics", "raw", "preview", "validate", "test",
    ]
    /// Words of a POST below a row that makes another one of it.
    static let copies: Set<String> = [
        "copy", "duplicate", "clone", "fork", "instantiate", "instantiatetask",
        "instantiateproject",
    ]
}
