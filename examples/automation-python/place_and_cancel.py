"""Places a limit order at the bid, and cancels it after two seconds: python place_and_cancel.py SPY 10"""

import os
import sys
import time

from tapedeck import Tapedeck, TapedeckError

client = Tapedeck(url=os.environ["TAPEDECK_URL"], key=os.environ["TAPEDECK_KEY"])
symbol, quantity = sys.argv[1], int(sys.argv[2])
account = next(one["account"] for one in client.accounts() if one["isDefault"])
(quote,) = client.quotes([symbol])["items"]
terms = {"account": account, "symbol": symbol, "side": "Buy", "quantity": quantity}
try:
    order = client.order_send(**terms, type="Limit", price=quote["bid"])
except TapedeckError as error:
    sys.exit(f"Refused: {error.message} ({error.order_error_code})")
print(f"Placed {order['orderId']}: buy {quantity} {symbol} at {quote['bid']}")
time.sleep(2)
try:
    client.order_cancel(order["orderId"], account=account)
except TapedeckError as error:
    # It has filled meanwhile.
    if error.code != "cancel_rejected":
        raise
state = client.order(order["orderId"], account=account)
print(f"{state['status']}, {state['filled']} filled")
