"""Buys at the market with a target and a stop, so many per cent away: python bracket.py SPY 10 2 1"""

import os
import sys

from tapedeck import Tapedeck

client = Tapedeck(url=os.environ["TAPEDECK_URL"], key=os.environ["TAPEDECK_KEY"])
symbol, quantity, target, stop = sys.argv[1:]
account = next(one["account"] for one in client.accounts() if one["isDefault"])
group = client.group_send(
    account=account,
    kind="Bracket",
    orders=[{"symbol": symbol, "side": "Buy", "quantity": int(quantity), "type": "Market"}],
    target={"basis": "Percent", "amount": target},
    stop={"basis": "Percent", "amount": stop},
)
print(f"Sent as {group['groupId']}")
