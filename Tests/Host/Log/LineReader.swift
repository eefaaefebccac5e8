import Foundation

/// Reads a pipe to its end on another thread.
final class LineReader: @unchecked Sendable {
    private let handle: FileHandle
    private let isDone = DispatchSemaphore(value: 0)
    // Touched by the thread until `isDone` says that it has ended, then by who asks.
    private var bytes = Data()

    init(_ handle: FileHandle) {
        self.handle = handle
        Thread.detachNewThread { [self] in
            bytes = handle.readDataToEndOfFile()
            isDone.signal()
        }
    }

    func lines() -> [Substring] {
        isDone.wait()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
