import { newYorkDate, nextSession } from '../../domain/calendar/us-equity.ts';
import { NEW_YORK } from '../../domain/calendar/zones.ts';
import { lightFormat } from 'date-fns/lightFormat';
import {
  followersNote,
  groupSteps,
  quantityAhead,
  quoteNote,
  restingReason,
  stopNotes,
  waitNote,
  type RestingMarket,
} from '../../domain/execution/index.ts';
import { leavesOf } from '../../domain/orders/core/book.ts';
import { waitsOf } from '../../domain/orders/core/groups/waits.ts';
import type { ReportSource } from '../../domain/orders/core/report.ts';
import type { BookOrder } from '../../domain/orders/core/types.ts';
import { ORDER_TYPES } from '../../domain/orders/order-types.ts';
import type { MarketData } from '../market/market-data.ts';
import type { BrokerageCore } from './brokerage-core.ts';
import type { OrderTimes } from './order-times.ts';
import { displayedAt, QuoteRecorder } from './quote-recorder.ts';
import type { OrderTimeline, QueuePlace } from './timeline-types.ts';

/** Prints that are searched for what traded at the price of an order. */
const MAX_PRINTS = 5_000;

/** Reads timelines of orders. */
export class OrderTimelines {
  readonly #core: BrokerageCore;
  readonly #market: MarketData;
  readonly #times: OrderTimes;
  readonly #quotes: QuoteRecorder;

  constructor(core: BrokerageCore, market: MarketData, times: OrderTimes) {
    this.#core = core;
    this.#market = market;
    this.#times = times;
    this.#quotes = new QuoteRecorder(market);
  }

  /** The timeline of an order, or of a group that has sent none yet, of the account; undefined when it has no such order. */
  async read(account: string, orderId: string): Promise<OrderTimeline | undefined> {
    if (orderId.startsWith('G')) return this.#readGroup(account, orderId);
    const story = await this.#core.memory.story(account, orderId);
    if (!story) return undefined;
    const { order, sources, group } = story;
    const groupId = order.group?.groupId;
    const accepted = sources.find(({ event }) => event.kind === 'accepted')?.event;
    return {
      orderId,
      clientId: accepted?.kind === 'accepted' ? accepted.order.clientId : undefined,
      times: this.#times.get(orderId),
      quotes: sources.flatMap(({ serial, event }) =>
        'nbbo' in event && event.nbbo ? [{ serial, nbbo: event.nbbo }] : [],
      ),
      group: groupId === undefined ? [] : groupSteps(groupId, orderId, group),
      explained: this.#core.engine.explanations.get(orderId),
      replacements: this.#core.engine.explanations.replacementsOf(orderId),
      resting:
        order.completedMs === null
          ? {
              reason: restingReason(order, this.#marketOf(order)),
              notes: this.#notesOf(order),
              queue: this.#queueOf(order, sources),
            }
          : undefined,
    };
  }

  /** A group as a timeline: what happened to it, and what it waits for. */
  async #readGroup(account: string, groupId: string): Promise<OrderTimeline | undefined> {
    const events = await this.#core.memory.groupStory(account, groupId);
    if (!events) return undefined;
    const [reason, ...notes] = [...this.#waitNotes(groupId), ...this.#stopNotes(account)];
    return {
      orderId: groupId,
      clientId: undefined,
      times: undefined,
      quotes: [],
      group: groupSteps(groupId, '', events),
      explained: undefined,
      replacements: [],
      resting: reason === undefined ? undefined : { reason, notes, queue: undefined },
    };
  }

  #notesOf(order: BookOrder): readonly string[] {
    const { account, symbol, group } = order;
    const found = group && this.#core.ledger.book.groups.get(group.groupId);
    const quote = this.#market.isOpen() && !order.legs ? this.#market.quote(symbol) : undefined;
    const notes = [
      quote && quoteNote(symbol, quote.timeMs, this.#market.exchangeMs()),
      found && group && followersNote(found.request.kind, group.role),
    ];
    return [
      ...this.#stopNotes(account),
      ...notes.filter((note) => note !== undefined),
      ...(group ? this.#waitNotes(group.groupId) : []),
    ];
  }

  #stopNotes(account: string): readonly string[] {
    const { facts, ledger } = this.#core;
    const found = ledger.book.accounts.get(account);
    return stopNotes({
      isStoppedByHolder: found?.isHalted ?? false,
      stoppedBy: facts.haltOf(account),
      lock: found?.guards.lock ?? null,
    });
  }

  #waitNotes(groupId: string): readonly string[] {
    const { book } = this.#core.ledger;
    const group = book.groups.get(groupId);
    const market = this.#market;
    return group
      ? waitsOf(book, group)
          .toSorted((a, b) => Number(a.cause === 'Lapsed') - Number(b.cause === 'Lapsed'))
          .map((wait) => waitNote(wait, (symbol) => market.snapshot(symbol), market.exchangeMs()))
      : [];
  }

  #marketOf(order: BookOrder): RestingMarket {
    const market = this.#market;
    const quote = this.#quotes.quoteOf(order);
    return {
      bidE4: quote?.bidE4 ?? 0,
      askE4: quote?.askE4 ?? 0,
      lastE4: market.snapshot(order.symbol)?.lastE4 ?? 0,
      isHalted: market.isHalted(order.symbol),
      isOpen: market.isOpen(),
      opens: opensText(market.exchangeMs(), market.sessionDay().openMs),
    };
  }

  #queueOf(order: BookOrder, sources: readonly ReportSource[]): QueuePlace | undefined {
    const { type, symbol, side, priceE4, legs, filled } = order;
    if (legs !== undefined || !ORDER_TYPES[type].needsLimitPrice || ORDER_TYPES[type].takesStopPrice)
      return undefined;
    const event = sources.findLast((source) => joinsQueue(source.event))?.event;
    if (event?.kind !== 'accepted' && event?.kind !== 'replaced') return undefined;
    const atArrival = event.ahead ?? null;
    const traded = this.#tradedSince(symbol, priceE4, event.timeMs);
    const displayed = displayedAt(side === 'Buy', priceE4, this.#market.depth(symbol));
    // A fill of the order means that nothing is ahead of it.
    const hasTraded = filled > 0 && leavesOf(order) > 0;
    return {
      atArrival,
      now: hasTraded ? 0 : quantityAhead({ ahead: atArrival, traded: traded ?? 0, displayed }),
      traded,
    };
  }

  #tradedSince(symbol: string, priceE4: number, sinceMs: number): number | null {
    const prints = this.#market.timeAndSales(symbol, MAX_PRINTS);
    const isWhole = prints.length < MAX_PRINTS || (prints.at(-1)?.timeMs ?? 0) < sinceMs;
    if (!isWhole) return null;
    return prints.reduce(
      (sum, print) => (print.timeMs >= sinceMs && print.priceE4 === priceE4 ? sum + print.size : sum),
      0,
    );
  }
}

/** The events with which an order goes to the end of its queue. */
const joinsQueue = (event: ReportSource['event']): boolean =>
  event.kind === 'accepted' || (event.kind === 'replaced' && !event.keptPriority);

/** `09:30`, or with its day when that is another one. */
function opensText(nowMs: number, openMs: number): string {
  const nextMs = nowMs < openMs ? openMs : nextSession(newYorkDate(nowMs)).openMs;
  const isToday = newYorkDate(nextMs) === newYorkDate(nowMs);
  return lightFormat(NEW_YORK(nextMs), isToday ? 'HH:mm' : 'MM/dd HH:mm');
}
