internal import CMockPostlyLibevent
internal import MockPostlyEventHTTP
internal import MockPostlyPlatform

/// Is told what changes at a socket.
protocol SocketObserver: AnyObject {
    func socket(_ socket: BufferedSocket, has change: BufferedSocket.Change)
}

/// A connected socket with buffers for both ways: a bufferevent of libevent.
///
/// Released, it closes the socket.
package final class BufferedSocket {
    enum Change {
        /// The connection that was begun is made.
        case connected
        /// There is new input.
        case input
        /// Most of the output was sent.
        case drained
        /// The peer sends nothing more.
        case ended
        /// Nothing has moved for the time that was set.
        case expired
        /// The connection is broken; the code is `errno`.
        case failed(Int32)
    }

    /// The most bytes that are received before they are taken.
    static let mostInput = 64 * 1024
    /// The output below which it is told as drained.
    private static let lowOutput = 32 * 1024

    private let event: OpaquePointer
    weak var observer: (any SocketObserver)?
    /// What a connection fails with while it is begun: told by the result alone.
    private var failureAtOnce: Int32?
    private var isBeginning = false

    /// A buffer for `socket`, which it owns then; nil without memory.
    init?(_ socket: Int32, on loop: EventLoop) {
        let option = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
        guard let event = bufferevent_socket_new(loop.base, socket, option) else { return nil }
        self.event = event
        bufferevent_setcb(
            event,
            { _, context in BufferedSocket.tell(.input, context) },
            { _, context in BufferedSocket.tell(.drained, context) },
            { _, flags, context in BufferedSocket.tell(flags, context) },
            // Unretained: `deinit` frees the event, and with it the callbacks.
            Unmanaged.passUnretained(self).toOpaque()
        )
        bufferevent_setwatermark(event, Int16(EV_READ), 0, Self.mostInput)
        bufferevent_setwatermark(event, Int16(EV_WRITE), Self.lowOutput, 0)
        if socket >= 0 { setOptions() }
    }

    /// A buffer for a connection that ``connect(to:_:)`` begins.
    convenience init?(connectingOn loop: EventLoop) {
        self.init(-1, on: loop)
    }

    deinit {
        bufferevent_free(event)
    }

    private static func tell(_ change: Change, _ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let socket = Unmanaged<BufferedSocket>.fromOpaque(context).takeUnretainedValue()
        guard !socket.isBeginning else {
            if case .failed(let code) = change { socket.failureAtOnce = code }
            return
        }
        socket.observer?.socket(socket, has: change)
    }

    private static func tell(_ flags: Int16, _ context: UnsafeMutableRawPointer?) {
        let code = errno
        let flags = Int32(flags)
        if flags & BEV_EVENT_CONNECTED != 0 {
            tell(.connected, context)
        } else if flags & BEV_EVENT_ERROR != 0 {
            tell(.failed(code), context)
        } else if flags & BEV_EVENT_TIMEOUT != 0 {
            tell(.expired, context)
        } else {
            tell(.ended, context)
        }
    }

    /// Begins to connect; nil when that was possible, else the system's error.
    ///
    /// ``Change/connected`` or ``Change/failed(_:)`` follows only after nil.
    func connect(to address: String, _ port: UInt16) -> Int32? {
        isBeginning = true
        defer { isBeginning = false }
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        let result: Int32
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            result = connect(to: four)
        } else if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            result = connect(to: six)
        } else {
            return EINVAL
        }
        guard result == 0 else { return failureAtOnce ?? EINVAL }
        setOptions()
        return nil
    }

    private func connect<Address>(to address: Address) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            let address = start.assumingMemoryBound(to: sockaddr.self)
            return bufferevent_socket_connect(event, address, Int32(bytes.count))
        }
    }

    /// Small packets are sent at once, and a peer that has vanished is noticed.
    private func setOptions() {
        let socket = bufferevent_getfd(event)
        guard socket >= 0 else { return }
        setOption(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        setOption(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
        #if canImport(Darwin)
            setOption(socket, Int32(IPPROTO_TCP), TCP_KEEPALIVE, 60)
        #else
            setOption(socket, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
        #endif
    }

    // MARK: Bytes

    /// The bytes that were received and not taken.
    var inputCount: Int { evbuffer_get_length(bufferevent_get_input(event)) }

    /// The bytes that wait for the peer.
    var outputCount: Int { evbuffer_get_length(bufferevent_get_output(event)) }

    /// Starts or stops to receive.
    ///
    /// It must be off while a full input is left that nobody takes: libevent would tell of it again
    /// and again.
    func setReading(_ isOn: Bool) {
        let read = Int16(EV_READ)
        guard isOn != (bufferevent_get_enabled(event) & read != 0) else { return }
        _ = isOn ? bufferevent_enable(event, read) : bufferevent_disable(event, read)
    }

    func send(_ bytes: [UInt8]) {
        _ = bufferevent_write(event, bytes, bytes.count)
    }

    /// Sends the first `count` bytes of the input of `other`, or all of it, without copying them.
    func send(_ count: Int = .max, of other: BufferedSocket) {
        _ = evbuffer_remove_buffer(
            bufferevent_get_input(other.event),
            bufferevent_get_output(event),
            count
        )
    }

    /// Throws the input away.
    func dropInput() {
        _ = evbuffer_drain(bufferevent_get_input(event), inputCount)
    }

    /// Calls `body` with the input, in one piece.
    func withInput<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = evbuffer_pullup(bufferevent_get_input(event), -1)
        return body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : inputCount))
    }

    /// Tells the peer that nothing more will be sent.
    func shutDownSending() {
        shutdown(bufferevent_getfd(event), Int32(SHUT_WR))
    }

    /// Has the connection end with a reset when this object is released.
    func resetAtEnd() {
        resetWhenClosed(bufferevent_getfd(event))
    }

    /// The connected socket, which is the caller's from here on; this object is of no use then.
    ///
    /// What was received and not taken is lost.
    package func takeSocket() -> Int32 {
        let socket = bufferevent_getfd(event)
        bufferevent_disable(event, Int16(EV_READ | EV_WRITE))
        // Else the socket would be closed with the event.
        bufferevent_setfd(event, -1)
        return socket
    }

    /// Tells ``Change/expired`` when the peer has sent nothing, or has taken none of its output, for
    /// `seconds`.
    func expectMoves(within seconds: Int) {
        var time = timeval()
        time.tv_sec = .init(seconds)
        bufferevent_set_timeouts(event, &time, &time)
    }
}
