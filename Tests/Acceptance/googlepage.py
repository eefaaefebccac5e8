"""A small web app that signs people in with Google, served to a real browser."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# All of it runs in the browser, as in an app without a server of its own.
PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>App</title>
<h1>App</h1>
<button id="code">Sign in</button>
<button id="implicit">Sign in without a code</button>
<button id="popup">Sign in by popup</button>
<output id="outcome"></output>
<pre id="person"></pre>
<pre id="postly"></pre>
<script type="module">
const mock = MOCK;
const client = "page.apps.googleusercontent.com";
const redirect = location.origin + "/callback";
const show = (id, text) => { document.getElementById(id).textContent = text; };
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const known = await (await fetch(mock + "/.well-known/openid-configuration")).json();

async function address(type) {
  const verifier = random(), state = random(), nonce = random();
  localStorage.setItem("order", JSON.stringify({ verifier, state, nonce }));
  const order = { client_id: client, redirect_uri: redirect, response_type: type,
    scope: "openid email profile", state, nonce };
  if (type === "code") {
    order.code_challenge_method = "S256";
    order.code_challenge = base64url(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  }
  return known.authorization_endpoint + "?" + new URLSearchParams(order);
}

async function finish(given) {
  const order = JSON.parse(localStorage.getItem("order"));
  if (given.get("state") !== order.state) return show("outcome", "another state");
  if (given.get("error")) return show("outcome", given.get("error"));
  let [access, id] = [given.get("access_token"), given.get("id_token")];
  if (given.get("code")) {
    const answer = await fetch(known.token_endpoint, { method: "POST", body: new URLSearchParams({
      grant_type: "authorization_code", code: given.get("code"), client_id: client,
      redirect_uri: redirect, code_verifier: order.verifier }) });
    ({ access_token: access, id_token: id } = await answer.json());
  }
  const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(
    atob(id.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0))));
  if (claims.nonce !== order.nonce) return show("outcome", "another nonce");
  const headers = { Authorization: "Bearer " + access };
  const person = await (await fetch(known.userinfo_endpoint, { headers })).json();
  show("person", JSON.stringify(person));
  const login = await fetch(mock + "/api/auth/login", { method: "POST",
    headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token: id }) });
  show("postly", JSON.stringify(await login.json()));
  show("outcome", "signed in");
}

document.getElementById("code").onclick = async () => { location = await address("code"); };
document.getElementById("implicit").onclick = async () => {
  location = await address("id_token token");
};
document.getElementById("popup").onclick = async () => {
  const popup = open("about:blank", "google", "width=480,height=640");
  popup.location = await address("code");
  let isDone = false;
  addEventListener("message", (event) => {
    if (event.origin !== location.origin) return;
    isDone = true;
    finish(new URLSearchParams(event.data));
  });
  const look = () => {
    if (isDone) return;
    if (popup.closed) show("outcome", "the window was closed");
    else requestAnimationFrame(look);
  };
  look();
};

const answer = new URLSearchParams(location.search + location.hash.replace("#", "&"));
if (location.pathname === "/callback") {
  if (opener) {
    opener.postMessage(answer.toString(), location.origin);
    close();
  } else await finish(answer);
}
show("outcome", document.getElementById("outcome").textContent || "ready");
</script>
</html>
"""


class AppServer:
    """Serves the app, for the mock at `mock`, until it is stopped."""

    def __init__(self, mock: str):
        page = PAGE.replace("MOCK", f'"{mock}"', 1).encode()
        self.posted: list[tuple[str, str]] = []
        """The origin and the body of each form that was sent to the app."""
        posted = self.posted

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            def do_POST(self):
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length).decode()
                posted.append((self.headers.get("Origin", ""), body))
                self.do_GET()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
