import MockPostlyJavaScript
import Testing

@Suite struct QueryStringTests {
    @Test(arguments: queries)
    func `a query is read as by qs`(_ query: String, _ expected: String) {
        #expect(json(.object(parseQueryString(query.utf8))).utf8.elementsEqual(expected.utf8))
    }

    @Test func `a query has a thousand parameters, the rest is ignored`() {
        let names = (0..<1200).map { "a\($0)=1" }.joined(separator: "&")
        #expect(parseQueryString(names.utf8).count == 1000)
        let list = Array(repeating: "a[]=1", count: 1200).joined(separator: "&")
        #expect(parseQueryString(list.utf8)["a"]["length"] == .number(1000))
        #expect(parseQueryString(String(repeating: "&", count: 5000).utf8).count == 0)
    }

    @Test func `a query without brackets is read as in one with them`() {
        let pieces =
            Array("ab=&+%".utf8).map { [$0] }
            + ["%41", "%C3%A9", "%5", "%5B", "]", "2", "="]
            .map { Array($0.utf8) }
        var state: UInt64 = 7
        for _ in 0..<3000 {
            var query: [UInt8] = []
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                query += pieces[Int(state >> 33) % pieces.count]
            }
            // A name with brackets, so that all is read in the general way.
            let both = parseQueryString(query + Array("&zz[]=1".utf8))
            let others = both.members.filter { $0.name != "zz" }
            let plain = parseQueryString(query).members
            #expect(
                plain.map(\.name) == others.map(\.name),
                "\(String(decoding: query, as: UTF8.self))"
            )
            #expect(plain.map(\.value) == others.map(\.value))
        }
    }

    @Test func `an index beyond the limit makes an object of the array`() {
        let list = (0..<999).map { "a[\($0)]=\($0)" }.joined(separator: "&")
        let array = parseQueryString((list + "&a[1000]=x").utf8)["a"]
        #expect(array["length"] == .number(1000) && array["998"] == .string("998"))
        let object = parseQueryString((list + "&a[1001]=x").utf8)["a"]
        #expect(object["length"] == .undefined && object["1001"] == .string("x"))
    }

    @Test func `a form is read like a query, with deeper names and longer arrays`() throws {
        let deep = "a" + String(repeating: "[b]", count: 32) + "=1"
        var inner = try parseForm(Array(deep.utf8))["a"]
        for _ in 0..<32 { inner = inner["b"] }
        #expect(inner == .string("1"))
        #expect(throws: FormFault.tooDeep) { try parseForm(Array("x=1&a[b]\(deep)".utf8)) }
        let form = try parseForm(Array("\u{FEFF}a[100]=x&b[101]=y&c[]=1&c[]=2".utf8))
        #expect(json(.object(form)) == #"{"a":["x"],"b":{"101":"y"},"c":["1","2"]}"#)
        #expect(try parseForm([]).count == 0)
    }

    @Test func `a form's arrays are as long as it has parameters`() throws {
        let list = (0..<300).map { "a[\($0)]=1" }.joined(separator: "&")
        let array = try parseForm(Array(list.utf8))["a"]
        #expect(array["length"] == .number(300))
    }

    @Test func `a form has at most a thousand parameters`() throws {
        func form(_ count: Int) -> [UInt8] {
            Array(Array(repeating: "a[]=1", count: count).joined(separator: "&").utf8)
        }
        #expect(try parseForm(form(1000))["a"]["length"] == .number(1000))
        #expect(throws: FormFault.tooManyParameters) { try parseForm(form(1001)) }
    }

    @Test func `bytes that are no UTF-8 are replacement characters`() {
        let query = parseQueryString([0x61, 0x3D, 0xFF, 0x26, 0xC3, 0x3D])
        #expect(query["a"] == .string("\u{FFFD}") && query["\u{FFFD}"] == .string(""))
    }
}

/// Queries, and what `qs.parse` with `allowPrototypes` makes of them.
private let queries: [(String, String)] = [
    ("", "{}"),
    ("a", #"{"a":""}"#),
    ("a=", #"{"a":""}"#),
    ("=a", "{}"),
    ("a=1", #"{"a":"1"}"#),
    ("a=1&b=2", #"{"a":"1","b":"2"}"#),
    ("a=1&a=2", #"{"a":["1","2"]}"#),
    ("a=1&a=2&a=3", #"{"a":["1","2","3"]}"#),
    ("a[]=1", #"{"a":["1"]}"#),
    ("a[]=1&a[]=2", #"{"a":["1","2"]}"#),
    ("a[]", #"{"a":[""]}"#),
    ("a[]=", #"{"a":[""]}"#),
    ("a[0]=1&a[1]=2", #"{"a":["1","2"]}"#),
    ("a[1]=2&a[0]=1", #"{"a":["1","2"]}"#),
    ("a[3]=x", #"{"a":["x"]}"#),
    ("a[5]=b&a[2]=a", #"{"a":["a","b"]}"#),
    ("a[21]=x", #"{"a":["x"]}"#),
    ("a[1000]=x&a[0]=y", #"{"a":["y","x"]}"#),
    ("a[1001]=x", #"{"a":{"1001":"x"}}"#),
    ("a[1001]=x&a[0]=y", #"{"a":{"0":"y","1001":"x"}}"#),
    ("a[01]=x", #"{"a":{"01":"x"}}"#),
    ("a[-1]=x", #"{"a":{"-1":"x"}}"#),
    ("a[b]=1", #"{"a":{"b":"1"}}"#),
    ("a[b][c]=1", #"{"a":{"b":{"c":"1"}}}"#),
    ("a[b]=1&a[c]=2", #"{"a":{"b":"1","c":"2"}}"#),
    ("a[b]=1&a[b]=2", #"{"a":{"b":["1","2"]}}"#),
    ("a[b][]=1&a[b][]=2", #"{"a":{"b":["1","2"]}}"#),
    ("a[b]=1&a=2", #"{"a":{"2":true,"b":"1"}}"#),
    ("a[b]=1&a=", #"{"a":{"b":"1"}}"#),
    ("a=1&a[b]=2", #"{"a":["1",{"b":"2"}]}"#),
    ("a=&a[b]=2", #"{"a":["",{"b":"2"}]}"#),
    ("a[]=1&a[b]=2", #"{"a":{"0":"1","b":"2"}}"#),
    ("a[]=1&a[5]=2&a=3", #"{"a":["1","2","3"]}"#),
    ("a[0]=1&a[b]=2", #"{"a":{"0":"1","b":"2"}}"#),
    ("a[b]=1&a[]=2", #"{"a":{"0":"2","b":"1"}}"#),
    ("a[0][b]=1&a[0][c]=2", #"{"a":[{"b":"1","c":"2"}]}"#),
    ("a[0][b]=1&a[1][b]=2", #"{"a":[{"b":"1"},{"b":"2"}]}"#),
    ("a[][b]=1&a[][c]=2", #"{"a":[{"b":"1","c":"2"}]}"#),
    ("a[0]=1&a[0]=2", #"{"a":[["1","2"]]}"#),
    ("a[0]=x&a[0][b]=y", #"{"a":["x",{"b":"y"}]}"#),
    ("a[0][b]=y&a[0]=x", #"{"a":[{"b":"y"},"x"]}"#),
    ("a[[b]]=1", #"{"a[":{"b":"1"}}"#),
    ("a[b=1", #"{"a[b":"1"}"#),
    ("a]=1", #"{"a]":"1"}"#),
    ("a[b]c=1", #"{"a":{"b":"1"}}"#),
    ("a[b]c[d]=1", #"{"a":{"b":{"d":"1"}}}"#),
    ("[a]=1", #"{"a":"1"}"#),
    ("[]=1", #"{"0":"1"}"#),
    ("[]=1&[]=2", #"{"0":"1","1":"2"}"#),
    ("[0]=a&[1]=b", #"{"0":"a","1":"b"}"#),
    ("a[b][c][d][e][f][g]=1", #"{"a":{"b":{"c":{"d":{"e":{"f":{"[g]":"1"}}}}}}}"#),
    ("a[b][c][d][e][f][g][h]=1", #"{"a":{"b":{"c":{"d":{"e":{"f":{"[g][h]":"1"}}}}}}}"#),
    ("a[b][c][d][e][f]g=1", #"{"a":{"b":{"c":{"d":{"e":{"f":"1"}}}}}}"#),
    ("a+b=c+d", #"{"a b":"c d"}"#),
    ("a%20b=c%2Bd", #"{"a b":"c+d"}"#),
    ("a=%", #"{"a":"%"}"#),
    ("a=%zz&b=%41", #"{"a":"%zz","b":"A"}"#),
    ("a=%E9", #"{"a":"%E9"}"#),
    ("a=%C3%A9", #"{"a":"é"}"#),
    ("%C3%A9=1", #"{"é":"1"}"#),
    ("a=é", #"{"a":"é"}"#),
    ("a=%E0%A4%A+b", #"{"a":"%E0%A4%A b"}"#),
    ("a%5B%5D=1&a%5b%5d=2", #"{"a":["1","2"]}"#),
    ("a%5Bb%5D=1", #"{"a":{"b":"1"}}"#),
    ("a%5Bb=c", #"{"a[b":"c"}"#),
    ("a=%5Bx%5D", #"{"a":"[x]"}"#),
    ("a=%5B%zz", #"{"a":"[%zz"}"#),
    ("a=b=c", #"{"a":"b=c"}"#),
    ("a]=b=c", #"{"a]":"b=c"}"#),
    ("a==", #"{"a":"="}"#),
    ("a[b]=]=x", #"{"a":{"b":"]=x"}}"#),
    ("&&a=1&&", #"{"a":"1"}"#),
    ("a;b=1;c=2", #"{"a;b":"1;c=2"}"#),
    ("a=1;b=2", #"{"a":"1;b=2"}"#),
    ("A=1&a=2", #"{"A":"1","a":"2"}"#),
    ("__proto__=1", "{}"),
    ("__proto__[a]=1", "{}"),
    ("a[__proto__]=1", #"{"a":{}}"#),
    ("a[b]=1&a=__proto__", #"{"a":{"b":"1"}}"#),
    ("toString=1", #"{"toString":"1"}"#),
    ("a[toString]=1", #"{"a":{"toString":"1"}}"#),
    ("hasOwnProperty[x]=1", #"{"hasOwnProperty":{"x":"1"}}"#),
    ("constructor=1", #"{"constructor":"1"}"#),
    ("length=2", #"{"length":"2"}"#),
    ("a[length]=2", #"{"a":{"length":"2"}}"#),
    ("2=b&1=a&c=d", #"{"1":"a","2":"b","c":"d"}"#),
    ("1[a]=x&1=y", #"{"1":["y",{"a":"x"}]}"#),
    ("a.b=1", #"{"a.b":"1"}"#),
    ("a=1,2", #"{"a":"1,2"}"#),
    ("a=%00", #"{"a":"\u0000"}"#),
    ("a[%62]=1", #"{"a":{"b":"1"}}"#),
    ("a[b]&a[c]", #"{"a":{"b":"","c":""}}"#),
    ("a[]&a[]", #"{"a":["",""]}"#),
    ("valueSearch=x", #"{"valueSearch":"x"}"#),
    ("q[valueSearch]=x", #"{"q":{"valueSearch":"x"}}"#),
    ("select=a,b", #"{"select":"a,b"}"#),
    ("select[]=a&select[]=b", #"{"select":["a","b"]}"#),
    ("\u{301}=1", "{\"\u{301}\":\"1\"}"),
    ("a[\u{301}]=1", "{\"a\":{\"\u{301}\":\"1\"}}"),
    ("a=true&b=null", #"{"a":"true","b":"null"}"#),
    ("a[0]=1&a[2]=3&a[1]=2", #"{"a":["1","2","3"]}"#),
    ("a[1]=x&a[1]=y&a[0]=z", #"{"a":["z",["x","y"]]}"#),
]
