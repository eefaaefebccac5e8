/// The status of a child from `waitpid`.
enum WaitStatus: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    case stopped(signal: Int32)
    case continued

    /// Decodes a status; Swift cannot call the C macros, but the layout is the same on all systems.
    init(_ status: Int32) {
        let low = status & 0x7F
        let high = (status >> 8) & 0xFF
        if status == 0xFFFF {
            self = .continued
        } else if low == 0x7F {
            self = .stopped(signal: high)
        } else if low == 0 {
            self = .exited(high)
        } else {
            self = .killed(signal: low)
        }
    }

    /// The exit code that a shell would report; nil for a child that has not ended.
    var exitCode: Int32? {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        case .stopped, .continued: nil
        }
    }
}
