import { OrderBook, Side } from 'nodejs-order-book';
import {
  createMatcher,
  DEFAULT_MATCHER_CONFIG,
  PLAIN_MATCH_ORDER,
  type MatchOrder,
} from '../../src/domain/matching/index.ts';
import { createRandom } from '../simulation/random.ts';
import { interleave, median, printTable } from './harness.ts';

const SYMBOLS = 50;
const OPERATIONS = 100_000;
/** Orders that stay open while the rest come and go. */
const OPEN = 4_000;
const ROUNDS = 7;
const BID_CENTS = 10_000;
const ASK_CENTS = 10_002;
const DEEP = 1_000_000_000;

/** One thing that a client does: a new order (with its price), or the cancel of one that rests. */
interface Operation {
  readonly id: string;
  readonly symbol: string;
  /** Undefined: a cancel. */
  readonly order: { readonly isBuy: boolean; readonly cents: number; readonly quantity: number } | undefined;
}

const symbolOf = (index: number): string => `S${index}`;

/** About half new orders, of which a tenth trade at once, and half cancels: as many orders stay open. */
function operations(seed: number): { readonly opening: Operation[]; readonly measured: Operation[] } {
  const random = createRandom(seed);
  const resting: { id: string; symbol: string }[] = [];
  let count = 0;
  const enter = (isMarketable: boolean): Operation => {
    count += 1;
    const [id, symbol, isBuy] = [`o${count}`, symbolOf(random.int(0, SYMBOLS - 1)), random.chance(0.5)];
    const away = random.int(1, 200);
    if (!isMarketable) resting.push({ id, symbol });
    return {
      id,
      symbol,
      order: {
        isBuy,
        cents: isMarketable ? (isBuy ? ASK_CENTS : BID_CENTS) : isBuy ? BID_CENTS - away : ASK_CENTS + away,
        quantity: random.int(1, 500),
      },
    };
  };
  const opening = Array.from({ length: OPEN }, () => enter(false));
  const measured = Array.from({ length: OPERATIONS }, (): Operation => {
    if (resting.length <= OPEN) return enter(random.chance(0.1));
    const place = random.int(0, resting.length - 1);
    const cancelled = resting[place];
    const last = resting.pop();
    if (cancelled === undefined || last === undefined) throw new Error('there is always an order to cancel');
    if (last !== cancelled) resting[place] = last;
    return { ...cancelled, order: undefined };
  });
  return { opening, measured };
}

/** Operations a second of processor time: what else runs on the machine takes nothing from it. */
function perSecondSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (OPERATIONS / (user + system)) * 1_000_000;
}

interface Outcome {
  readonly perSecond: number;
  readonly fills: number;
  readonly open: number;
}

export function tapedeckRound(seed: number): Outcome {
  const { opening, measured } = operations(seed);
  const matcher = createMatcher(DEFAULT_MATCHER_CONFIG, 'open');
  const deep = [
    { exchange: 'NYSE', bidE4: BID_CENTS * 100, bidSize: DEEP, askE4: ASK_CENTS * 100, askSize: DEEP },
  ];
  let timeMs = 1;
  let fills = 0;
  const run = ({ id, symbol, order }: Operation): void => {
    timeMs += 1;
    if (order === undefined) return void matcher.cancel(id, timeMs);
    const entered: MatchOrder = {
      ...PLAIN_MATCH_ORDER,
      orderId: id,
      symbol,
      side: order.isBuy ? 'Buy' : 'Sell',
      type: 'Limit',
      tif: 'Day',
      quantity: order.quantity,
      priceE4: order.cents * 100,
    };
    for (const event of matcher.enter(entered, { timeMs })) if (event.kind === 'fill') fills += 1;
  };
  for (let index = 0; index < SYMBOLS; index += 1) {
    const symbol = symbolOf(index);
    // The matcher looks at a symbol from its first order on.
    matcher.enter(
      {
        ...PLAIN_MATCH_ORDER,
        orderId: symbol,
        symbol,
        side: 'Buy',
        type: 'Limit',
        tif: 'Day',
        quantity: 1,
        priceE4: 100,
      },
      { timeMs, depth: deep },
    );
  }
  for (const operation of opening) run(operation);
  const before = process.cpuUsage();
  for (const operation of measured) run(operation);
  return { perSecond: perSecondSince(before), fills, open: matcher.openCount - SYMBOLS };
}

export function peerRound(seed: number): Outcome {
  const { opening, measured } = operations(seed);
  const books = new Map<string, OrderBook>();
  for (let index = 0; index < SYMBOLS; index += 1) {
    const book = new OrderBook();
    // Its books have no market but the orders in them: two that never run out stand for it.
    book.limit({ id: 'bid', side: Side.BUY, size: DEEP, price: BID_CENTS });
    book.limit({ id: 'ask', side: Side.SELL, size: DEEP, price: ASK_CENTS });
    books.set(symbolOf(index), book);
  }
  let [fills, open] = [0, 0];
  const run = ({ id, symbol, order }: Operation): void => {
    const book = books.get(symbol);
    if (order === undefined) {
      if (book?.cancel(id) !== undefined) open -= 1;
      return;
    }
    const { done, partial } = book?.limit({
      id,
      side: order.isBuy ? Side.BUY : Side.SELL,
      size: order.quantity,
      price: order.cents,
    }) ?? { done: [], partial: null };
    if (partial !== null || done.length > 0) fills += 1;
    else open += 1;
  };
  for (const operation of opening) run(operation);
  const before = process.cpuUsage();
  for (const operation of measured) run(operation);
  return { perSecond: perSecondSince(before), fills, open };
}

/** Entering and cancelling orders in memory, against npm's nodejs-order-book on the same operations. */
export async function benchMatching(): Promise<void> {
  let [ourSeed, theirSeed] = [0, 0];
  const figures = await interleave<Outcome>(ROUNDS, {
    'Tapedeck matcher': async () => tapedeckRound((ourSeed += 1)),
    'nodejs-order-book': async () => peerRound((theirSeed += 1)),
  });
  const [ours, theirs] = [figures.get('Tapedeck matcher') ?? [], figures.get('nodejs-order-book') ?? []];
  // The same work, or the figures say nothing.
  ours.forEach((outcome, round) => {
    const peer = theirs[round];
    if (outcome.fills !== peer?.fills || outcome.open !== peer.open)
      throw new Error(
        `Round ${round}: ${outcome.fills} fills and ${outcome.open} open orders against ${peer?.fills} and ${peer?.open}.`,
      );
  });
  const peerPerSecond = median(theirs.map(({ perSecond }) => perSecond));
  printTable(
    `Matching in memory (${OPERATIONS.toLocaleString('en-US')} operations a round, ${SYMBOLS} symbols, ${OPEN.toLocaleString('en-US')} open orders; goal: 2,000,000/s)`,
    ['', 'operations/s of processor time', 'x peer'],
    [...figures].map(([name, outcomes]) => {
      const perSecond = median(outcomes.map((outcome) => outcome.perSecond));
      return [name, perSecond, perSecond / peerPerSecond];
    }),
  );
}
