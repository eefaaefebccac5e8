internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Loads the requests of the sessions of one ``SessionRoute``.
///
/// A session knows its protocol by the class alone, and the system makes the values: so each route has
/// a class of its own.
private final class WorldURLProtocol<Number: Numeral>: URLProtocol {
    private var loading: Loading?

    override class func canInit(with request: URLRequest) -> Bool {
        SessionRoute.find(for: self, request) != nil
    }

    override class func canInit(with task: URLSessionTask) -> Bool {
        task.currentRequest.map { canInit(with: $0) } ?? false
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let route = SessionRoute.find(for: type(of: self), request) else {
            return fail(URLError(.unsupportedURL))
        }
        #if canImport(FoundationNetworking)
            // Here nobody but the session can read it, and an empty body in place of it would mislead.
            if task is URLSessionUploadTask, request.httpBodyStream == nil {
                let words = "the body of an upload task is not known here: use a data task"
                let info = [NSLocalizedDescriptionKey: words]
                return fail(URLError(.requestBodyStreamExhausted, userInfo: info))
            }
        #endif
        loading = Loading(request, by: route, for: self)
        loading?.start()
    }

    private func fail(_ error: URLError) {
        client?.urlProtocol(self, didFailWithError: error)
    }

    override func stopLoading() {
        loading?.stop()
        loading = nil
    }
}

/// The class of protocols with this number; another one for each.
func protocolClass(number: Int) -> URLProtocol.Type { numeral(number).protocolClass }

/// A type that stands for a whole number, in binary digits.
private protocol Numeral {}

private enum Zero: Numeral {}
private enum Double<Half: Numeral>: Numeral {}
private enum DoubleAndOne<Half: Numeral>: Numeral {}

extension Numeral {
    fileprivate static var protocolClass: URLProtocol.Type { WorldURLProtocol<Self>.self }
    fileprivate static var double: any Numeral.Type { Double<Self>.self }
    fileprivate static var doubleAndOne: any Numeral.Type { DoubleAndOne<Self>.self }
}

private func numeral(_ number: Int) -> any Numeral.Type {
    guard number > 0 else { return Zero.self }
    let half = numeral(number / 2)
    return number % 2 == 0 ? half.double : half.doubleAndOne
}
