/// The system's message for an error number, such as "No such file or directory".
///
/// In English, as programs do not set a locale. Not for messages that tests compare: systems
/// differ.
package func systemWords(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
