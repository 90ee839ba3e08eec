"""Writes the bars of the last days as CSV: python bars.py SPY 5m 3"""

import csv
import os
import sys
from datetime import datetime, timedelta

from tapedeck import Tapedeck

client = Tapedeck(url=os.environ["TAPEDECK_URL"], key=os.environ["TAPEDECK_KEY"])
symbol, size, days = sys.argv[1:]
# The time of the exchange: a replay and the simulated market have one of their own.
now = datetime.fromisoformat(client.clock()["time"])
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["time", "open", "high", "low", "close", "volume"])
for bar in client.bars(symbol, size, now - timedelta(days=int(days))):
    writer.writerow([bar["time"], bar["open"], bar["high"], bar["low"], bar["close"], bar["volume"]])
