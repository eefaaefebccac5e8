import Foundation
import MockPostlyTesting
import PostlyApp
import XCTest

/// The same with XCTest: each method makes its world, which ends with it.
final class SignInTests: XCTestCase {
    func testSigningInAndOut() async throws {
        let world = try mockpostlyWorld(from: .scenario(.emptyFeed))
        let person = try XCTUnwrap(world.people.first)
        let password = try XCTUnwrap(person.password)
        var app = PostlyClient(baseURL: try XCTUnwrap(URL(string: world.url + "/api/")))
        try await app.signIn(email: person.email, password: password)
        _ = try await app.publish(title: "Low Tide", content: "Salt and sand.")
        try world.verify(order: [.post("/api/auth/login/email"), .post("/api/posts")])
    }

    func testAWrongPasswordIsRefused() async throws {
        let world = try mockpostlyWorld()
        var app = PostlyClient(baseURL: try XCTUnwrap(URL(string: world.url + "/api/")))
        do {
            try await app.signIn(email: "mira.sol@example.com", password: "wrong")
            XCTFail("the password was accepted")
        } catch PostlyClient.Failure.signedOut {}
        try await world.expectRequest(.post("/api/auth/login/email").status(401))
    }
}
