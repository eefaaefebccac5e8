/// What `waitpid` says of a child.
enum WaitStatus: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    case stopped(signal: Int32)
    case continued

    /// Reads a status as all systems lay it out, whose macros Swift cannot call.
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

    /// What a shell would end with; nil for a child that lives.
    var exitCode: Int32? {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        case .stopped, .continued: nil
        }
    }
}
