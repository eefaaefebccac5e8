import MockPostlyJSON
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

/// Files of records in the layout of the original.
@Suite
struct DocumentReaderTests {
    private static let good: [DocumentKind: String] = [
        .posts: #"""
        {"id":1,"title":"T","body":"B","tags":["a"],"reactions":{"likes":1,"dislikes":0},\#
        "views":3,"userId":1}
        """#,
        .users: #"""
        {"id":1,"firstName":"A","lastName":"B","email":"e","username":"u","password":"p",\#
        "gender":"g","image":"i"}
        """#,
        .comments: #"""
        {"id":1,"body":"B","postId":1,"likes":2,"user":{"id":1,"username":"u","fullName":"A B"}}
        """#,
        .todos: #"{"id":1,"todo":"T","completed":false,"userId":1}"#,
        .quotes: #"{"id":1,"quote":"Q","author":"A"}"#,
        .products: #"""
        {"id":1,"title":"T","description":"D","category":"c","price":9.99,\#
        "discountPercentage":0.5,"rating":4,"stock":3,"images":[],"thumbnail":"t"}
        """#,
        .recipes: #"""
        {"id":1,"name":"N","ingredients":["i"],"instructions":[],"tags":[],"userId":1,\#
        "image":"i","mealType":["Dinner"]}
        """#,
        .carts: #"""
        {"id":1,"products":[{"id":1,"title":"T","price":1,"quantity":1,"total":1}],"total":1,\#
        "discountedTotal":1,"userId":1,"totalProducts":1,"totalQuantity":1}
        """#,
    ]

    private static func read(_ text: String, _ kind: DocumentKind = .quotes) throws -> [String] {
        try DocumentReader(file: "a.json", kind).read(Array(text.utf8)).map {
            String(decoding: $0.value.rawText, as: UTF8.self)
        }
    }

    private static func fault(_ text: String, _ kind: DocumentKind) -> String? {
        do {
            _ = try read(text, kind)
            return nil
        } catch {
            return (error as? SeedFault)?.description
        }
    }

    @Test(arguments: DocumentKind.allCases)
    func `what a record must have`(kind: DocumentKind) throws {
        let text = try #require(Self.good[kind])
        #expect(try Self.read("[\(text)]", kind) == [text])
        #expect(try Self.read("[]", kind).isEmpty)
        // Without any one of its members it is refused, and the member is named.
        let members = try JSON(parsing: Array(text.utf8)).root.members
        for missing in members.map(\.name) {
            let rest = members.filter { $0.name != missing }.map {
                "\"\($0.name)\":" + String(decoding: $0.value.rawText, as: UTF8.self)
            }
            let fault = Self.fault("[{\(rest.joined(separator: ","))}]", kind)
            #expect(fault == "a.json:1:2: record 1, \(missing): is missing")
        }
    }

    @Test(
        arguments: [
            (#"[{"id":1.0,"quote":"a","author":"b"}]"#, #"{"id":1,"quote":"a","author":"b"}"#),
            (
                #"[{ "author" : "\u00c4\/", "quote":"a", "id": 2e0, "n": [1.50, -0, 1e2] }]"#,
                #"{"author":"Ä/","quote":"a","id":2,"n":[1.5,0,100]}"#
            ),
            (
                #"[{"id":7,"quote":"a","author":"b","quote":"c","2":1,"1":2}]"#,
                #"{"1":2,"2":1,"id":7,"quote":"c","author":"b"}"#
            ),
            (
                "\u{FEFF}[{\"id\":1,\"quote\":\"a\",\"author\":\"b\"}]",
                #"{"id":1,"quote":"a","author":"b"}"#
            ),
        ]
    )
    func `records are kept as JavaScript prints them`(file: String, record: String) throws {
        #expect(try Self.read(file) == [record])
    }

    @Test
    func `records keep their order`() throws {
        let file = [5, 2, 9].map { #"{"id":\#($0),"quote":"q","author":"a"}"# }
        let read = try Self.read("[\(file.joined(separator: ",\n"))]")
        #expect(read == file)
    }

    @Test(
        arguments: [
            (.quotes, "", "a.json:1:1: "), (.quotes, "[", "a.json:1:2: "),
            (.quotes, "[\n  {]", "a.json:2:4: "), (.quotes, "[{\"id\":01}]", "a.json:1:9: "),
        ] as [(DocumentKind, String, String)]
    )
    func `what is no JSON is refused with its place`(
        kind: DocumentKind,
        text: String,
        start: String
    ) throws {
        let fault = try #require(Self.fault(text, kind))
        #expect(fault.hasPrefix(start))
    }

    private static let quote = #"{"id":1,"quote":"a","author":"b"}"#

    @Test(
        arguments: [
            (.quotes, "{}", "a.json:1:1: expected an array of records"),
            (.quotes, " null", "a.json:1:2: expected an array of records"),
            (.quotes, "[1]", "a.json:1:2: record 1: expected an object"),
            (.quotes, "[\n\(quote),\n []]", "a.json:3:2: record 2: expected an object"),
            (
                .quotes, "[\(quote),\n\(quote)]",
                "a.json:2:7: record 2, id: another record has it"
            ),
            (
                .quotes, #"[{"id":"1","quote":"a","author":"b"}]"#,
                "a.json:1:8: record 1, id: expected a whole number above 0"
            ),
            (
                .quotes, #"[{"id":0,"quote":"a","author":"b"}]"#,
                "a.json:1:8: record 1, id: expected a whole number above 0"
            ),
            (
                .quotes, #"[{"id":1.5,"quote":"a","author":"b"}]"#,
                "a.json:1:8: record 1, id: expected a whole number above 0"
            ),
            (
                .quotes, #"[{"id":9007199254740993,"quote":"a","author":"b"}]"#,
                "a.json:1:8: record 1, id: expected a number below 2^53"
            ),
            (
                .quotes, #"[{"id":1,"quote":null,"author":"b"}]"#,
                "a.json:1:18: record 1, quote: expected a text"
            ),
            (
                .todos, #"[{"id":1,"todo":"a","completed":1,"userId":2}]"#,
                "a.json:1:33: record 1, completed: expected true or false"
            ),
            (
                .todos, #"[{"id":1,"todo":"a","completed":true,"userId":-1e300}]"#,
                "a.json:1:47: record 1, userId: expected a number below 2^53"
            ),
            (
                .todos, #"[{"id":1,"todo":"a","completed":true,"userId":"2"}]"#,
                "a.json:1:47: record 1, userId: expected a whole number"
            ),
        ] as [(DocumentKind, String, String)]
    )
    func `what is wrong is told with record, member and place`(
        kind: DocumentKind,
        text: String,
        words: String
    ) {
        #expect(Self.fault(text, kind) == words)
    }

    @Test(
        "what is wrong inside a member",
        arguments: [
            (.posts, #""tags":["a"]"#, #""tags":["a",1]"#, "record 1, tags[1]: expected a text"),
            (.posts, #""tags":["a"]"#, #""tags":{}"#, "record 1, tags: expected an array"),
            (
                .posts, #""likes":1"#, #""likes":1.5"#,
                "record 1, reactions.likes: expected a whole number"
            ),
            (
                .posts, #"{"likes":1,"dislikes":0}"#, "7",
                "record 1, reactions: expected an object"
            ),
            (
                .posts, #""likes":1,"#, "",
                "record 1, reactions.likes: is missing"
            ),
            (
                .comments, #""fullName":"A B""#, #""fullName":[]"#,
                "record 1, user.fullName: expected a text"
            ),
            (
                .products, #""price":9.99"#, #""price":"9.99""#,
                "record 1, price: expected a number"
            ),
            (.products, #""price":9.99"#, #""price":1e999"#, "record 1, price: expected a number"),
            (
                .carts, #""quantity":1"#, #""quantity":"1""#,
                "record 1, products[0].quantity: expected a number"
            ),
            (
                .carts, #"[{"id":1"#, #"[{"id":1},{"id":1"#,
                "record 1, products[0].title: is missing"
            ),
            (
                .users, #""image":"i""#, #""image":"i","hair":"x""#,
                "record 1, hair: expected an object"
            ),
        ] as [(DocumentKind, String, String, String)]
    )
    func inside(kind: DocumentKind, old: String, new: String, words: String) throws {
        let text = try #require(Self.good[kind]).replacing(old, with: new, maxReplacements: 1)
        let fault = try #require(Self.fault("[\(text)]", kind))
        #expect(fault.hasSuffix(": " + words), "\(fault)")
    }

    // MARK: Directories

    private static func folder(without missing: DocumentKind? = nil) throws -> SeedFolder {
        let files = DocumentKind.allCases.filter { $0 != missing }.map { kind in
            ("\(kind.name).json", "[\(good[kind] ?? "")]")
        }
        return try SeedFolder(Dictionary(uniqueKeysWithValues: files))
    }

    @Test
    func `a directory has a file for each kind`() throws {
        let folder = try Self.folder()
        for path in [folder.path, folder.path + "/"] {
            let set = try DocumentSet.load(.directory(path))
            for kind in DocumentKind.allCases {
                let texts = set.documents(kind).map {
                    String(decoding: $0.value.rawText, as: UTF8.self)
                }
                #expect(texts == Self.good[kind].map { [$0] })
            }
        }
    }

    /// A post and a comment as they were in the legacy era.
    private static let old: [DocumentKind: String] = [
        .posts: #"{"id":1,"title":"T","body":"B","userId":1,"tags":["a"],"reactions":2}"#,
        .comments: #"{"id":1,"body":"B","postId":1,"user":{"id":1,"username":"u"}}"#,
    ]

    @Test
    func `files of the legacy era are taken by its reader alone`() throws {
        let kinds = DocumentKind.allCases.filter { $0 != .recipes }
        let files = kinds.map { ("\($0.name).json", "[\(Self.old[$0] ?? Self.good[$0] ?? "")]") }
        let folder = try SeedFolder(Dictionary(uniqueKeysWithValues: files))
        let set = try DocumentSet.load(.directory(folder.path), takesOldForms: true)
        #expect(set.documents(.posts).first?["reactions"]?.int == 2)
        #expect(set.count(.comments) == 1 && set.count(.recipes) == 0)
        let fault = #expect(throws: SeedFault.self) {
            try DocumentSet.load(.directory(folder.path))
        }
        #expect(fault?.field == "record 1, reactions")
        // Files of today are right for it too.
        let whole = try Self.folder()
        let other = try DocumentSet.load(.directory(whole.path), takesOldForms: true)
        #expect(other.count(.posts) == 1)
        let post = #"[{"id":1,"title":"T","body":"B","tags":[],"reactions":"2"}]"#
        try folder.write(post, to: "posts.json")
        let wrong = #expect(throws: SeedFault.self) {
            try DocumentSet.load(.directory(folder.path), takesOldForms: true)
        }
        #expect(wrong?.field == "record 1, reactions")
    }

    @Test
    func `a directory that is not whole is refused`() throws {
        for kind in DocumentKind.allCases {
            let folder = try Self.folder(without: kind)
            let fault = #expect(throws: SeedFault.self) {
                try DocumentSet.load(.directory(folder.path))
            }
            #expect(fault?.file == folder.path + "/\(kind.name).json")
        }
        let folder = try Self.folder()
        #expect(throws: SeedFault.self) {
            try DocumentSet.load(.directory(folder.path + "/posts.json"))
        }
        #expect(throws: SeedFault.self) {
            try DocumentSet.load(.directory(folder.path + "/nowhere"))
        }
        try folder.write("[{}]", to: "carts.json")
        let fault = #expect(throws: SeedFault.self) {
            try DocumentSet.load(.directory(folder.path))
        }
        #expect(fault?.field == "record 1, id" && fault?.line == 1)
    }
}
