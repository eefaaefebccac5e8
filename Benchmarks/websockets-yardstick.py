"""Sends every WebSocket message back, on the port given: the yardstick of the echo row.

It is as fast as Python's websockets library is: no compression, no task but the one connection's.
"""

import asyncio
import sys

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed


async def echo(connection):
    try:
        async for message in connection:
            await connection.send(message)
    except ConnectionClosed:
        pass


async def main():
    async with serve(echo, "127.0.0.1", int(sys.argv[1]), compression=None) as server:
        await server.serve_forever()


asyncio.run(main())
