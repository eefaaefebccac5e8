"""Pages of a browser in worlds that a cookie chooses: nothing in their addresses names a world."""

from __future__ import annotations

import pytest

from worlds import Control, titles

CONTEXTS = 8

# What a page of an app does: sign in, write, read, listen. Nothing of it names a world.
APP = """async title => {
    const ask = async (path, options) => (await fetch(path, options)).json();
    const json = (body, token) => ({
        method: "POST",
        body: JSON.stringify(body),
        headers: {"Content-Type": "application/json", ...(token && {Authorization: `Bearer ${token}`})},
    });
    const mira = json({email: "mira.sol@example.com", password: "mira.sol-postly"});
    const {accessToken} = await ask("/api/auth/login/email", mira);
    await ask("/api/posts", json({title, content: "Salt and sand."}, accessToken));
    const {posts} = await ask("/api/posts?limit=50");
    const {data: {token}} = await ask("/api/community/tokens", mira);
    const place = `ws://${location.host}/community/websocket?vsn=2.0.0&token=${token}`;
    window.socket = new WebSocket(place);
    await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });
    return posts.map(post => post.title);
}"""


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


def test_contexts_side_by_side_stay_in_their_worlds(make_context, server, control):
    """All pages work at the same time, through one address."""
    pages = {}
    for number in range(CONTEXTS):
        world = control.make(id=f"tab-{number}").id
        pages[world] = page = make_context().new_page()
        page.goto(f"{server.url}/w/{world}/__enter?to=/posts/1")
        assert page.url == f"{server.url}/posts/1"
    for world, page in pages.items():
        page.evaluate(f"title => {{ window.done = ({APP})(title) }}", f"Written in {world}")
    for world, page in pages.items():
        seen = page.evaluate("() => window.done")
        assert [title for title in seen if title.startswith("Written in tab")] == [f"Written in {world}"]
        [socket] = control.get(f"/sockets?world={world}")["sockets"]
        assert socket["user"]
    assert not [title for title in titles(server) if title.startswith("Written in tab")]
