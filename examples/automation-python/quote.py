"""Prints bid, ask and last price of symbols: python quote.py SPY QQQ"""

import os
import sys

from tapedeck import Tapedeck

client = Tapedeck(url=os.environ["TAPEDECK_URL"], key=os.environ["TAPEDECK_KEY"])
answer = client.quotes(sys.argv[1:])
for quote in answer["items"]:
    print(quote["symbol"], quote["bid"], quote["ask"], quote["last"])
for symbol in answer["unknown"]:
    print(symbol, "is unknown", file=sys.stderr)
