"""Asks for an address over https, trusting what OpenSSL trusts, and prints the body."""

import sys
import urllib.error
import urllib.request

try:
    print(urllib.request.urlopen(sys.argv[1]).read().decode(), end="")
except urllib.error.URLError as problem:
    sys.exit(str(problem))
