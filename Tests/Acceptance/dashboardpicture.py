"""Draws the dashboard as SVG: boxes and texts where a browser has put them.

usage: dashboardpicture.py PROGRAM FILE

`make picture` draws docs/dashboard.svg with it.
"""

import pathlib
import sys
import tempfile
from html import escape

import requests
from playwright.sync_api import sync_playwright

from browser import launched
from mockserver import MockServer

SIZE = {"width": 1320, "height": 680}

# The boxes that have a colour or a border, then the lines of text, in the order of painting.
COLLECT = """() => {
    const boxes = [];
    const texts = [];
    const clear = "rgba(0, 0, 0, 0)";
    const clip = (element) => {
        let area = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
        for (let one = element; one; one = one.parentElement) {
            if (getComputedStyle(one).overflow === "visible") continue;
            const box = one.getBoundingClientRect();
            area = {
                left: Math.max(area.left, box.left), top: Math.max(area.top, box.top),
                right: Math.min(area.right, box.right), bottom: Math.min(area.bottom, box.bottom),
            };
        }
        return area;
    };
    const inside = (box, area) => box.width > 0 && box.height > 0 && box.left < area.right
        && box.top < area.bottom && box.right > area.left && box.bottom > area.top;
    const walk = (element) => {
        const style = getComputedStyle(element);
        if (!element.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})) return;
        const area = clip(element);
        const box = element.getBoundingClientRect();
        const line = parseFloat(style.borderBottomWidth);
        const isShape = element.namespaceURI.endsWith("svg") && element.localName !== "svg";
        const fill = isShape ? style.fill : style.backgroundColor;
        if (inside(box, area) && element.localName !== "option"
            && (fill !== clear && fill !== "none" || line > 0)) {
            const around = ["Top", "Left", "Right"].every((side) =>
                parseFloat(style[`border${side}Width`]) > 0);
            boxes.push({
                x: Math.max(box.left, area.left), y: Math.max(box.top, area.top),
                width: Math.min(box.right, area.right) - Math.max(box.left, area.left),
                height: Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top),
                fill: fill === clear ? "none" : fill, radius: parseFloat(style.borderRadius) || 0,
                line: line > 0 ? style.borderBottomColor : null, around,
            });
        }
        for (const child of element.childNodes) {
            if (child.nodeType === Node.ELEMENT_NODE) walk(child);
            if (child.nodeType === Node.TEXT_NODE) addText(child, style, area);
        }
        const typed = element.matches("input:not([type=checkbox])")
            ? element.value || element.placeholder
            : element.matches("select") ? element.selectedOptions[0]?.text : "";
        if (typed && inside(box, area)) {
            texts.push({
                x: box.left + parseFloat(style.paddingLeft) + 1,
                y: box.top + box.height / 2 + parseFloat(style.fontSize) * 0.36, text: typed,
                size: parseFloat(style.fontSize), weight: style.fontWeight, fill: style.color,
                isMono: /mono/i.test(style.fontFamily),
            });
        }
    };
    const addText = (node, style, area) => {
        if (!node.data.trim()) return;
        const range = document.createRange();
        let start = 0;
        let last = null;
        const end = (to) => {
            const text = node.data.slice(start, to).replace(/\\s+/g, " ");
            if (text.trim() && inside(last, area)) {
                const size = parseFloat(style.fontSize);
                texts.push({
                    x: last.left, y: last.bottom - (last.height - size) / 2 - size * 0.16, text,
                    size, weight: style.fontWeight, fill: style.color, width: last.right - last.left,
                    isMono: /mono/i.test(style.fontFamily), right: area.right,
                });
            }
            start = to;
        };
        for (let place = 0; place < node.data.length; place += 1) {
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            const box = range.getBoundingClientRect();
            if (!box.width) continue;
            if (last && Math.abs(box.top - last.top) > 2) {
                end(place);
                last = null;
            }
            last = last
                ? {left: last.left, top: last.top, right: box.right, bottom: last.bottom,
                    width: box.right - last.left, height: last.height}
                : {left: box.left, top: box.top, right: box.right, bottom: box.bottom,
                    width: box.width, height: box.height};
        }
        if (last) end(node.data.length);
    };
    walk(document.body);
    return {boxes, texts};
}"""


def drawing(page) -> str:
    """The page as it is now, as an SVG document."""
    found = page.evaluate(COLLECT)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE["width"]} {SIZE["height"]}"'
        ' font-family="system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif">',
        "<title>The dashboard of mockpostly</title>",
        f'<rect width="{SIZE["width"]}" height="{SIZE["height"]}" fill="#fff"/>',
    ]
    for box in found["boxes"]:
        x, y, width, height = (round(box[name], 1) for name in ("x", "y", "width", "height"))
        stroke = f' stroke="{box["line"]}"' if box["line"] and box["around"] else ""
        radius = f' rx="{min(box["radius"], 12):g}"' if box["radius"] else ""
        if box["fill"] != "none" or stroke:
            lines.append(
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{radius}'
                f' fill="{box["fill"]}"{stroke}/>'
            )
        if box["line"] and not box["around"]:
            bottom = round(box["y"] + box["height"] - 0.5, 1)
            lines.append(f'<path d="M{x:g} {bottom:g}h{width:g}" stroke="{box["line"]}"/>')
    for text in found["texts"]:
        shown = text["text"].strip()
        width = text.get("width")
        if width and text["x"] + width > text["right"] + 1:
            # As the browser cuts it off.
            fitting = int(len(shown) * (text["right"] - text["x"]) / width) - 1
            shown, width = shown[: max(fitting, 0)] + "…", None
        mono = ' font-family="ui-monospace, Menlo, Consolas, monospace"' if text["isMono"] else ""
        weight = f' font-weight="{text["weight"]}"' if int(text["weight"]) > 400 else ""
        # Other fonts are wider or narrower: what stands in a line keeps its length.
        length = f' textLength="{width:.1f}"' if width and len(shown) > 2 else ""
        lines.append(
            f'<text x="{text["x"]:.1f}" y="{text["y"]:.1f}" font-size="{text["size"]:.1f}"'
            f'{mono}{weight}{length} lengthAdjust="spacingAndGlyphs" fill="{text["fill"]}">'
            f"{escape(shown)}</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


def use(url: str):
    """What an app might do in its first minute."""

    def send(path: str, body=None, **headers: str):
        method = "GET" if body is None else "POST"
        answer = requests.request(method, url + path, json=body, headers=headers, timeout=60)
        return answer.json() if answer.ok else None

    person = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}
    token = f"Bearer {send('/api/auth/login/email', person)['accessToken']}"
    posts = send("/api/posts?limit=10")["posts"]
    send(f"/api/posts/{posts[1]['_id']}")
    send(f"/api/posts/{posts[1]['_id']}/like", {}, Authorization=token)
    fault = {"name": "search-is-down", "fault": {"status": 503}, "match": {"path": "/api/posts/search"}}
    send("/__mockpostly/v1/faults", fault)
    send("/api/posts/search?q=tide")
    send("/products/search?q=lamp&limit=5")
    send("/api/posts", {"title": "", "content": ""}, Authorization=token)
    for path in ("/api/users/nobody", "/v1/search?query=sea&per_page=4", "/posts/1", "/carts/2"):
        send(path)
    send("/api/posts", {"title": "Low tide", "content": "Salt and early light."}, Authorization=token)


def main():
    program, target = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    options = "--port 0 --random-seed 1 --clock 2026-11-23T09:30:00Z --quiet".split()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = MockServer(str(program), options, pathlib.Path(folder))
        with launched(playwright) as browser:
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.goto(f"{server.url}/__mockpostly/#live")
            page.get_by_text("Connected", exact=True).wait_for()
            use(server.url)
            # The last request of all: when it is there, all are.
            page.locator("#rows .row").nth(1).filter(has_text="201").click()
            page.get_by_text("Low tide").first.wait_for()
            page.mouse.move(0, 0)
            picture = drawing(page).replace(server.url.split("//")[1], "localhost:8080")
        server.stop()
    target.write_text(picture, encoding="utf-8")
    print(f"picture: {target}, {len(picture.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
