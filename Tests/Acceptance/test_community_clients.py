"""The feed with clients that people use: `realtime`, `phxsocket` and `websockets`."""

from __future__ import annotations

import ast
import asyncio
import json
import logging
import queue
import threading

import phxsocket
import pytest
from phxsocket.channel import ChannelConnectError
from realtime import AsyncRealtimeChannel, AsyncRealtimeClient, RealtimeSubscribeStates
from websockets.asyncio.client import connect as open_websocket
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus

import apart
from community import SOCKET, TOPIC, Person, Relay
from mockserver import quiet_port

NAMES = [
    "new_post",
    "post_updated",
    "post_likes_updated",
    "post_comments_updated",
    "post_deleted",
]


@pytest.fixture(scope="module")
def ada(shared_server):
    return Person(shared_server, "Ada")


@pytest.fixture(scope="module")
def bob(shared_server):
    return Person(shared_server, "Bob")


def write_all_kinds(writer: Person, liker: Person) -> list[tuple[str, object]]:
    """One write of each kind; gives the events that are due."""
    post = writer.post("Hello")
    edited = writer.edit(post, content="Edited")
    likes = liker.like(post)
    del likes["liked"]
    liker.comment(post)
    writer.delete(post)
    payloads = [
        post,
        edited,
        likes,
        {"id": post["id"], "comments_count": 1},
        {"id": post["id"]},
    ]
    return list(zip(NAMES, payloads))


# MARK: phxsocket


class PhxSocket:
    """A client of `phxsocket` that has connected; its events are in a queue."""

    def __init__(self, server, token: str):
        url = f"ws://127.0.0.1:{server.port}{SOCKET}"
        self.client = phxsocket.Client(url, {"token": token})
        self.events: queue.Queue = queue.Queue()
        self.closed = threading.Event()
        self.ended = threading.Event()
        self.client.on_close = lambda client: self.ended.set()
        assert self.client.connect()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.ended.is_set():
            self.client.close()

    def channel(self, topic: str = TOPIC):
        channel = self.client.channel(topic, {"some": "params"})
        for name in NAMES:
            channel.on(name, lambda payload, name=name: self.events.put((name, payload)))
        channel.on_close = self.closed.set
        return channel

    def next(self):
        return self.events.get(timeout=60)


def test_phxsocket_hears_the_five_events(shared_server, ada, bob):
    with (
        PhxSocket(shared_server, ada.token) as author,
        PhxSocket(shared_server, bob.token) as other,
    ):
        for socket in (author, other):
            assert socket.channel().join() == {}
        due = write_all_kinds(ada, bob)
        for socket in (author, other):
            assert [socket.next() for _ in due] == due
            assert socket.events.empty()


def test_phxsocket_waits_for_replies(shared_server, ada):
    with PhxSocket(shared_server, ada.token) as socket:
        channel = socket.channel()
        channel.join()
        sent = channel.push("shout", {"a": 1}, reply=True)
        assert sent.wait_for_response() == {
            "status": "error",
            "response": {"reason": "unhandled event"},
        }
        beat = socket.client.push("phoenix", "heartbeat", {}, reply=True)
        assert beat.wait_for_response() == {"status": "ok", "response": {}}


def test_phxsocket_leaves(shared_server, ada):
    with PhxSocket(shared_server, ada.token) as socket:
        channel = socket.channel()
        channel.join()
        # What it makes of the reply is its own bug; the close it does notice.
        channel.leave()
        assert socket.closed.wait(60)
        ada.post()
        assert socket.client.push("phoenix", "heartbeat", {}, reply=True).wait_for_response()
        assert socket.events.empty()
        assert channel.join() == {}
        post = ada.post()
        assert socket.next() == ("new_post", post)


def test_phxsocket_is_told_why_a_join_is_refused(shared_server, ada):
    stranger = Person(shared_server, "Stranger", joins=False)
    with PhxSocket(shared_server, stranger.token) as socket:
        for topic, reason in ((TOPIC, "unauthorized"), ("community:other", "unmatched topic")):
            with pytest.raises(ChannelConnectError) as refusal:
                socket.channel(topic).join()
            assert refusal.value.args == ({"reason": reason},)
        stranger.join()
        assert socket.channel().join() == {}
        stranger.leave()
        assert socket.closed.wait(60)


def test_phxsocket_with_a_bad_token(shared_server):
    with pytest.raises(InvalidStatus) as refusal:
        PhxSocket(shared_server, "a" * 43)
    assert refusal.value.response.status_code == 403


def test_phxsocket_does_not_come_back_after_a_drop(shared_server, ada):
    with Relay(shared_server) as relay:
        socket = PhxSocket(relay, ada.token)
        socket.channel().join()
        assert relay.cut() == 1
        assert socket.ended.wait(60)


# MARK: realtime


class Log(logging.Handler):
    """What the client says it has received: it dispatches Supabase's events only."""

    def __init__(self, **options):
        super().__init__(logging.DEBUG)
        self.logger = logging.getLogger("realtime._async.client")
        self.messages: list[dict] = []
        self.arrived = asyncio.Event()

    def __enter__(self):
        self.level_before = self.logger.level
        self.logger.addHandler(self)
        self.logger.setLevel(logging.DEBUG)
        return self

    def __exit__(self, *_):
        self.logger.removeHandler(self)
        self.logger.setLevel(self.level_before)

    def emit(self, record):
        text = record.getMessage()
        if text.startswith("receive: "):
            self.messages.append(json.loads(ast.literal_eval(text.removeprefix("receive: "))))
            self.arrived.set()

    @property
    def events(self) -> list[tuple[str, object]]:
        return [
            (message["event"], message["payload"])
            for message in self.messages
            if message["event"] in NAMES
        ]

    async def has(self, count: int, within: float = 60):
        """Waits for so many events of the feed."""
        async with asyncio.timeout(within):
            while len(self.events) < count:
                self.arrived.clear()
                await self.arrived.wait()


def feed_of(client: AsyncRealtimeClient) -> AsyncRealtimeChannel:
    """A channel without the `realtime:` that the client puts before every topic."""
    channel = AsyncRealtimeChannel(client, TOPIC)
    client.channels[TOPIC] = channel
    return channel


class States:
    """The states that a channel reports."""

    def __init__(self):
        self.all: list[RealtimeSubscribeStates] = []
        self.changed = asyncio.Event()

    def __call__(self, state, error):
        self.all.append(state)
        self.changed.set()

    async def reach(self, expected: list, within: float = 60):
        async with asyncio.timeout(within):
            while self.all != expected:
                self.changed.clear()
                await self.changed.wait()


def realtime_client(server, token: str, **options) -> AsyncRealtimeClient:
    url = f"ws://127.0.0.1:{server.port}/community"
    return AsyncRealtimeClient(url, params={"token": token}, **options)


SUBSCRIBED = RealtimeSubscribeStates.SUBSCRIBED
ERROR = RealtimeSubscribeStates.CHANNEL_ERROR
CLOSED = RealtimeSubscribeStates.CLOSED


def test_realtime_hears_the_five_events_and_leaves(shared_server, ada, bob):
    async def run():
        client = realtime_client(shared_server, bob.token)
        states = States()
        with Log() as log:
            feed = await feed_of(client).subscribe(states)
            assert states.all == [SUBSCRIBED]
            due = await asyncio.to_thread(write_all_kinds, ada, bob)
            await log.has(5)
            assert log.events == due
            # Its heartbeat has no ref, and comes at once.
            beats = [message for message in log.messages if message["topic"] == "phoenix"]
            assert beats == [
                {
                    "topic": "phoenix",
                    "event": "phx_reply",
                    "payload": {"status": "ok", "response": {}},
                    "ref": None,
                }
            ]
            await feed.unsubscribe()
            await states.reach([SUBSCRIBED, CLOSED])
            await asyncio.to_thread(ada.post)
            assert len(log.events) == 5
            await client.close()

    apart.run(run())


def test_realtime_topics_of_its_own_are_not_served(shared_server, ada):
    async def run():
        client = realtime_client(shared_server, ada.token)
        states = States()
        await client.channel(TOPIC).subscribe(states)
        assert states.all == [ERROR]
        await client.close()

    apart.run(run())


def test_realtime_comes_back_after_a_drop(shared_server, ada, bob):
    async def run():
        with Relay(shared_server) as relay, Log() as log:
            client = realtime_client(relay, bob.token)
            states = States()
            await feed_of(client).subscribe(states)
            for number in range(3):
                before = await asyncio.to_thread(ada.post, f"Before {number}")
                await log.has(1)
                assert log.events == [("new_post", before)]
                assert relay.cut() == 1
                await states.reach([SUBSCRIBED, ERROR, SUBSCRIBED])
                log.messages.clear()
                post = await asyncio.to_thread(ada.post, f"After {number}")
                await log.has(1)
                assert log.events == [("new_post", post)]
                log.messages.clear()
                del states.all[:2]
            await client.close()

    apart.run(run())


def test_realtime_is_let_in_as_soon_as_its_user_has_joined(shared_server, ada):
    stranger = Person(shared_server, "Stranger", joins=False)

    async def run():
        with Log() as log:
            client = realtime_client(shared_server, stranger.token)
            states = States()
            await feed_of(client).subscribe(states)
            assert states.all == [ERROR]
            await asyncio.to_thread(stranger.join)
            # It tries again by itself.
            await states.reach([ERROR, SUBSCRIBED])
            post = await asyncio.to_thread(ada.post)
            await log.has(1)
            assert log.events == [("new_post", post)]
            await client.close()

    apart.run(run())


def test_realtime_comes_back_after_a_stop_of_the_server(start, tmp_path):
    data = tmp_path / "feed.db"
    server = start("--data", data, "--seed", "empty", port=quiet_port())
    ada = Person(server)

    async def run():
        with Log() as log:
            client = realtime_client(server, ada.token, initial_backoff=0.2, max_retries=8)
            states = States()
            await feed_of(client).subscribe(states)
            await asyncio.to_thread(server.stop)
            await states.reach([SUBSCRIBED, ERROR])
            again = await asyncio.to_thread(
                lambda: start("--data", data, "--seed", "empty", port=server.port)
            )
            await states.reach([SUBSCRIBED, ERROR, SUBSCRIBED], within=60)
            post = await asyncio.to_thread(ada.post)
            await log.has(1)
            assert log.events == [("new_post", post)]
            await client.close()
            assert again.process.poll() is None

    apart.run(run())


# MARK: websockets


def address(server, token: str) -> str:
    return f"ws://127.0.0.1:{server.port}{SOCKET}?vsn=2.0.0&token={token}"


@pytest.mark.parametrize("compression", ["deflate", None])
def test_websockets_hears_the_five_events(shared_server, ada, bob, compression):
    async def run():
        url = address(shared_server, bob.token)
        async with open_websocket(url, compression=compression) as websocket:
            await websocket.send('["6","6","community:feed","phx_join",{}]')
            assert json.loads(await websocket.recv())[3:] == [
                "phx_reply",
                {"status": "ok", "response": {}},
            ]
            due = await asyncio.to_thread(write_all_kinds, ada, bob)
            heard = [json.loads(await websocket.recv()) for _ in due]
            assert [tuple(message[3:]) for message in heard] == due
            assert all(message[:3] == ["6", None, TOPIC] for message in heard)
            assert await asyncio.wait_for(await websocket.ping(), 10) >= 0
        assert websocket.close_code == 1000

    apart.run(run())


def test_websockets_with_many_large_messages_both_ways(shared_server, ada):
    async def run():
        async with open_websocket(address(shared_server, ada.token), max_size=None) as websocket:
            await websocket.send('["1","1","community:feed","phx_join",{}]')
            await websocket.recv()
            for size in (0, 1, 125, 126, 65535, 65536, 1 << 20):
                ref = "é" * size
                await websocket.send(json.dumps([None, ref, "phoenix", "heartbeat", {}]))
                assert json.loads(await websocket.recv())[1] == ref
                # In fragments as well.
                await websocket.send(['[null,"', ref, '","phoenix",', '"heartbeat",{}]'])
                assert json.loads(await websocket.recv())[1] == ref

    apart.run(run())


def test_websockets_sees_the_close_codes(shared_server, ada):
    async def run():
        async with open_websocket(address(shared_server, ada.token)) as websocket:
            await websocket.send("nonsense")
            with pytest.raises(ConnectionClosedError) as end:
                await websocket.recv()
            assert end.value.rcvd.code == 1011
        token = await asyncio.to_thread(ada.new_token)
        async with open_websocket(address(shared_server, token)) as websocket:
            headers = {"Authorization": f"Bearer {token}"}
            await asyncio.to_thread(
                lambda: ada.send("DELETE", "/tokens/current", status=204, headers=headers)
            )
            with pytest.raises(ConnectionClosed) as end:
                await websocket.recv()
            assert end.value.rcvd.code == 1001
        with pytest.raises(InvalidStatus) as refusal:
            await open_websocket(address(shared_server, token))
        assert refusal.value.response.status_code == 403

    apart.run(run())
