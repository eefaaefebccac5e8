@testable import MockPostlyDrift

extension Trial {
    static let bodyTrials = maps + lists + numbers + dates + texts

    private static let maps = [
        Trial(
            "ids as keys",
            .own,
            [
                #"{"people":{"66aa00bb66aa00bb66aa00bb":{"name":"A"},"77aa00bb66aa00bb66aa00bb":{"name":"B"}}}"#,
                #"{"people":{"66aa00bb66aa00bb66aa00bb":{"name":"A"}}}"#,
                #"{"people":{"12aa00bb66aa00bb66aa00bb":{"name":"C"}}}"#,
            ]
        ),
        Trial(
            "ids as keys, of things without a name",
            .own,
            [
                #"{"people":{"66aa00bb66aa00bb66aa00bb":{"nick":"A"}}}"#,
                #"{"people":{"66aa00bb66aa00bb66aa00bb":{"nick":"A"}}}"#,
                #"{"people":{"12aa00bb66aa00bb66aa00bb":{"name":"C"}}}"#,
            ],
            says: ["missing body.people.{…}.name", "missing body.people.{…}.{…}"]
        ),
        Trial(
            "keys in another form",
            .own,
            [
                #"{"1001":{"a":1},"1002":{"a":1}}"#, #"{"1001":{"a":1},"1002":{"a":1}}"#,
                #"{"1003":{"a":"1"}}"#,
            ],
            says: ["type body.{…}.a"]
        ),
        Trial(
            "UUIDs as keys where ids were",
            .own,
            [
                #"{"00000000-0000-4000-8000-000000000000":1}"#,
                #"{"00000000-0000-4000-8000-000000000000":1}"#,
                #"{"12aa00bb66aa00bb66aa00bb":1}"#,
            ],
            says: ["value body.{…}"]
        ),
        Trial(
            "one entry more in a map of the contract",
            .rule,
            [
                #"{"a":{"1001":1,"1002":2}}"#, #"{"a":{"1011":1,"1012":2}}"#, #"{"a":{"2001":1}}"#,
            ],
            says: ["missing body.a.{…}"]
        ),
        Trial(
            "another value in a map of the contract",
            .rule,
            [
                #"{"a":{"1001":{"n":1}}}"#, #"{"a":{"1011":{"n":1}}}"#, #"{"a":{"2001":{"n":2}}}"#,
            ],
            says: ["value body.a.{…}.n"]
        ),
        Trial(
            "counts by words",
            .own,
            [
                #"{"sea":1,"sand":2,"salt":3,"tide":1}"#, #"{"sea":1,"sand":2,"salt":4,"tide":1}"#,
                #"{"red":1,"blue":2,"green":1,"grey":3}"#,
            ]
        ),
        Trial(
            "a renamed member",
            .own,
            [
                #"{"id":1,"fullName":"A"}"#, #"{"id":1,"fullName":"A"}"#, #"{"id":2,"name":"B"}"#,
            ],
            says: ["missing body.name", "missing body.fullName"]
        ),
        Trial(
            "a member that comes and goes",
            .rule,
            [
                #"{"id":1,"hint":"x"}"#, #"{"id":1}"#, #"{"id":1}"#,
            ]
        ),
        Trial(
            "null at times",
            .own,
            [
                #"{"a":[{"image":null},{"image":"/x"}]}"#, #"{"a":[{"image":"/y"}]}"#,
                #"{"a":[{"image":"/z"}]}"#,
            ]
        ),
        Trial(
            "an object where null is",
            .own,
            [
                #"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#, #"{"a":null}"#,
            ],
            says: ["type body.a"]
        ),
    ]

    private static let lists = [
        Trial(
            "an empty list",
            .own,
            [#"{"a":[]}"#, #"{"a":[]}"#, #"{"a":[{"id":1}]}"#],
            says: ["uncompared body.a[]"]
        ),
        Trial(
            "an empty list here",
            .own,
            [#"{"a":[{"id":1}]}"#, #"{"a":[]}"#, #"{"a":[]}"#],
            says: ["uncompared body.a[]"]
        ),
        Trial("an empty list at both", .own, [#"{"a":[]}"#, #"{"a":[]}"#, #"{"a":[]}"#]),
        Trial(
            "a list that should have one",
            .rule,
            [#"{"a":[]}"#, #"{"a":[]}"#, #"{"a":[1]}"#],
            says: ["missing body.a[]"]
        ),
        Trial("any order, with two alike", .rule, ["[1,2,1]", "[1,1,2]", "[2,1,1]"]),
        Trial(
            "any order of things with dates",
            .rule,
            [
                #"[{"t":"a","at":"2026-02-14T12:34:56Z"},{"t":"b","at":"2026-02-14T12:34:56Z"}]"#,
                #"[{"t":"b","at":"2026-02-14T12:35:57Z"},{"t":"a","at":"2026-02-14T12:35:57Z"}]"#,
                #"[{"t":"a","at":"2025-08-12T12:00:00Z"},{"t":"b","at":"2025-08-12T12:00:00Z"}]"#,
            ]
        ),
        Trial(
            "a fixed order that is another",
            .rule,
            ["[1,2,3]", "[1,2,3]", "[3,2,1]"],
            says: ["order body"]
        ),
        Trial("one alike more", .rule, ["[1,1,2]", "[1,1,2]", "[1,2,2]"], says: ["value body[1]"]),
        Trial(
            "nested lists",
            .own,
            [#"{"a":[[1,2],[3]]}"#, #"{"a":[[1]]}"#, #"{"a":[["1"]]}"#],
            says: ["type body.a[][]"]
        ),
        Trial(
            "a bare value for a list",
            .own,
            [#"{"a":1}"#, #"{"a":1}"#, #"{"a":[1]}"#],
            says: ["type body.a"]
        ),
    ]

    private static let numbers = [
        Trial(
            "a duration that differs",
            .rule,
            [#"{"took":0.0123}"#, #"{"took":0.0131}"#, #"{"took":0.5}"#]
        ),
        Trial(
            "a share that is another",
            .rule,
            [#"{"rate":0.25}"#, #"{"rate":0.25}"#, #"{"rate":0.2}"#],
            says: ["value body.rate"]
        ),
        Trial(
            "a price of their own",
            .own,
            [#"{"price":9.99}"#, #"{"price":9.99}"#, #"{"price":10}"#]
        ),
        Trial(
            "a number as a text",
            .own,
            [#"{"price":"9.99"}"#, #"{"price":"9.99"}"#, #"{"price":10}"#],
            says: ["type body.price"]
        ),
        Trial("a counter", .rule, [#"{"n":101}"#, #"{"n":102}"#, #"{"n":7}"#]),
        Trial(
            "off by one",
            .rule,
            [#"{"page":0}"#, #"{"page":0}"#, #"{"page":1}"#],
            says: ["value body.page"]
        ),
        Trial(
            "times in fractions of a second",
            .rule,
            [#"{"at":1771072496.5}"#, #"{"at":1771072557.25}"#, #"{"at":1755000000.5}"#]
        ),
        Trial(
            "milliseconds for seconds",
            .rule,
            [
                #"{"at":1771072496000}"#, #"{"at":1771072557000}"#, #"{"at":1755000000}"#,
            ],
            says: ["value body.at"]
        ),
        Trial(
            "a time that is sent back",
            .sent,
            [#"{"n":2,"x":9}"#, #"{"n":2,"x":9}"#, #"{"n":1,"x":3}"#],
            says: ["value body.n"]
        ).with { $0.body = #"{"n":1}"# },
    ]

    private static let dates = [
        Trial(
            "dates as people write them",
            .own,
            [
                #"{"a":[{"at":"14/02/2026"},{"at":"13/02/2026"}]}"#,
                #"{"a":[{"at":"14/02/2026"}]}"#,
                #"{"a":[{"at":"2026-02-14"}]}"#,
            ],
            says: ["value body.a[].at"]
        ),
        Trial(
            "a date as a text, another each time",
            .rule,
            [
                #"{"at":"Sat Feb 14 2026 12:34:56"}"#, #"{"at":"Sat Feb 14 2026 12:35:57"}"#,
                #"{"at":"2025-08-12T12:00:00Z"}"#,
            ],
            says: ["value body.at"]
        ),
        Trial(
            "a clock on the wall that differs",
            .rule,
            [#"{"at":"12:34:56"}"#, #"{"at":"12:35:57"}"#, #"{"at":"03:00:00"}"#]
        ),
        Trial(
            "words for a time",
            .own,
            [#"{"at":"2 minutes ago"}"#, #"{"at":"3 minutes ago"}"#, #"{"at":"just now"}"#]
        ),
        Trial(
            "a day for a moment",
            .own,
            [#"{"at":"2026-02-14"}"#, #"{"at":"2026-02-14"}"#, #"{"at":"2026-02-14T00:00:00Z"}"#],
            says: ["value body.at"]
        ),
        Trial(
            "an end in an hour, and not in a day",
            .rule,
            [
                #"{"end":"2026-02-14T13:34:56Z"}"#, #"{"end":"2026-02-14T13:35:57Z"}"#,
                #"{"end":"2025-08-13T12:00:00Z"}"#,
            ],
            says: ["value body.end"]
        ),
    ]

    private static let texts = [
        Trial(
            "a cursor",
            .own,
            [#"{"next":"eyJpZCI6NTd9"}"#, #"{"next":"eyJpZCI6NTh9"}"#, #"{"next":"eyJpZCI6M30"}"#]
        ),
        Trial(
            "a cursor that differs",
            .rule,
            [#"{"next":"eyJpZCI6NTd9"}"#, #"{"next":"eyJpZCI6NTh9"}"#, #"{"next":"eyJpZCI6M30"}"#]
        ),
        Trial(
            "another code of an error",
            .rule,
            [
                #"{"code":"E1001-InvalidCredentials"}"#, #"{"code":"E1001-InvalidCredentials"}"#,
                #"{"code":"E1002-InvalidCredentials"}"#,
            ],
            says: ["value body.code"]
        ),
        Trial(
            "another text of an error",
            .rule,
            [#"{"error":"No."}"#, #"{"error":"No."}"#, #"{"error":"No"}"#],
            says: ["value body.error"]
        ),
        Trial(
            "ids of 26 letters where UUIDs are",
            .rule,
            [
                #"{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}"#, #"{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAW"}"#,
                #"{"id":"00000000-0000-4000-8000-000000000000"}"#,
            ],
            says: ["value body.id"]
        ),
        Trial(
            "a link to what was created",
            .rule,
            [
                #"{"id":"66aa00bb66aa00bb66aa00bb","url":"/p/66aa00bb66aa00bb66aa00bb"}"#,
                #"{"id":"67aa00bb66aa00bb66aa00bb","url":"/p/67aa00bb66aa00bb66aa00bb"}"#,
                #"{"id":"12aa00bb66aa00bb66aa00bb","url":"/p/12aa00bb66aa00bb66aa00bb"}"#,
            ]
        ),
        Trial(
            "a link elsewhere",
            .rule,
            [
                #"{"id":"66aa00bb66aa00bb66aa00bb","url":"/q/66aa00bb66aa00bb66aa00bb"}"#,
                #"{"id":"67aa00bb66aa00bb66aa00bb","url":"/q/67aa00bb66aa00bb66aa00bb"}"#,
                #"{"id":"12aa00bb66aa00bb66aa00bb","url":"/p/12aa00bb66aa00bb66aa00bb"}"#,
            ],
            says: ["value body.url"]
        ),
        Trial(
            "what was sent comes back changed",
            .sent,
            [
                #"{"id":7,"text":"first!","by":"A"}"#, #"{"id":8,"text":"first!","by":"A"}"#,
                #"{"id":1,"text":"First!","by":"B"}"#,
            ],
            says: ["value body.text"]
        ).with { ($0.request, $0.body) = ("POST /things", #"{"text":"First!"}"#) },
        Trial(
            "a list that was sent comes back in another order",
            .sent,
            [
                #"{"tags":["a","b"]}"#, #"{"tags":["a","b"]}"#, #"{"tags":["b","a"]}"#,
            ],
            says: ["order body.tags"]
        ).with { $0.body = #"{"tags":["b","a"]}"# },
    ]
}
