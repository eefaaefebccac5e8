/// The system's message for an error number, such as "No such file or directory".
package func systemWords(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
