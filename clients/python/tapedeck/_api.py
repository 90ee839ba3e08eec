"""The calls of the API for programs and their types, generated from docs/automation/openapi.json and asyncapi.json by `npm run docs`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, Literal, NotRequired, TypedDict, Unpack

from ._transport import Event, Transport, filled_path

__all__ = [
    "AcceptedGroup",
    "AcceptedOrder",
    "Account",
    "Alert",
    "AlertChangeBody",
    "AlertCreateBody",
    "AlertFiring",
    "Backtest",
    "BacktestEquity",
    "BacktestEquityAnswer",
    "BacktestImport",
    "BacktestReturns",
    "BacktestStartBody",
    "BacktestStartBodyCosts",
    "BacktestStartBodyTradingTime",
    "Balance",
    "Bar",
    "Clock",
    "EndEvent",
    "Group",
    "GroupCancel",
    "GroupOrder",
    "GroupSendBody",
    "GroupSendBodyAtr",
    "GroupSendBodyCondition",
    "GroupSendBodyCondition2",
    "GroupSendBodyOrder",
    "GroupSendBodyTarget",
    "GroupSendBodyTarget2",
    "GroupSendBodyTimeExit",
    "GroupSendBodyTrail",
    "GroupSendBodyTrailDistance",
    "GroupSendBodyTrailStart",
    "GroupTarget",
    "GroupTarget2",
    "GroupWaiting",
    "HeartbeatEvent",
    "Key",
    "OptionExpiration",
    "OptionExpirationsAnswer",
    "OptionQuote",
    "OptionQuoteGreeks",
    "Order",
    "OrderEvent",
    "OrderTerms",
    "Position",
    "Proposal",
    "ProposalCheck",
    "ProposalCreateBody",
    "ProposalCreateBodyCancel",
    "ProposalPreview",
    "Quote",
    "QuoteEvent",
    "QuotesAnswer",
    "ReadyEvent",
    "Reference",
    "RequestedCancel",
    "Run",
    "RunGuards",
    "RunSchedule",
    "RunScheduleNext",
    "RunScheduleSetBody",
    "RunStartBody",
    "RunStartBodyGuards",
    "ScheduleOfRun",
    "StatusEvent",
    "Strategy",
    "StrategyOrder",
    "StrategyVersion",
    "Symbol",
    "Tapedeck",
    "TradeEvent",
]


class Key(TypedDict):
    id: str
    name: str
    scopes: list[Literal["read", "propose", "paper", "live", "manage", "run"]]
    expires: str | None


class Clock(TypedDict):
    time: str
    phase: Literal["closed", "pre", "open", "post"]
    isOpen: bool
    sessionDate: str
    sessionOpen: str
    sessionClose: str


class Account(TypedDict):
    account: str
    kind: Literal["paper", "live"]
    isDefault: bool


class Symbol(TypedDict):
    symbol: str
    name: str
    exchange: str
    isEtf: bool
    isShortable: bool


class Quote(TypedDict):
    symbol: str
    last: str | None
    lastSize: int
    bid: str | None
    bidSize: int
    ask: str | None
    askSize: int
    open: str | None
    high: str | None
    low: str | None
    previousClose: str | None
    volume: int
    time: str


class QuotesAnswer(TypedDict):
    items: list[Quote]
    unknown: list[str]


class Bar(TypedDict):
    time: str
    open: str
    high: str
    low: str
    close: str
    volume: int


class Balance(TypedDict):
    account: str
    cash: str
    buyingPower: str


class Position(TypedDict):
    symbol: str
    quantity: int
    cost: str
    closedProfit: str
    todayProfit: str


class Order(TypedDict):
    orderId: str
    clientId: str
    account: str
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    source: Literal["Open", "Close", "Cover"]
    type: Literal["Market", "Limit", "Stop", "StopLimit", "MarketOnClose", "LimitOnClose", "Pegged"]
    timeInForce: Literal["Day", "GoodTillCancel", "AtOpening", "ImmediateOrCancel", "FillOrKill", "GoodTillCrossing", "GoodTillDate"]
    quantity: int
    filled: int
    open: int
    price: str | None
    stopPrice: str | None
    averagePrice: str | None
    status: Literal["Pending", "Review", "Sent", "Confirmed", "PartiallyExecuted", "Executed", "ExecutedMultileg", "Cancelled", "CancelledByMarket", "CancelSent", "PendingCancel", "CancelConfirmed", "CancelRejected", "CancelExpired", "ReplaceSent", "CancelReplaceSent", "ReplacePending", "ReplaceConfirmed", "ReplaceDone", "ReplaceRejected", "Rejected", "Busted", "CorrectPrice", "Stopped", "TradeClose", "Expired", "Restatement", "Undefined"]
    message: str
    created: str
    completed: str | None


class OrderTerms(TypedDict):
    account: str
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    quantity: int
    type: Literal["Market", "Limit", "Stop", "StopLimit", "MarketOnClose", "LimitOnClose", "Pegged"]
    source: NotRequired[Literal["Open", "Close", "Cover"]]
    timeInForce: NotRequired[Literal["Day", "GoodTillCancel", "AtOpening", "ImmediateOrCancel", "FillOrKill", "GoodTillCrossing", "GoodTillDate"]]
    price: NotRequired[str]
    stopPrice: NotRequired[str]
    stopType: NotRequired[Literal["Static", "Trailing"]]
    offsetType: NotRequired[Literal["Value", "Percent"]]
    offset: NotRequired[str]
    pegType: NotRequired[Literal["Primary", "Midpoint"]]
    goodTill: NotRequired[str]
    minQuantity: NotRequired[int]
    displayQuantity: NotRequired[int]
    destination: NotRequired[str]
    route: NotRequired[str]


class AcceptedOrder(TypedDict):
    orderId: str
    clientId: str
    account: str
    symbol: str
    quantity: int
    created: str


class OptionExpiration(TypedDict):
    expiration: str
    isWeekly: bool


class OptionExpirationsAnswer(TypedDict):
    symbol: str
    items: list[OptionExpiration]


class OptionQuoteGreeks(TypedDict):
    delta: float
    gamma: float
    theta: float
    vega: float
    rho: float


class OptionQuote(TypedDict):
    symbol: str
    name: str
    right: Literal["Call", "Put"]
    strike: str
    bid: str | None
    bidSize: int
    ask: str | None
    askSize: int
    last: str | None
    previousClose: str | None
    volume: int
    openInterest: int
    impliedVolatility: float | None
    greeks: OptionQuoteGreeks | None
    time: str


class Alert(TypedDict):
    id: str
    revision: int
    symbol: str
    column: str
    above: str | None
    aboveFired: str | None
    below: str | None
    belowFired: str | None
    isPaused: bool


class AlertCreateBody(TypedDict):
    symbol: str
    column: NotRequired[str]
    above: NotRequired[str | None]
    below: NotRequired[str | None]
    isPaused: NotRequired[bool]


class AlertFiring(TypedDict):
    serial: int
    alertId: str
    symbol: str
    column: str
    side: Literal["above", "below"]
    level: str
    value: str
    time: str


class AlertChangeBody(TypedDict):
    above: NotRequired[str | None]
    below: NotRequired[str | None]
    isPaused: NotRequired[bool]
    isRearmed: NotRequired[bool]


class Reference(TypedDict):
    id: str


class Strategy(TypedDict):
    name: str
    description: str
    parameters: str


class StrategyVersion(TypedDict):
    version: int
    saved: str
    characters: int
    linesAdded: int | None
    linesRemoved: int | None
    sameAs: int | None
    runCount: int


class BacktestImport(TypedDict):
    strategy: str
    version: int | None


class BacktestReturns(TypedDict):
    grossProfit: str
    netProfit: str
    fees: str | None
    slippage: str | None
    borrow: str | None
    maxDrawdown: str | None
    capital: str
    averageCapital: str
    roi: float | None
    roiAnnualised: float | None
    roac: float | None
    roc: float | None
    symbolRoi: float | None
    tradeCount: int
    longTradeCount: int
    shortTradeCount: int
    profitablePercent: float | None
    losingPercent: float | None
    averageProfit: str | None
    averageLoss: str | None


Backtest = TypedDict(
    "Backtest",
    {
        "id": "str",
        "strategy": "str",
        "account": "str",
        "version": "int | None",
        "imports": "list[BacktestImport]",
        "status": "Literal['Stopped', 'Starting', 'Running', 'Completed', 'Backtesting', 'BacktestingCompleted', 'BacktestingFailed', 'SyntaxError', 'RuntimeError', 'InfoMessage', 'BacktestingNoTickData', 'BacktestingIncompleteTickData', 'BacktestingIncompleteMinuteData', 'BacktestingNoData', 'InvalidInstance']",
        "isRunning": "bool",
        "message": "str",
        "parameters": "str",
        "started": "str | None",
        "finished": "str | None",
        "symbol": "str",
        "otherSymbols": "list[str]",
        "rejectedOrders": "int",
        "returns": "BacktestReturns | None",
        "progress": "float",
        "queuePlace": "int",
        "from": "str",
        "to": "str",
    },
)


BacktestStartBodyTradingTime = TypedDict(
    "BacktestStartBodyTradingTime",
    {
        "from": "str",
        "to": "str",
    },
)


class BacktestStartBodyCosts(TypedDict):
    slippage: NotRequired[Literal["None", "Cents", "BasisPoints", "RangePercent"]]
    slippageAmount: NotRequired[float]
    spread: NotRequired[Literal["None", "Cents", "BasisPoints"]]
    spreadAmount: NotRequired[float]
    volumePercent: NotRequired[float | None]
    commission: NotRequired[Literal["Account", "None", "PerShare", "PerOrder", "Percent"]]
    commissionAmount: NotRequired[float]
    commissionMinimum: NotRequired[float]
    borrowPercent: NotRequired[float]


class BacktestStartBody(TypedDict):
    account: NotRequired[str]
    version: NotRequired[int]
    parameters: NotRequired[str]
    tradingTimes: NotRequired[list[BacktestStartBodyTradingTime]]
    extendedHours: NotRequired[bool]
    intradayOnly: NotRequired[bool]
    maxShares: NotRequired[int]
    maxDollars: NotRequired[str]
    from_: str
    to: str
    data: NotRequired[Literal["Auto", "Tick", "Minute", "AvailableMinute"]]
    costs: NotRequired[BacktestStartBodyCosts]


class BacktestEquity(TypedDict):
    time: str
    netProfit: str


class BacktestEquityAnswer(TypedDict):
    maxDrawdown: str
    items: list[BacktestEquity]


class StrategyOrder(TypedDict):
    id: str
    status: Literal["Sent", "PartiallyFilled", "Filled", "Cancelled", "Rejected"]
    sent: str
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    type: Literal["Market", "Limit", "Stop", "StopLimit", "MarketOnClose", "LimitOnClose", "Pegged"]
    quantity: int
    price: str | None
    fillPrice: str | None
    filled: str | None
    netProfit: str
    cumulativeProfit: str
    reason: str


class RunGuards(TypedDict):
    maxLoss: str | None
    maxOrdersPerMinute: float | None
    maxPosition: float | None
    closePosition: bool


class RunScheduleNext(TypedDict):
    action: Literal["start", "stop"]
    time: str


class RunSchedule(TypedDict):
    isOn: bool
    days: list[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]]
    start: str
    stop: str
    next: RunScheduleNext | None
    problem: str


class Run(TypedDict):
    id: str
    strategy: str
    account: str
    version: int | None
    imports: list[BacktestImport]
    status: Literal["Stopped", "Starting", "Running", "Completed", "Backtesting", "BacktestingCompleted", "BacktestingFailed", "SyntaxError", "RuntimeError", "InfoMessage", "BacktestingNoTickData", "BacktestingIncompleteTickData", "BacktestingIncompleteMinuteData", "BacktestingNoData", "InvalidInstance"]
    isRunning: bool
    message: str
    parameters: str
    started: str | None
    finished: str | None
    symbol: str
    otherSymbols: list[str]
    rejectedOrders: int
    returns: BacktestReturns | None
    guards: RunGuards | None
    atRestart: Literal["stop", "resume"]
    schedule: RunSchedule | None


class RunStartBodyGuards(TypedDict):
    maxLoss: NotRequired[str]
    maxOrdersPerMinute: NotRequired[int]
    maxPosition: NotRequired[int]
    closePosition: NotRequired[bool]


class RunStartBody(TypedDict):
    account: NotRequired[str]
    version: NotRequired[int]
    parameters: NotRequired[str]
    tradingTimes: NotRequired[list[BacktestStartBodyTradingTime]]
    extendedHours: NotRequired[bool]
    intradayOnly: NotRequired[bool]
    maxShares: NotRequired[int]
    maxDollars: NotRequired[str]
    guards: NotRequired[RunStartBodyGuards]
    atRestart: NotRequired[Literal["stop", "resume"]]


class ScheduleOfRun(TypedDict):
    id: str
    schedule: RunSchedule | None


class RunScheduleSetBody(TypedDict):
    isOn: NotRequired[bool]
    days: NotRequired[list[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]]]
    start: str
    stop: str


class RequestedCancel(TypedDict):
    orderId: str
    account: str
    open: int


class GroupTarget(TypedDict):
    basis: Literal["Price", "Offset", "Percent"]
    amount: str
    timeInForce: Literal["Day", "GoodTillCancel"]


class GroupTarget2(TypedDict):
    basis: Literal["Price", "Offset", "Percent"]
    amount: str
    timeInForce: Literal["Day", "GoodTillCancel"]
    quantity: int


class GroupOrder(TypedDict):
    orderId: str
    role: Literal["Alternative", "Entry", "Target", "Stop", "First", "Next", "Conditional", "Surplus", "Close"]
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    quantity: int
    filled: int
    isOpen: bool


class GroupWaiting(TypedDict):
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    type: Literal["Market", "Limit", "Stop", "StopLimit", "MarketOnClose", "LimitOnClose", "Pegged"]
    quantity: int
    price: str | None
    stopPrice: str | None


class Group(TypedDict):
    groupId: str
    clientId: str
    account: str
    kind: Literal["OneCancelsOther", "Bracket", "OneTriggersOther", "Conditional", "Flatten", "CancelAll"]
    symbol: str | None
    state: Literal["Working", "Triggered", "Closing", "Cancelling", "Completed", "Cancelled", "Failed"]
    message: str
    target: GroupTarget | None
    targets: list[GroupTarget2]
    stop: GroupTarget | None
    isBreakEven: bool
    isTrailing: bool
    timeExit: str | None
    orders: list[GroupOrder]
    waiting: list[GroupWaiting]
    created: str
    completed: str | None


class GroupSendBodyOrder(TypedDict):
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    quantity: int
    type: Literal["Market", "Limit", "Stop", "StopLimit", "MarketOnClose", "LimitOnClose", "Pegged"]
    source: NotRequired[Literal["Open", "Close", "Cover"]]
    timeInForce: NotRequired[Literal["Day", "GoodTillCancel", "AtOpening", "ImmediateOrCancel", "FillOrKill", "GoodTillCrossing", "GoodTillDate"]]
    price: NotRequired[str]
    stopPrice: NotRequired[str]
    stopType: NotRequired[Literal["Static", "Trailing"]]
    offsetType: NotRequired[Literal["Value", "Percent"]]
    offset: NotRequired[str]
    pegType: NotRequired[Literal["Primary", "Midpoint"]]
    goodTill: NotRequired[str]
    minQuantity: NotRequired[int]
    displayQuantity: NotRequired[int]
    destination: NotRequired[str]
    route: NotRequired[str]


class GroupSendBodyTarget(TypedDict):
    basis: Literal["Price", "Offset", "Percent", "Atr", "Risk"]
    amount: str
    timeInForce: NotRequired[Literal["Day", "GoodTillCancel"]]


class GroupSendBodyTarget2(TypedDict):
    basis: Literal["Price", "Offset", "Percent", "Atr", "Risk"]
    amount: str
    timeInForce: NotRequired[Literal["Day", "GoodTillCancel"]]
    quantity: int


class GroupSendBodyTrailStart(TypedDict):
    basis: Literal["Price", "Offset", "Percent", "Atr"]
    amount: str


class GroupSendBodyTrailDistance(TypedDict):
    basis: Literal["Offset", "Percent", "Atr"]
    amount: str


class GroupSendBodyTrail(TypedDict):
    start: GroupSendBodyTrailStart
    distance: GroupSendBodyTrailDistance


class GroupSendBodyAtr(TypedDict):
    period: int
    bars: Literal["Day", "ThirtyMinutes", "FiveMinutes", "OneMinute"]


class GroupSendBodyTimeExit(TypedDict):
    basis: Literal["TimeOfDay", "Minutes"]
    minutes: int


class GroupSendBodyCondition(TypedDict):
    basis: Literal["Last", "Bid", "Ask"]
    symbol: str
    direction: Literal["AtOrAbove", "AtOrBelow"]
    price: str


class GroupSendBodyCondition2(TypedDict):
    basis: Literal["TimeOfDay"]
    minutes: int


class GroupSendBody(TypedDict):
    account: str
    kind: Literal["OneCancelsOther", "Bracket", "OneTriggersOther", "Conditional"]
    orders: list[GroupSendBodyOrder]
    target: NotRequired[GroupSendBodyTarget]
    targets: NotRequired[list[GroupSendBodyTarget2]]
    stop: NotRequired[GroupSendBodyTarget]
    breakEven: NotRequired[bool]
    trail: NotRequired[GroupSendBodyTrail]
    atr: NotRequired[GroupSendBodyAtr]
    timeExit: NotRequired[GroupSendBodyTimeExit]
    condition: NotRequired[GroupSendBodyCondition | GroupSendBodyCondition2]


class AcceptedGroup(TypedDict):
    groupId: str
    clientId: str
    account: str


class GroupCancel(TypedDict):
    groupId: str
    account: str


class ProposalPreview(TypedDict):
    cost: str
    fees: str
    buyingPowerAfter: str
    positionAfter: int


class ProposalCheck(TypedDict):
    title: str
    rule: str
    figures: str


class Proposal(TypedDict):
    id: str
    kind: Literal["Order", "Group", "Cancel"]
    account: str
    text: str
    note: str
    state: Literal["Open", "Sending", "Sent", "Refused", "Rejected", "Withdrawn", "Expired", "KeyEnded"]
    message: str
    workstations: int
    expiresInSeconds: int
    orderId: str | None
    groupId: str | None
    created: str
    preview: ProposalPreview | None
    checks: list[ProposalCheck]


class ProposalCreateBodyCancel(TypedDict):
    orderId: str
    account: NotRequired[str]


class ProposalCreateBody(TypedDict):
    order: NotRequired[OrderTerms]
    group: NotRequired[GroupSendBody]
    cancel: NotRequired[ProposalCreateBodyCancel]
    note: NotRequired[str]


class ReadyEvent(TypedDict):
    time: str
    quotes: list[str]
    trades: list[str]
    accounts: list[str]


class QuoteEvent(TypedDict):
    symbol: str
    bid: str | None
    bidSize: int
    ask: str | None
    askSize: int
    time: str


class TradeEvent(TypedDict):
    symbol: str
    price: str
    size: int
    volume: int
    exchange: str
    time: str


class StatusEvent(TypedDict):
    symbol: str
    status: Literal["Trading", "Halted"]
    reason: str | None
    time: str


class OrderEvent(TypedDict):
    report: Literal["OrderAccepted", "OrderAcceptRejected", "OrderRejected", "GatewayRejected", "OrderCancelAccepted", "OrderCancelPending", "OrderCancelRejected", "OrderCancelAcceptRejected", "OrderConfirmed", "OrderExecuted", "OrderReplaced", "OrderCanceled", "OrderExpired", "OrderStopped", "OrderBusted", "OrderCorrected", "NothingDone", "DoneForDay"]
    serial: int
    orderId: str
    clientId: str
    account: str
    symbol: str
    side: Literal["Buy", "Sell", "Short"]
    type: Literal["Market", "Limit", "Stop", "StopLimit", "MarketOnClose", "LimitOnClose", "Pegged"]
    quantity: int
    open: int
    price: str | None
    lastQuantity: int
    lastPrice: str | None
    fees: str
    message: str
    orderErrorCode: int
    time: str


class HeartbeatEvent(TypedDict):
    time: str


class EndEvent(TypedDict):
    code: str
    message: str


class Tapedeck(Transport):
    """All calls. Each raises TapedeckError when it fails."""

    def key(self) -> Key:
        """The key of the call: its id, name, scopes and expiry."""
        return self._call("GET", "/api/v1/key")

    def clock(self) -> Clock:
        """Exchange time, which is the time of everything here, and the present session. A replay and the simulated
        market have a time of their own.
        """
        return self._call("GET", "/api/v1/clock")

    def accounts(self) -> list[Account]:
        """The accounts that the key may use. Where a call names no account, the default account is used, or the only
        one of the key.
        """
        return self._call("GET", "/api/v1/accounts")["items"]

    def symbols(self, query: str, *, limit: int | None = None) -> list[Symbol]:
        """Stocks and funds by symbol or company: the exact symbol first, then symbols that begin with the query, then
        words of companies.
        """
        return self._call("GET", "/api/v1/symbols", {"query": query, "limit": limit})["items"]

    def quotes(self, symbols: str | Iterable[str]) -> QuotesAnswer:
        """Best bid and offer, last trade and session of up to 100 symbols. Symbols that the market does not know are in
        unknown.
        """
        return self._call("GET", "/api/v1/quotes", {"symbols": symbols})

    def bars(self, symbol: str, size: Literal["1m", "5m", "30m", "1d"], from_: str | datetime, *, to: str | datetime | None = None, extended_hours: bool | None = None, limit: int | None = None) -> Iterator[Bar]:
        """Bars whose start lies from from up to, but not including, to (when left out: now), ascending; the last may
        still be forming. With nextCursor, repeat the call with it as cursor for the next page. At most 400 days of
        1m, 2,000 of 5m and 8,000 of 30m bars a call.
        """
        return self._pages("/api/v1/bars", {"symbol": symbol, "size": size, "from": from_, "to": to, "extendedHours": extended_hours, "limit": limit})

    def balance(self, *, account: str | None = None) -> Balance:
        """Cash and buying power of an account."""
        return self._call("GET", "/api/v1/balance", {"account": account})

    def positions(self, *, account: str | None = None) -> list[Position]:
        """Positions of an account, by symbol. quantity is in shares or contracts, below 0 for a short position; cost is
        by first in, first out; profits are those of the session. Positions that were closed in the session have the
        quantity 0.
        """
        return self._call("GET", "/api/v1/positions", {"account": account})["items"]

    def orders(self, *, account: str | None = None, state: Literal["open", "all"] | None = None, limit: int | None = None) -> Iterator[Order]:
        """Orders of an account, the newest first: open ones, or with state=all also those that were created or
        completed on the present exchange day. With nextCursor, repeat the call with it as cursor for the next page.
        """
        return self._pages("/api/v1/orders", {"account": account, "state": state, "limit": limit})

    def order_send(self, /, *, idempotency_key: str | None = None, **body: Unpack[OrderTerms]) -> AcceptedOrder:
        """Sends an order of a stock or of a single option through the risk checks of all orders, and answers once it is
        durable. The Idempotency-Key becomes its ClientId: the same key with the same order makes no second order and
        gets the same answer, also after a restart; with another order it gets 409. source is Open for Buy and Short
        and Close for Sell when it is left out; buying back a short position takes Cover. A rejected order gets 422
        with the text and the code of the check.
        """
        return self._call("POST", "/api/v1/orders", body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def option_expirations(self, symbol: str) -> OptionExpirationsAnswer:
        """The expirations that an underlying has now, ascending; none for a symbol without options."""
        return self._call("GET", "/api/v1/options/expirations", {"symbol": symbol})

    def option_chain(self, symbol: str, expiration: str | date, *, right: Literal["Call", "Put"] | None = None, strikes: str | None = None, limit: int | None = None) -> Iterator[OptionQuote]:
        """The options of an underlying and an expiration by strike, call before put; with strikes only so many strikes,
        those nearest to its price. impliedVolatility is a fraction a year (0.25 is 25 %) of the middle of the quote.
        The greeks are dollars a share: delta and gamma for one dollar of the underlying, theta for one trading day,
        vega and rho for one percentage point; null where the quote implies no volatility. With nextCursor, repeat
        the call with it as cursor for the next page. 404 for an expiration that is not listed.
        """
        return self._pages("/api/v1/options/chain", {"symbol": symbol, "expiration": expiration, "right": right, "strikes": strikes, "limit": limit})

    def alerts(self, *, symbol: str | None = None, limit: int | None = None) -> Iterator[Alert]:
        """The alerts of the key's user, by id. With nextCursor, repeat the call with it as cursor for the next page."""
        return self._pages("/api/v1/alerts", {"symbol": symbol, "limit": limit})

    def alert_create(self, /, *, idempotency_key: str | None = None, **body: Unpack[AlertCreateBody]) -> Alert:
        """Creates an alert, which appears in the open workstation at once: it fires when the value of the column is
        above above or below below, each once. The Idempotency-Key becomes its id: the same key again makes no second
        alert and is answered with the alert as it is now; for another symbol or column, or once the alert was
        removed, it gets 409.
        """
        return self._call("POST", "/api/v1/alerts", body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def alert_firings(self, *, since: str | datetime | None = None, limit: int | None = None) -> Iterator[AlertFiring]:
        """Alerts that fired at or after since (exchange time), the oldest first; the newest 5,000 of a user are kept.
        serial rises with each firing: to poll for new ones, use the last serial as cursor.
        """
        return self._pages("/api/v1/alert-firings", {"since": since, "limit": limit})

    def alert(self, alert_id: str) -> Alert:
        """An alert. 404 when the user has no such alert."""
        return self._call("GET", filled_path("/api/v1/alerts/{alertId}", alertId=alert_id))

    def alert_change(self, alert_id: str, /, *, revision: int, **body: Unpack[AlertChangeBody]) -> Alert:
        """Sets the levels of an alert; one that is left out or null is removed. A side whose level changes can fire
        again, with isRearmed also one that stays. If-Match names the revision that was read: 409 when the alert has
        another one by now.
        """
        return self._call("PUT", filled_path("/api/v1/alerts/{alertId}", alertId=alert_id), body=body, revision=revision)

    def alert_remove(self, alert_id: str, *, revision: int) -> Reference:
        """Removes an alert whose revision If-Match names: 409 when it has another one by now."""
        return self._call("DELETE", filled_path("/api/v1/alerts/{alertId}", alertId=alert_id), revision=revision)

    def strategies(self) -> list[Strategy]:
        """The strategies of the user, by name, with the parameters that they were saved with."""
        return self._call("GET", "/api/v1/strategies")["items"]

    def strategy_versions(self, strategy: str, *, limit: int | None = None) -> Iterator[StrategyVersion]:
        """The saved versions of a strategy, the newest first. saved is a time of the host."""
        return self._pages(filled_path("/api/v1/strategies/{strategy}/versions", strategy=strategy), {"limit": limit})

    def backtests(self, strategy: str, *, account: str | None = None) -> list[Backtest]:
        """The backtests of a strategy on an account, those of the workstation included, the newest first."""
        return self._call("GET", filled_path("/api/v1/strategies/{strategy}/backtests", strategy=strategy), {"account": account})["items"]

    def backtest_start(self, strategy: str, /, *, idempotency_key: str | None = None, **body: Unpack[BacktestStartBody]) -> Backtest:
        """Starts a backtest of a saved strategy from from up to, but not including, to (exchange time). Symbol and bars
        are those of its code, which may read them from parameters; without parameters it runs with those that it was
        saved with. maxShares and maxDollars limit what it may hold. The answer comes when the run is accepted: poll
        it until isRunning is false. The same Idempotency-Key again starts no second run; with another request it
        gets 409. A refused start gets 422.
        """
        return self._call("POST", filled_path("/api/v1/strategies/{strategy}/backtests", strategy=strategy), body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def backtest(self, strategy: str, backtest_id: str, *, account: str | None = None) -> Backtest:
        """A backtest: its state, and its returns so far. Ratios are fractions (0.05 is 5 %); null where one is not
        defined.
        """
        return self._call("GET", filled_path("/api/v1/strategies/{strategy}/backtests/{backtestId}", strategy=strategy, backtestId=backtest_id), {"account": account})

    def backtest_cancel(self, strategy: str, backtest_id: str, *, account: str | None = None) -> Reference:
        """Stops a backtest that runs or waits; what it has computed stays. 409 for one that has ended."""
        return self._call("DELETE", filled_path("/api/v1/strategies/{strategy}/backtests/{backtestId}", strategy=strategy, backtestId=backtest_id), {"account": account})

    def backtest_equity(self, strategy: str, backtest_id: str, *, account: str | None = None) -> BacktestEquityAnswer:
        """The equity curve of a backtest: its net profit marked to market, with every extreme of the curve; empty
        before the first bar.
        """
        return self._call("GET", filled_path("/api/v1/strategies/{strategy}/backtests/{backtestId}/equity", strategy=strategy, backtestId=backtest_id), {"account": account})

    def backtest_orders(self, strategy: str, backtest_id: str, *, account: str | None = None, limit: int | None = None) -> Iterator[StrategyOrder]:
        """The simulated orders of a backtest, the oldest first."""
        return self._pages(filled_path("/api/v1/strategies/{strategy}/backtests/{backtestId}/orders", strategy=strategy, backtestId=backtest_id), {"account": account, "limit": limit})

    def runs(self, strategy: str, *, account: str | None = None) -> list[Run]:
        """The live runs of a strategy on an account, those of the workstation included, the newest first."""
        return self._call("GET", filled_path("/api/v1/strategies/{strategy}/runs", strategy=strategy), {"account": account})["items"]

    def run_start(self, strategy: str, /, *, idempotency_key: str | None = None, **body: Unpack[RunStartBody]) -> Run:
        """Starts a live run of a saved strategy: its orders are orders of the account. The key needs the scope of the
        account, paper or live, beside run. The run continues without the key, also when the key is revoked, until it
        is stopped. The same limits, permissions and required checks apply as to a start in the workstation. The same
        Idempotency-Key again starts nothing and returns the run, also a stopped one; with another request it gets
        409. A refused start gets 422. A run that crosses one of its guards stops: the order that would cross it is
        not sent, open orders are cancelled, and message says which guard it was. With atRestart resume it resumes by
        itself after a restart of the server.
        """
        return self._call("POST", filled_path("/api/v1/strategies/{strategy}/runs", strategy=strategy), body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def run(self, strategy: str, run_id: str, *, account: str | None = None) -> Run:
        """A live run: its state, and its returns so far. Ratios are fractions (0.05 is 5 %); null where one is not
        defined.
        """
        return self._call("GET", filled_path("/api/v1/strategies/{strategy}/runs/{runId}", strategy=strategy, runId=run_id), {"account": account})

    def run_stop(self, strategy: str, run_id: str, *, account: str | None = None) -> Reference:
        """Stops a live run: its open orders are cancelled, its positions stay. Read it until isRunning is false. 409
        for a run that has ended.
        """
        return self._call("DELETE", filled_path("/api/v1/strategies/{strategy}/runs/{runId}", strategy=strategy, runId=run_id), {"account": account})

    def run_orders(self, strategy: str, run_id: str, *, account: str | None = None, limit: int | None = None) -> Iterator[StrategyOrder]:
        """The orders of a live run, the oldest first."""
        return self._pages(filled_path("/api/v1/strategies/{strategy}/runs/{runId}/orders", strategy=strategy, runId=run_id), {"account": account, "limit": limit})

    def run_schedule(self, strategy: str, run_id: str, *, account: str | None = None) -> ScheduleOfRun:
        """The schedule of a live run; null when it has none."""
        return self._call("GET", filled_path("/api/v1/strategies/{strategy}/runs/{runId}/schedule", strategy=strategy, runId=run_id), {"account": account})

    def run_schedule_set(self, strategy: str, run_id: str, /, *, account: str | None = None, **body: Unpack[RunScheduleSetBody]) -> ScheduleOfRun:
        """Sets the schedule of a live run in place of an earlier one: it starts and stops by itself on the chosen
        weekdays, at New York times of one day. The key needs the scope of the account, paper or live, beside run.
        Setting it starts and stops nothing at once: the first start is the next start time. The schedule is followed
        without the key, also when the key is revoked, until it is removed. A scheduled start uses the code and the
        settings of the run, and passes the same limits, permissions and required checks as any start. With isOn
        false the times are kept and nothing happens by them. Days without a session are skipped. A refused schedule
        gets 422.
        """
        return self._call("PUT", filled_path("/api/v1/strategies/{strategy}/runs/{runId}/schedule", strategy=strategy, runId=run_id), {"account": account}, body=body)

    def run_schedule_remove(self, strategy: str, run_id: str, *, account: str | None = None) -> Reference:
        """Removes the schedule of a live run; a run without a schedule stays as it is. It does not stop the run."""
        return self._call("DELETE", filled_path("/api/v1/strategies/{strategy}/runs/{runId}/schedule", strategy=strategy, runId=run_id), {"account": account})

    def order(self, order_id: str, *, account: str | None = None) -> Order:
        """An open order, or one that was created or completed on the present exchange day. 404 for any other."""
        return self._call("GET", filled_path("/api/v1/orders/{orderId}", orderId=order_id), {"account": account})

    def order_replace(self, order_id: str, /, *, idempotency_key: str | None = None, **body: Unpack[OrderTerms]) -> AcceptedOrder:
        """Replaces the terms of an open order: the body is the whole order as it is to be, with the new total quantity,
        fills included. The Idempotency-Key becomes its ClientId. 404 for an unknown order, 409 for one that can no
        longer be changed, 422 when the checks reject the new terms; the order then stays as it was.
        """
        return self._call("PUT", filled_path("/api/v1/orders/{orderId}", orderId=order_id), body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def order_cancel(self, order_id: str, *, account: str | None = None) -> RequestedCancel:
        """Requests the cancellation of an open order. The order may still fill before it is cancelled: read it again.
        404 for an unknown order, 409 for one that can no longer be cancelled.
        """
        return self._call("DELETE", filled_path("/api/v1/orders/{orderId}", orderId=order_id), {"account": account})

    def groups(self, *, account: str | None = None) -> list[Group]:
        """The order groups of an account that are live, or ended in this session or the one before, the newest first."""
        return self._call("GET", "/api/v1/groups", {"account": account})["items"]

    def group_send(self, /, *, idempotency_key: str | None = None, **body: Unpack[GroupSendBody]) -> AcceptedGroup:
        """Places a group of orders in one symbol, all or none, with the terms of order entry: a Bracket (an entry with
        a target or up to five targets, a stop, or both), OneCancelsOther (two to five orders of one quantity),
        OneTriggersOther (the second is sent once the first is filled), or Conditional (sent once condition holds).
        The server keeps the relation. The Idempotency-Key, of at most 62 characters, becomes the ClientId of the
        group; the same key with the same group makes no second one, with another it gets 409. A refused group gets
        422, and nothing of it was sent.
        """
        return self._call("POST", "/api/v1/groups", body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def group(self, group_id: str, *, account: str | None = None) -> Group:
        """A group that is live, or ended in this session or the one before. 404 for any other."""
        return self._call("GET", filled_path("/api/v1/groups/{groupId}", groupId=group_id), {"account": account})

    def group_cancel(self, group_id: str, *, account: str | None = None) -> GroupCancel:
        """Cancels the open orders of a group; what they have filled stays. 404 for an unknown group, 409 for one that
        has ended.
        """
        return self._call("DELETE", filled_path("/api/v1/groups/{groupId}", groupId=group_id), {"account": account})

    def proposals(self) -> list[Proposal]:
        """The proposals of the key: those that wait, and up to 50 that were decided or have ended within the last hour,
        the newest first. A restart of the server forgets them.
        """
        return self._call("GET", "/api/v1/proposals")["items"]

    def proposal_create(self, /, *, idempotency_key: str | None = None, **body: Unpack[ProposalCreateBody]) -> Proposal:
        """Proposes one of order, an order of a stock or of a single option, group, a bracket or another group with the
        terms of POST /api/v1/groups, and cancel, the cancel of an open order. Replacements and multi-leg orders
        cannot be proposed. Distances of a bracket in ATR or dollars at risk become dollars with the proposal.
        Nothing is sent: the user confirms or rejects it in the workstation within 5 minutes, and only then the order
        is sent, exactly as proposed. The order passes the permissions and risk checks of orders now, and again when
        it is sent; one that the checks reject is no proposal and gets 422 with the checks and what would pass them.
        The same Idempotency-Key with the same proposal makes no second one and is answered with its present state;
        with another it gets 409. A key has at most 5 proposals that wait: 409 for another one.
        """
        return self._call("POST", "/api/v1/proposals", body=body, idempotency_key=idempotency_key, is_idempotent=True)

    def proposal(self, proposal_id: str) -> Proposal:
        """A proposal of the key in its present state: Open while the user has not decided, Sending, then Sent with the
        orderId or the groupId, or Refused when the checks rejected the confirmed order, Rejected by the user,
        Withdrawn, Expired, or KeyEnded. 404 for one of another key, and an hour after its end.
        """
        return self._call("GET", filled_path("/api/v1/proposals/{proposalId}", proposalId=proposal_id))

    def proposal_withdraw(self, proposal_id: str) -> Proposal:
        """Withdraws a proposal that the user has not decided. 409 for one that was decided or has ended."""
        return self._call("DELETE", filled_path("/api/v1/proposals/{proposalId}", proposalId=proposal_id))

    def stream(self, *, quotes: str | Iterable[str] | None = None, trades: str | Iterable[str] | None = None, orders: bool | None = None, account: str | None = None) -> Iterator[Event]:
        """Server-sent events until the program disconnects: quotes and trades of up to 100 symbols each with their
        halts, and with orders=true the order reports of the key's accounts, or of account. A stream of quotes or
        trades needs the permission for market data. A revoked, rotated or expired key ends it within a second. A
        user has up to 5 streams. GET /api/v1/asyncapi.json describes the events.
        """
        return self._events("/api/v1/stream", {"quotes": quotes, "trades": trades, "orders": orders, "account": account})
