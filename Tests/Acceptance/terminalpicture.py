"""What a terminal shows, as a picture: enough of ECMA-48 for our own output."""

from __future__ import annotations

import re

from PIL import Image, ImageDraw

CELL = (8, 16)
"""The size of a character in pixels."""
THEMES = {
    "dark": ((204, 204, 204), (30, 30, 30)),
    "light": ((40, 40, 40), (250, 250, 250)),
    "solarized": ((131, 148, 150), (0, 43, 54)),
}
"""Text and background, before a colour is asked for."""
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
FIXED = {16: (0, 0, 0), 231: (255, 255, 255)}
"""Those of the 256 colours that are the same everywhere and used by us."""


def cells(line: str, theme: str):
    """The characters of a line with their two colours."""
    usual = THEMES[theme]
    ink, paper = usual
    place = 0
    while place < len(line):
        style = STYLE.match(line, place)
        if not style:
            yield line[place], ink, paper
            place += 1
            continue
        place = style.end()
        codes = [int(code or 0) for code in style[1].split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                ink, paper = usual
            elif code in (38, 48):
                assert codes.pop(0) == 5
                color = FIXED[codes.pop(0)]
                if code == 38:
                    ink = color
                else:
                    paper = color


def picture(text: str, theme: str = "dark") -> Image.Image:
    """The screen after `text` was written to it."""
    lines = text.replace("\r\n", "\n").split("\n")
    columns = max(len(STYLE.sub("", line)) for line in lines) + 2
    image = Image.new("RGB", (columns * CELL[0], len(lines) * CELL[1]), THEMES[theme][1])
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        for column, (character, ink, paper) in enumerate(cells(line, theme)):
            left, top = column * CELL[0], row * CELL[1]
            right, bottom = left + CELL[0] - 1, top + CELL[1] - 1
            middle = top + CELL[1] // 2
            draw.rectangle((left, top, right, bottom), fill=paper)
            if character == "█":
                draw.rectangle((left, top, right, bottom), fill=ink)
            elif character == "▀":
                draw.rectangle((left, top, right, middle - 1), fill=ink)
            elif character == "▄":
                draw.rectangle((left, middle, right, bottom), fill=ink)
            elif character != " ":
                draw.text((left, top), character, fill=ink)
    return image
