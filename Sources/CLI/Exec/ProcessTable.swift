#if os(Linux)
    internal import MockPostlyFiles
    internal import MockPostlyPlatform

    /// The processes that Linux lists in `/proc`.
    enum ProcessTable {
        /// The fields of `/proc/<pid>/stat` that are needed here.
        struct Entry: Equatable {
            var parent: pid_t
            var group: pid_t
            /// Whether it has ended and its parent has not waited for it yet (a zombie).
            var hasEnded: Bool

            /// Parses `1 (name) S 0 1 …`; the name may contain any byte, also `)` and spaces.
            init?(_ stat: some BidirectionalCollection<UInt8>) {
                guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
                let words = stat[stat.index(after: end)...].split(separator: UInt8(ascii: " "))
                guard words.count > 2,
                    let parent = pid_t(String(decoding: words[1], as: UTF8.self)),
                    let group = pid_t(String(decoding: words[2], as: UTF8.self))
                else { return nil }
                (self.parent, self.group) = (parent, group)
                hasEnded = words[0].first.map { "ZXx".utf8.contains($0) } ?? false
            }
        }

        static func hasLivingMember(ofGroup group: pid_t) -> Bool {
            processes.contains { pid in
                entry(pid).map { $0.group == group && !$0.hasEnded } ?? false
            }
        }

        /// The living children of this process's main thread, without those of `group`.
        ///
        /// They include adopted orphans: the system gives them to this thread.
        static func children(outside group: pid_t?) -> [pid_t] {
            let own = getpid()
            if let list = try? contents(ofFile: "/proc/self/task/\(own)/children") {
                return list.split(separator: UInt8(ascii: " "))
                    .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
                    .filter { isAlive($0, outside: group) }
            }
            return processes.filter { isAlive($0, outside: group) && entry($0)?.parent == own }
        }

        /// The living processes with `mark` in ``ExecMark/variable``, without those of `group`.
        static func processes(marked mark: String, outside group: pid_t?) -> [pid_t] {
            processes.filter { pid in
                guard let environment = try? contents(ofFile: "/proc/\(pid)/environ"),
                    ExecMark.isIn(environment.split(separator: 0), mark)
                else { return false }
                return isAlive(pid, outside: group)
            }
        }

        /// Whether a signal waits for a process, as it does while that is stopped.
        static func isPending(_ signal: Int32, for pid: pid_t) -> Bool {
            guard let status = try? contents(ofFile: "/proc/\(pid)/status") else { return false }
            let name = Array("ShdPnd:".utf8)
            let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name) }
            // A bit for each signal, from 1 on, in hexadecimal.
            guard let digits = line?.dropFirst(name.count).drop(while: { $0 <= 0x20 }),
                let bits = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return false }
            return bits & 1 << UInt64(signal - 1) != 0
        }

        private static func isAlive(_ pid: pid_t, outside group: pid_t?) -> Bool {
            entry(pid).map { !$0.hasEnded && $0.group != group } ?? false
        }

        private static func entry(_ pid: pid_t) -> Entry? {
            (try? contents(ofFile: "/proc/\(pid)/stat")).flatMap { Entry($0) }
        }

        private static var processes: [pid_t] {
            ((try? FileSystem.names(in: "/proc")) ?? []).compactMap { pid_t($0) }
        }
    }
#endif
