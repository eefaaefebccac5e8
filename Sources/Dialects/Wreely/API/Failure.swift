internal import MockPostlyHTTP
internal import MockPostlyJSON

/// A refusal of the API: `{"error": true, "message": …}`.
///
/// The app shows the message of a 400. A 401 logs the user out, so only an unknown token gets it.
struct Failure: Error, Equatable {
    var status = 400
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var response: Response {
        .json(status) { json in
            json.field("error", true)
            json.field("message", message)
        }
    }
}

extension Failure {
    static let missingToken = Failure("Access token is missing")
    static let unknownToken = {
        var failure = Failure("Access Denied. Invalid access token.")
        failure.status = 401
        return failure
    }()
    static let notJSON = Failure("Invalid json in post.")
    static let wrongCode = Failure("Invalid login code. Please try again.")
    static let unknownNumber = Failure(
        "This mobile number is not registered. Please contact your community manager."
    )
    static let unknownWorkspace = Failure("There is no such workspace.")
    static let foreignWorkspace = Failure("You are not a member of this workspace.")
    static let unknownMember = Failure("There is no such member.")
    static let unknownCompany = Failure("There is no such company.")
    static let unknownRoom = Failure("There is no such meeting room.")
    static let unknownEvent = Failure("There is no such event.")
    static let somethingWrong = Failure("Oop's sorry, Something went wrong.")
    static let roomTaken = Failure("Oop's sorry, Meeting room booked by someone else.")
    static let unknownBooking = Failure(
        "Oop's sorry, Looks like there is no such bookings by you."
    )
    static let wrongCredentials = Failure("Login failed. Incorrect credentials.")
    static let unknownEmail = Failure("This email id is not registered.")
    static let emailTaken = Failure("This email id is already registered.")
    static let badNumber = Failure("Invalid mobile. Send 4 to 15 digits.")
    static let numberTaken = Failure("This mobile number is already registered.")
    static let noRoute = Failure("There is no such service.")
    static let tooLarge = Failure("The request is too large.")
    static let busy = Failure("The server is busy. Please try again.")

    /// Fields of a body that are missing or blank, in the order of the route's table.
    static func missing(_ names: [String]) -> Failure {
        Failure("Required post parameter \(names.joined(separator: ", ")) is missing or empty")
    }

    /// Values in a path that are missing or blank.
    static func missingValue(_ name: String) -> Failure {
        Failure("Required parameter \(name) is missing or empty")
    }

    /// A time that is not `yyyy-MM-dd HH:mm:ss`.
    static func badTime(_ name: String) -> Failure {
        Failure("Invalid \(name). Send a time such as 2026-02-14 12:30:00.")
    }

    /// A link that the app cannot open or show.
    static func badLink(_ name: String) -> Failure {
        Failure("Invalid \(name). Send a URL such as https://example.com.")
    }
}

extension Response {
    /// A response with a JSON object, whose members `write` writes.
    static func json(
        _ status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        try .value(status) { json in
            json.beginObject()
            try write(&json)
            json.endObject()
        }
    }

    /// A response with the JSON value that `write` writes.
    static func value(
        _ status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        var json = JSONWriter(escaping: .utf8, reserving: 1024)
        try write(&json)
        return Response(status: status, fields: jsonFields, body: json.finish())
    }

    /// One shared array, so that responses allocate none.
    private static let jsonFields = [Field("Content-Type", "application/json; charset=utf-8")]

    /// `{"error": false}`.
    static var done: Response { .json { $0.field("error", false) } }
}
