internal import MockPostlyThreads

/// Calls `body` on a thread of its own and waits for its result, so that no thread of Swift's
/// cooperative pool is blocked.
///
/// When the task is cancelled, a `CancellationError` is thrown at once; `body` goes on, and its
/// result is dropped.
func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let handover = Handover<Value>()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            handover.wait(continuation)
            do {
                try startThread { handover.end(Result { try body() }) }
            } catch {
                handover.end(.failure(error))
            }
        }
    } onCancel: {
        handover.end(.failure(CancellationError()))
    }
}

/// Where a task and a thread meet; the first result counts.
private final class Handover<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case waiting(CheckedContinuation<Value, any Error>)
        case ended(Result<Value, any Error>)
        case done
    }

    private let state = Monitor(State.open)

    /// Resumes `continuation` with the result, which may be there already.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let result: Result<Value, any Error>? = state.withLock { state in
            if case .ended(let result) = state {
                state = .done
                return result
            }
            state = .waiting(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .ended(result)
                return nil
            case .waiting(let continuation):
                state = .done
                return continuation
            case .ended, .done: return nil
            }
        }
        continuation?.resume(with: result)
    }
}
