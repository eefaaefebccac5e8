@preconcurrency internal import MockPostlyPlatform

/// A program to start in a new process group, whose id is the program's process id.
struct Spawn {
    /// A text for C, without its NUL.
    typealias Text = [UInt8]

    /// A path when it contains a slash; otherwise a name to look up in `PATH`.
    var program: Text
    /// The arguments, the program's name first.
    var arguments: [Text]
    var environment: [Text]
    /// Standard input, output and error; nil inherits this process's stream, -1 means none.
    var streams: [Int32?] = [nil, nil, nil]
    /// The program's limit of open files; nil inherits the limit of this process.
    var fileLimit: FileLimit?

    /// Why a program was not started: an error number.
    struct Problem: Error {
        var code: Int32
    }

    /// Starts the program; returns its process id.
    ///
    /// Signals that this process ignores for its own purposes have their default action in the
    /// program.
    func start() throws(Problem) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        try Self.requireSuccess(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        try Self.requireSuccess(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        for (number, stream) in streams.enumerated() {
            guard let stream else { continue }
            let code =
                stream >= 0
                ? posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
                : posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            try Self.requireSuccess(code)
        }
        var usual = sigset_t()
        sigemptyset(&usual)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&usual, signal) }
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF
        try Self.requireSuccess(posix_spawnattr_setflags(&attributes, Int16(flags)))
        try Self.requireSuccess(posix_spawnattr_setpgroup(&attributes, 0))
        try Self.requireSuccess(posix_spawnattr_setsigdefault(&attributes, &usual))
        let present = fileLimit?.put()
        defer { present?.put() }
        var pid: pid_t = 0
        let code = CStrings([program]).lend { program in
            CStrings(arguments).lend { arguments in
                CStrings(environment).lend { environment in
                    guard let name = program[0] else { return ENOMEM }
                    return posix_spawnp(
                        &pid,
                        name,
                        &actions,
                        &attributes,
                        arguments,
                        environment
                    )
                }
            }
        }
        try Self.requireSuccess(code)
        return pid
    }

    /// Runs the program in place of this process; returns only when that cannot be.
    ///
    /// The streams stay as they are, and so does the limit of open files.
    func replaceProcess() -> Problem {
        for entry in inheritedEnvironment() {
            CStrings([Array(entry.prefix { $0 != UInt8(ascii: "=") })]).lend { names in
                if let name = names[0] { unsetenv(name) }
            }
        }
        for entry in environment {
            // The environment keeps the text.
            putenv(strdup(entry.map(CChar.init(bitPattern:)) + [0]))
        }
        restoreUsualSignals()
        return CStrings([program]).lend { program in
            CStrings(arguments).lend { arguments in
                guard let name = program[0] else { return Problem(code: ENOMEM) }
                execvp(name, arguments)
                return Problem(code: errno)
            }
        }
    }

    private static func requireSuccess(_ code: Int32) throws(Problem) {
        guard code == 0 else { throw Problem(code: code) }
    }
}

/// Texts as C takes a list of them, with null at its end.
private struct CStrings: ~Copyable {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [Spawn.Text]) {
        pointers = texts.map { text in strdup(text.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }

    /// Calls `body` with the list, which is valid only during the call.
    func lend<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        body(pointers)
    }
}

/// How many files a process may have open.
struct FileLimit: Sendable, Equatable {
    let soft: rlim_t
    private let hard: rlim_t

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    /// The limit of this process; nil when the system does not tell it.
    static var present: FileLimit? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return FileLimit(soft: limit.rlim_cur, hard: limit.rlim_max)
    }

    /// A soft limit with this process's hard limit; nil when the system does not tell it.
    init?(soft: rlim_t) {
        guard let present = Self.present else { return nil }
        self.init(soft: soft, hard: present.hard)
    }

    private init(soft: rlim_t, hard: rlim_t) {
        (self.soft, self.hard) = (soft, hard)
    }

    /// Sets this limit for the process; returns the previous limit.
    @discardableResult
    func put() -> FileLimit? {
        guard let before = Self.present else { return nil }
        var limit = rlimit()
        (limit.rlim_cur, limit.rlim_max) = (soft, hard)
        return setrlimit(Self.resource, &limit) == 0 ? before : nil
    }
}

/// The environment of this process, each entry as `NAME=value`.
func inheritedEnvironment() -> [Spawn.Text] {
    #if canImport(Darwin)
        let entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
    #else
        let entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    #endif
    var environment: [Spawn.Text] = []
    var next = entries
    while let entry = next?.pointee {
        environment.append(bytes(of: entry))
        next = next?.successor()
    }
    return environment
}

/// The original bytes of `operands`, the last arguments of the command line.
///
/// Needed because an argument may not be valid UTF-8.
func unchanged(_ operands: [String]) -> [Spawn.Text] {
    let first = Int(CommandLine.argc) - operands.count
    return operands.enumerated().map { index, operand in
        guard first + index > 0, let argument = CommandLine.unsafeArgv[first + index] else {
            return Array(operand.utf8)
        }
        let given = bytes(of: argument)
        let isSame = String(decoding: given, as: UTF8.self).utf8.elementsEqual(operand.utf8)
        return isSame ? given : Array(operand.utf8)
    }
}

private func bytes(of text: UnsafePointer<CChar>) -> Spawn.Text {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
}

/// The path of this program; nil when the system does not tell.
func programPath() -> String? {
    #if canImport(Darwin)
        var size: UInt32 = 0
        _NSGetExecutablePath(nil, &size)
        var path = [CChar](repeating: 0, count: Int(size) + 1)
        guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
        return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
        // This link works even when the program's file was deleted.
        return access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : nil
    #endif
}

/// The folder of this program's file; nil when the system does not tell.
func programFolder() -> String? {
    guard var path = programPath() else { return nil }
    #if !canImport(Darwin)
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0, length < target.count else { return nil }
        path = String(decoding: target[..<length], as: UTF8.self)
    #endif
    return path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
}

/// Opens `/dev/null` for closed standard streams, so that no other file gets descriptors 0 to 2.
func keepStandardStreams() {
    for number in 0...2 where fcntl(Int32(number), F_GETFD) < 0 {
        // `open` returns the lowest free descriptor, which is the closed one.
        _ = open("/dev/null", O_RDWR)
    }
}
