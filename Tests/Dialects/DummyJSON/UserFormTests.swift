import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// A person's members in adds and edits.
@Suite
struct UserFormTests {
    private static let group =
        #"{"address":"","city":"","state":"","stateCode":"","postalCode":"","#
        + #""coordinates":{"lat":null,"lng":null},"country":""}"#
    private static let empty =
        #"{"id":1,"firstName":"","lastName":"","maidenName":"","age":null,"#
        + #""gender":"","email":"","phone":"","username":"","password":"","birthDate":"","#
        + #""image":"","bloodGroup":"","height":null,"weight":null,"eyeColor":"","#
        + #""hair":{"color":"","type":""},"ip":"","address":\#(group),"macAddress":"","#
        + #""university":"","bank":{"cardExpire":"","cardNumber":"","cardType":"","currency":"","#
        + #""iban":""},"company":{"department":"","name":"","title":"","address":\#(group)},"#
        + #""ein":"","ssn":"","userAgent":"","crypto":{"coin":"","wallet":"","network":""},"#
        + #""role":"user"}"#

    @Test(
        arguments: [
            ("{}", "", ""), (#"{"id":7,"extra":1,"hairs":2}"#, "", ""),
            (#"{"firstName":null}"#, #""firstName":"""#, #""firstName":null"#),
            (#"{"firstName":0}"#, #""firstName":"""#, #""firstName":0"#),
            (#"{"age":"x"}"#, #""age":null"#, #""age":"x""#),
            (#"{"height":[1,{}]}"#, #""height":null"#, #""height":[1,{}]"#),
            (#"{"role":""}"#, #""role":"user""#, #""role":"""#),
            (#"{"hair":{"type":"a","x":1}}"#, #""color":"","type":"""#, #""color":"","type":"a""#),
            (#"{"hair":{"color":0,"type":false}}"#, "", ""), (#"{"hair":null,"bank":3}"#, "", ""),
            (#"{"bank":{"iban":{"a":1}}}"#, #""iban":"""#, #""iban":{"a":1}"#),
            (#"{"crypto":{"coin":1.50}}"#, #""coin":"""#, #""coin":1.5"#),
        ]
    )
    func `an added person has every member`(body: String, without: String, with: String) throws {
        let api = try DummyJSON.fresh([:])
        let response = try api.send("POST", "/users/add", body)
        #expect(response.status == 201)
        #expect(response.text == (without.isEmpty ? Self.empty : swapped(without, with)))
    }

    private func swapped(_ old: String, _ new: String) -> String {
        Self.empty.replacing(old, with: new, maxReplacements: 1)
    }

    @Test
    func `coordinates of 0 become null, and both addresses are taken`() throws {
        let api = try DummyJSON.fresh([:])
        let body =
            #"{"address":{"coordinates":{"lat":0,"lng":2}},"company":{"address":{"city":"C"}}}"#
        let json = try api.send("POST", "/users/add", body).json
        let coordinates = json["address"]?["coordinates"]
        #expect(coordinates?["lat"]?.isNull == true && coordinates?["lng"]?.int == 2)
        #expect(json["company"]?["address"]?["city"]?.string == "C")
        #expect(json["company"]?["address"]?["coordinates"]?["lat"]?.isNull == true)
    }

    private static let full =
        empty
        .replacing(#""firstName":"""#, with: #""firstName":"Ann""#)
        .replacing(#""color":"""#, with: #""color":"Red""#)
        .replacing(#""lat":null"#, with: #""lat":1.5"#)
        .replacing(#""role":"user""#, with: #""role":"admin""#)

    @Test(
        arguments: [
            ("{}", "", ""), (#"{"extra":1}"#, "", ""),
            (#"{"firstName":""}"#, #""firstName":"Ann""#, #""firstName":"""#),
            (#"{"firstName":null}"#, #""firstName":"Ann""#, #""firstName":null"#),
            (#"{"age":0}"#, #""age":null"#, #""age":0"#),
            (#"{"role":false}"#, #""role":"admin""#, #""role":false"#),
            (#"{"hair":{"color":""}}"#, "", ""), (#"{"hair":{}}"#, "", ""),
            (#"{"hair":{"color":"Blue"}}"#, #""color":"Red""#, #""color":"Blue""#),
            (#"{"address":null,"bank":null,"company":null,"crypto":null}"#, "", ""),
            (#"{"hair":"x","address":[]}"#, "", ""), (#"{"id":"1"}"#, "", ""),
        ]
    )
    func `an edited person keeps what is not sent`(
        body: String,
        old: String,
        new: String
    ) throws {
        let wanted = old.isEmpty ? Self.full : Self.full.replacing(old, with: new)
        for method in ["PUT", "PATCH"] {
            let api = try DummyJSON.fresh([.users: Self.full]) { $0.writes = .keep }
            let response = try api.send(method, "/users/1", body)
            #expect(response.status == 200)
            #expect(response.text == wanted)
            #expect(try api.get("/users/1").text == wanted)
        }
    }

    @Test
    func `hair that is nothing is an accident`() throws {
        let api = try DummyJSON.fresh([.users: Self.full])
        let response = try api.send("PUT", "/users/1", #"{"hair":null}"#)
        #expect(response.status == 500)
        let words = "Cannot read properties of null (reading 'color')"
        #expect(response.text == #"{"message":"\#(words)"}"#)
    }

    @Test
    func `an imported person is not given groups`() throws {
        let small = #"{"id":1,"firstName":"Ann","username":"ann","hair":{"color":"Red"}}"#
        let api = try DummyJSON.fresh([.users: small])
        #expect(
            try api.send("PUT", "/users/1", #"{"age":3}"#).text
                == #"{"id":1,"firstName":"Ann","age":3,"username":"ann","hair":{"color":"Red"}}"#
        )
        let sent = try api.send("PUT", "/users/1", #"{"bank":{"iban":"I"}}"#).json
        #expect(sent["bank"]?["iban"]?.string == "I")
    }
}
