"""Prints trades and order reports as they come, until the server ends the stream: python watch.py SPY QQQ"""

import os
import sys

from tapedeck import Tapedeck

client = Tapedeck(url=os.environ["TAPEDECK_URL"], key=os.environ["TAPEDECK_KEY"])
for name, data in client.stream(trades=sys.argv[1:], orders=True):
    if name == "ready":
        print("Watching", *sys.argv[1:], flush=True)
    elif name == "trade":
        print(data["time"], data["symbol"], data["size"], data["price"], flush=True)
    elif name == "order":
        print(data["time"], data["report"], data["symbol"], data["message"], flush=True)
    elif name == "end":
        sys.exit(f"The server ends the stream: {data['message']}")
