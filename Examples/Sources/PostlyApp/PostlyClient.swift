import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A small client of Postly: signing in, the feed, writing and liking.
///
/// It tries again when the server is busy, and does not write twice when an answer is lost.
public struct PostlyClient: Sendable {
    /// Why a request did not succeed.
    public enum Failure: Error, Equatable {
        /// The token has expired, or there is none.
        case signedOut
        /// The server cannot help now, also after further tries.
        case busy
        /// The connection ended without a whole answer.
        case noAnswer
        /// Any other answer, with its status.
        case refused(Int)
    }

    private let baseURL: URL
    private var token: String?
    private let session: URLSession
    /// Waits before a further try; tests replace it, so that they need not wait.
    private let pause: @Sendable (Duration) async throws -> Void

    /// A client of the server at `baseURL`, which ends in a slash.
    public init(
        baseURL: URL,
        token: String? = nil,
        session: URLSession = URLSession(configuration: .ephemeral),
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        (self.baseURL, self.token) = (baseURL, token)
        (self.session, self.pause) = (session, pause)
    }

    /// Signs in by e-mail and password; later requests are those of this person.
    public mutating func signIn(email: String, password: String) async throws {
        struct Session: Decodable { var accessToken: String }
        let body = try JSONEncoder().encode(["email": email, "password": password])
        let answer: Session = try await decoded("POST", "auth/login/email", body)
        token = answer.accessToken
    }

    /// The newest posts.
    public func feed(limit: Int = 10) async throws -> [Post] {
        struct Page: Decodable { var posts: [Post] }
        let page: Page = try await decoded("GET", "posts?limit=\(limit)")
        return page.posts
    }

    /// Publishes a post.
    ///
    /// When the answer is lost, the post may be there all the same: the client looks before it
    /// writes again.
    public func publish(title: String, content: String) async throws -> Post {
        let body = try JSONEncoder().encode(["title": title, "content": content])
        do {
            return try await decoded("POST", "posts", body)
        } catch Failure.noAnswer {
            struct Page: Decodable { var posts: [Post] }
            let mine: Page = try await decoded("GET", "users/me/posts?limit=5")
            if let saved = mine.posts.first(where: { $0.title == title }) { return saved }
            return try await decoded("POST", "posts", body)
        }
    }

    /// Likes a post.
    public func like(_ post: Post) async throws {
        _ = try await send("POST", "posts/\(post.id)/like", Data("{}".utf8))
    }

    // MARK: Requests

    private func decoded<Value: Decodable>(
        _ method: String,
        _ path: String,
        _ body: Data? = nil
    ) async throws -> Value {
        try JSONDecoder().decode(Value.self, from: try await send(method, path, body))
    }

    /// Sends a request, and up to twice more when the server is busy.
    private func send(_ method: String, _ path: String, _ body: Data? = nil) async throws -> Data {
        var tries = 0
        while true {
            let (data, answer) = try await answer(method, path, body)
            tries += 1
            switch answer.statusCode {
            case 200..<300: return data
            case 401: throw Failure.signedOut
            case 503 where tries < 3:
                let seconds = answer.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
                try await pause(.seconds(seconds ?? 1))
            case 503: throw Failure.busy
            case let status: throw Failure.refused(status)
            }
        }
    }

    private func answer(
        _ method: String,
        _ path: String,
        _ body: Data?
    ) async throws -> (Data, HTTPURLResponse) {
        guard let url = URL(string: path, relativeTo: baseURL) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        do {
            let (data, answer) = try await session.data(for: request)
            guard let answer = answer as? HTTPURLResponse else { throw Failure.noAnswer }
            return (data, answer)
        } catch is URLError {
            throw Failure.noAnswer
        }
    }
}
