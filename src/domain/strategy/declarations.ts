/** The calls that make studies, as methods: of the bars of the run they are functions, of a timeframe methods. */
const STUDY_METHODS = [
  [
    "Any study of the chart by its id: study('strsKey').up, study('atr', { period: 14 }). Its lines have names of their own, which only the chart knows.",
    'study(id: string, parameters?: Record<string, number | boolean>): any',
  ],
  ['Simple moving average of the close.', 'sma(period?: number): Column'],
  ['Exponential moving average of the close.', 'ema(period?: number): Column'],
  ['Linearly weighted moving average of the close.', 'wma(period?: number): Column'],
  ['Moving linear regression: the end of the line through the last closes.', 'mlr(period?: number): Column'],
  ['Relative strength index, 0 to 100.', 'rsi(period?: number): Column'],
  ['Rate of change of the close, per cent.', 'roc(period?: number): Column'],
  ['On-balance volume.', 'obv(): Column'],
  [
    'Average true range, in dollars or per cent of the price.',
    'atr(period?: number, inPercent?: boolean): Column',
  ],
  ['Parabolic stop and reverse.', 'sar(initial?: number, increment?: number, max?: number): Column'],
  ['Volume-weighted average price of the session.', 'vwap(): Column'],
  ['Volume-weighted average price since a moment, UTC ms.', 'anchoredVwap(fromMs: number): Column'],
  ['Bollinger bands.', 'bb(period?: number, deviations?: number): Band'],
  ['Stochastic.', 'sto(period?: number, k?: number, d?: number): { readonly k: Column; readonly d: Column }'],
  [
    'Moving average convergence and divergence.',
    'macd(fast?: number, slow?: number, signal?: number): { readonly histogram: Column; readonly macd: Column; readonly signal: Column }',
  ],
  [
    'Average directional index with both directions.',
    'adx(period?: number): { readonly adx: Column; readonly plusDi: Column; readonly minusDi: Column }',
  ],
  ['Highest high and lowest low of so many bars.', 'donchian(period?: number): Band'],
  [
    'Exponential moving average with a band of average true ranges.',
    'keltner(period?: number, atrPeriod?: number, multiplier?: number): Band',
  ],
  [
    'Ichimoku lines; values stand at the bar they are known at.',
    'ichimoku(conversion?: number, base?: number, spanB?: number, displacement?: number): { readonly conversion: Column; readonly base: Column; readonly spanA: Column; readonly spanB: Column; readonly lagging: Column }',
  ],
] as const;

/** The calls that send and size orders: of the symbol of the run they are functions, of another one methods. */
const TRADE_METHODS = [
  ['Sends a Buy; covers first what is short.', 'buy(quantity?: number, how?: HowToSend): StrategyOrder'],
  [
    'Sells shares that are held: all of them without a quantity. Null when none are held.',
    'sell(quantity?: number, how?: HowToClose): StrategyOrder | null',
  ],
  [
    'Sells short. Rejected while shares are held.',
    'short(quantity?: number, how?: HowToSend): StrategyOrder',
  ],
  [
    'Buys back what is short: all of it without a quantity. Null when nothing is short.',
    'cover(quantity?: number, how?: HowToClose): StrategyOrder | null',
  ],
  [
    'A market order that leads to a long position: what is short is covered by the same order. Null when it is there already.',
    'goLong(quantity?: number, how?: { exits?: Exits }): StrategyOrder | null',
  ],
  [
    'Market orders that lead to a short position: a long one is closed first. Null when it is there already.',
    'goShort(quantity?: number, how?: { exits?: Exits }): StrategyOrder | null',
  ],
  [
    'Cancels open orders in the symbol and closes the position at the market. Null when there is none.',
    'goFlat(): StrategyOrder | null',
  ],
  [
    'Cancels the open orders in the symbol; of the symbol of the run multi-leg orders too.',
    'cancelAll(): void',
  ],
  ['The open orders in the symbol.', 'openOrders(): readonly (StrategyOrder | SpreadOrder)[]'],
  ['True while an order in the symbol is open.', 'hasOpenOrders(): boolean'],
  [
    'Whole shares that so many per cent of the equity buy, rounded down. 0, with a line in the log, when there is no quantity. The price is the last one unless said.',
    'percentOfEquity(percent: number, how?: { price?: number }): number',
  ],
  [
    "Whole shares that lose at most so many per cent of the equity when the position is closed at the stop: riskToStop(1, bar.low). Side 'Buy' unless said. 0, with a line in the log, when there is no quantity.",
    "riskToStop(percent: number, stop: number, how?: { side?: 'Buy' | 'Short'; price?: number }): number",
  ],
  [
    'Whole shares of which a move by the range changes the equity by at most so many per cent: volatilityTarget(0.5, range.last) with const range = atr(20). 0, with a line in the log, when there is no quantity.',
    'volatilityTarget(percent: number, range: number): number',
  ],
  [
    'Whole shares that the buying power pays for. 0, with a line in the log, when there is no quantity.',
    'affordable(how?: { price?: number }): number',
  ],
] as const;

const functionsOf = (methods: readonly (readonly [text: string, signature: string])[]): string =>
  methods.map(([text, signature]) => `/** ${text} */\ndeclare function ${signature};`).join('\n');
const methodsOf = (methods: readonly (readonly [text: string, signature: string])[]): string =>
  methods.map(([text, signature]) => `  /** ${text} */\n  ${signature};`).join('\n');
/** The language of strategies as TypeScript declarations, for editors: completion, hover texts and type errors. `docs/algostream/language.md` is the reference. */
export const STRATEGY_DECLARATIONS = `
type BarSize = 'trade' | 'day' | '1 minute' | '2 minutes' | '3 minutes' | '5 minutes' | '10 minutes' | '15 minutes' | '30 minutes' | '1 hour' | '2 hours' | (string & {});
type TimeframeSize = 'day' | 'week' | 'month' | 'quarter' | '5 minutes' | '15 minutes' | '30 minutes' | '1 hour' | '2 hours' | (string & {});
type StrategyOrderType = 'Market' | 'Limit' | 'Stop' | 'StopLimit' | 'MarketOnClose' | 'LimitOnClose';

/** A column of numbers, one a bar, read at the present bar or before it. NaN where there is no value. */
interface Column {
  /** The value of the present bar. */
  readonly last: number;
  /** The value of the bar before. */
  readonly before: number;
  /** The value so many bars ago; 0 is the present bar. */
  ago(bars: number): number;
}
interface Band { readonly upper: Column; readonly middle: Column; readonly lower: Column }

/** Bars of a larger size, made of the bars of the strategy. \`last\` is the last one that has ended: the bar that is forming cannot be read. */
interface Timeframe extends ReadBars {
  /** True on the bar of the strategy with which a larger one has ended. */
  readonly hasEnded: boolean;
}

/** Bars of another symbol, of the size of the bars of the strategy. \`last\` is the last one that ended with the present bar or before; it stays where the symbol does not trade. */
interface Security extends ReadBars {
  readonly symbol: string;
  /** True on the bar of the strategy with which a bar of the symbol has ended. */
  readonly hasEnded: boolean;
  /** Bars of a larger size of this symbol. */
  timeframe(size: TimeframeSize): Timeframe;
}

/** What the run holds of a symbol. Dollars. */
interface Position {
  /** Negative: short. */
  readonly quantity: number;
  readonly averagePrice: number;
  readonly isLong: boolean; readonly isShort: boolean; readonly isFlat: boolean;
  readonly openProfit: number;
  /** FIFO, before fees. */
  readonly closedProfit: number;
  readonly fees: number;
  readonly netProfit: number;
}
interface Quote { readonly bid: number; readonly ask: number; readonly middle: number }

/** A symbol that the strategy trades: its bars, its position, and the calls that send its orders. */
interface TradedSymbol extends Security {
  readonly position: Position;
  /** The best bid and offer; in a backtest both are the close. */
  readonly quote: Quote;
${methodsOf(TRADE_METHODS)}
}

/** Columns and studies of bars that the strategy reads beside those that it is called with. */
interface ReadBars {
  readonly open: Column; readonly high: Column; readonly low: Column; readonly close: Column; readonly volume: Column;
${methodsOf(STUDY_METHODS)}
}

/** The present bar. It changes with the next one: copy what you want to keep. */
interface Bar {
  readonly open: number; readonly high: number; readonly low: number; readonly close: number; readonly volume: number;
  /** Start of the bar, UTC ms. */
  readonly timeMs: number;
  readonly endMs: number;
  /** Of its start: minutes from midnight in New York; 570 is 9:30. */
  readonly minute: number;
  /** New York date, '2026-01-05'. */
  readonly date: string;
  /** Bars seen so far, warm-up included. */
  readonly index: number;
  /** The first bar of its session. */
  readonly isFirst: boolean;
  /** Ends at the session's close. */
  readonly isLast: boolean;
}

/** A line of a study of charts: a column, or a function that returns its value at the present bar; NaN = none. */
type ChartLine = Column | ((bar: Omit<Bar, 'endMs' | 'isLast'>) => number);
interface DrawnChartLine {
  value: ChartLine;
  form?: 'line' | 'histogram' | 'dots';
  color?: 'main' | 'second' | 'third' | 'up' | 'down' | 'muted' | 'direction' | 'sign';
  format?: 'price' | 'volume' | 'percent' | 'number';
}
interface ChartStudyOptions {
  title: string;
  /** Over the prices (unless said), or a pane of its own. */
  pane?: 'price' | 'own';
  help?: string;
  /** Values with a guide line. */
  levels?: number[];
  /** Fixed ends of the scale of its own pane. */
  scale?: [number, number];
}

interface AnyOrder {
  readonly id: number;
  /** The symbol that it trades; of a multi-leg order the symbol of the run. */
  readonly symbol: string;
  readonly type: StrategyOrderType;
  readonly quantity: number;
  /** On the price step. */
  readonly price: number;
  readonly stop: number;
  readonly status: 'Sent' | 'PartiallyFilled' | 'Filled' | 'Cancelled' | 'Rejected';
  readonly filledQuantity: number;
  readonly fillPrice: number;
  /** Why it was cancelled or rejected, or why the last replace of it was rejected. */
  readonly reason: string;
  readonly isOpen: boolean;
  readonly isFilled: boolean;
  cancel(): void;
}
interface StrategyOrder extends AnyOrder {
  readonly side: 'Buy' | 'Sell' | 'Short';
  /** Which exit of an entry it is. */
  readonly exit: 'Target' | 'Stop' | null;
  /** The id of the entry that it is an exit of. */
  readonly entryId: number | null;
  readonly legs: null;
}

type SpreadTif = 'DAY' | 'GTC' | 'IOC' | 'FOK';
/** An option on the symbol of the run, or its shares. */
interface SpreadLeg {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell';
  /** Contracts of one unit; of shares lots of 100. 1 unless said. */
  readonly ratio?: number;
}
interface SpreadFill {
  /** Units. */
  readonly quantity: number;
  /** Net price of a share of one unit; below 0 when the net is the other way round. */
  readonly price: number;
  readonly timeMs: number;
  /** What each leg traded: contracts, of the underlying shares. */
  readonly legs: readonly { readonly symbol: string; readonly side: 'Buy' | 'Sell'; readonly quantity: number; readonly price: number }[];
}
/** A multi-leg order: its quantity is in units, its prices are net prices. It fills all legs or none. */
interface SpreadOrder extends AnyOrder {
  readonly side: 'Buy' | 'Sell';
  readonly exit: null;
  readonly entryId: null;
  readonly legs: readonly Required<SpreadLeg>[];
  readonly tif: SpreadTif;
  readonly fills: readonly SpreadFill[];
  /** Requests another net price, quantity or time in force; the legs stay. onOrder is called with the answer. */
  replace(change: { price?: number; quantity?: number; tif?: SpreadTif }): void;
}
/** Without a price a market order. Buy pays at most the net price, Sell receives at least the net price; 1 unit, good for the day. */
interface HowToSpread { side?: 'Buy' | 'Sell'; price?: number; quantity?: number; tif?: SpreadTif }

/** Prices are put on the symbol's price step: a limit down for a buy and up for a sale, a stop up for a buy and down for a sale. */
interface HowToClose { type?: StrategyOrderType; price?: number; stop?: number }
/** An order that opens a position, with the exits that close it. */
interface HowToSend extends HowToClose { exits?: Exits }
/** The target, the stop and the trail of a position: at least one of them. Live they are a bracket at the broker; a fill of one ends the other. */
interface Exits {
  /** A limit order with which the position gains. */
  target?: ExitPrice;
  /** A stop order that bounds the loss. */
  stop?: ExitPrice;
  /** The stop follows the best price since the fill at this distance, and never moves away from the market. Without a stop it begins at the distance from the fill. */
  trail?: { percent: number; amount?: never } | { amount: number; percent?: never };
}
/** A price, or a distance from the average fill price of the entry in per cent or in dollars. */
type ExitPrice =
  | { price: number; percent?: never; amount?: never }
  | { percent: number; price?: never; amount?: never }
  | { amount: number; price?: never; percent?: never };

/** What the strategy trades: the first call names the symbol of the run, whose bars call onBar, each later one a symbol that it trades as well. */
declare function symbol(name: string): TradedSymbol;
/** How long a bar is: 'trade', '1 minute' to '390 minutes', '1 hour' to '6 hours', 'day'. */
declare function bars(size: BarSize): void;
/** Bars of a larger size that the strategy reads too: a multiple of its minutes, 'day', 'week', 'month', 'quarter'. */
declare function timeframe(size: TimeframeSize): Timeframe;
/** Bars of another symbol that the strategy reads and does not trade; with other traded symbols at most 8. */
declare function security(symbol: string): Security;
/** What an order is when the call that sends it does not say. */
declare function order(defaults: { quantity?: number; type?: StrategyOrderType; price?: number; route?: string; destination?: string }): void;
/** The positions it may have. */
declare function allow(sides: 'Both' | 'LongOnly' | 'ShortOnly'): void;
/** No order opens a position before this time of day in New York, 'HH:mm'. */
declare function openingTime(time: string): void;
/** From this time of day on the position is closed and nothing opens until the next day, 'HH:mm'. */
declare function closingTime(time: string): void;
/** Limit orders without a price take the offer to buy and the bid to sell. */
declare function useNbbo(on?: boolean): void;
/** Bars before the first call, beyond what the studies need. */
declare function warmUp(bars: number): void;
/** What the account of a backtest begins with, dollars; 100,000 unless said. A live run has the figures of its account. */
declare function capital(dollars: number): void;
/** A parameter of the start, 'name = value'; the default when it is not given. */
declare function param(name: string, fallback: number, bounds?: { min?: number; max?: number; step?: number }): number;
declare function param(name: string, fallback: string): string;
declare function param(name: string, fallback: boolean): boolean;
/** Declares that charts can show this file as a study. \`lines\` makes the lines by their names, at the first bar of each computation; what it remembers from bar to bar stands inside of it. */
declare function chartStudy(options: ChartStudyOptions, lines: () => Record<string, ChartLine | DrawnChartLine>): void;
/** The details call it the trend study. Gives it back. */
declare function trend<Study>(study: Study): Study;
/** The details call it the trade study. Gives it back. */
declare function trade<Study>(study: Study): Study;

${functionsOf(STUDY_METHODS)}

declare const open: Column;
declare const high: Column;
declare const low: Column;
declare const close: Column;
declare const volume: Column;

/** True on the bar on which a comes to stand above b. Of larger bars on the bar of the strategy with which one has ended. */
declare function crossesAbove(a: Column | number, b: Column | number): boolean;
/** True on the bar on which a comes to stand below b. */
declare function crossesBelow(a: Column | number, b: Column | number): boolean;
/** The highest of the last values, the present one included. */
declare function highest(column: Column, bars: number): number;
/** The lowest of the last values, the present one included. */
declare function lowest(column: Column, bars: number): number;

/** Called when a bar is finished. */
declare function onBar(handler: (bar: Bar) => void): void;
/** Called when an order is filled, cancelled or rejected; of a multi-leg order also for each fill and each answer to a replace. */
declare function onOrder(handler: (order: StrategyOrder | SpreadOrder) => void): void;
/** Called once at the end of the run. */
declare function onEnd(handler: () => void): void;

/** Keeps a value (numbers, texts, true, false, null, arrays and plain objects, at most 65,536 characters as JSON) for a live run that continues or resumes. It is stored before the orders of the same call. */
declare function saveState(value: unknown): void;
/** Called before the first bar of a live run that continues or resumes, with what saveState kept last. */
declare function loadState(handler: (state: any) => void): void;

/** Called once a session, before onBar, at the end of the bar that reaches a time of day in New York, 'HH:mm'. */
declare function schedule(time: string, handler: (bar: Bar) => void): void;
/** The same on some sessions, which the exchange calendar knows in advance. Bars of a day have no time, others need one. A short session that closes before the time has it as long before its close as a whole one. */
declare function schedule(when: { day?: 'every day' | 'week start' | 'week end' | 'month start' | 'month end'; time?: string }, handler: (bar: Bar) => void): void;

${functionsOf(TRADE_METHODS)}
/** Sends one order of 2 to 4 legs that fills all of them or none. A backtest rejects it: it has no quotes of options. */
declare function spread(legs: readonly SpreadLeg[], how?: HowToSpread): SpreadOrder;
/** The symbol of an option on the symbol of the run: optionSymbol('2026-08-21', 645, 'Call'). */
declare function optionSymbol(expiration: string, strike: number, right: 'Call' | 'Put'): string;
/** Signed quantity that this run holds of a symbol: of one that it trades shares, of an option contracts. */
declare function held(symbol: string): number;

/** What this run holds of its symbol, shares of multi-leg orders included; for options see held(). Dollars. */
declare const position: Position;
/** The account: in a backtest the capital and the fills of the run, live the account as it was when the run started or continued, and the fills of the run since. Dollars. */
declare const account: {
  /** Cash and the value of all positions. */
  readonly equity: number;
  readonly cash: number;
  /** Of the positions of the run, at the last prices; negative when it is short. */
  readonly positionValue: number;
  /** What may still be opened by the margin rule: twice the equity, less positions and open orders. */
  readonly buyingPower: number;
};
/** The best bid and offer; in a backtest both are the close. */
declare const quote: Quote;

/** Draws a line over the bars of the run, shown in its report: the value of the present bar. With { scale: 'price' } its values are prices of the symbol and the line is drawn over them, as plot('mean', mean.last, { scale: 'price' }). At most 8 lines; NaN draws nothing. */
declare function plot(name: string, value: number, how?: { scale?: 'price' }): void;
/** Marks the present bar in the plots of the run; the last 200 are kept. */
declare function mark(mark: string | { text: string; price?: number }): void;
/** In a live run shows a notification on the open pages of the user, and sends it by the channels, 5 a minute at most. In a backtest a line in the log. */
declare function alert(text: string): void;
/** Writes a line to the run's log. */
declare function log(...values: unknown[]): void;
/** Ends the run after this handler. */
declare function finish(text?: string): void;
`;
