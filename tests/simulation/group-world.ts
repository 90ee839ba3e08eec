import { GroupError } from '../../src/domain/orders/errors.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import {
  isEndingKind,
  MAX_TARGETS,
  type ExitTerms,
  type GroupRequest,
  type TargetTerms,
} from '../../src/domain/orders/groups/types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { Brokerage, GroupView, NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { Ledger } from '../../src/server/brokerage/ledger.ts';
import { restore } from '../../src/server/brokerage/checkpoint/build-checkpoint.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { MemoryCheckpoints } from './memory-checkpoints.ts';
import { randomCondition, randomTerms, randomWaits } from './group-waits.ts';
import type { Random } from './random.ts';
import { settle } from './brokerage-world.ts';

export const ACCOUNTS = ['A', 'B'] as const;
export const SYMBOLS = ['SPY', 'AAPL'] as const;
const CENT_E4 = 100;
const DAY_MS = 86_400_000;
/** Mostly brackets, which have the most rules. */
const KINDS = [
  'Bracket',
  'Bracket',
  'Bracket',
  'OneCancelsOther',
  'OneTriggersOther',
  'Conditional',
  'Conditional',
  'Flatten',
  'CancelAll',
] as const;

/** Records after which a group has something left to do. */
const BEGINNINGS: readonly string[] = [
  'groupAccepted',
  'groupCancelled',
  'accepted',
  'executed',
  'replaced',
  'groupTriggered',
  'groupTermsChanged',
];

/** What the seeds reached, so that a run that proves nothing fails. */
export const reached = {
  crashes: 0,
  surpluses: 0,
  completed: 0,
  failed: 0,
  busts: 0,
  halves: 0,
  checkpoints: 0,
  replacedEntries: 0,
  changedTerms: 0,
  changesAtOnce: 0,
};

/** Groups and plain orders on a random market, with crashes at any record. */
export class GroupWorld {
  readonly market = new ScriptedMarket([...SYMBOLS], SCRIPTED_SESSION);
  journal = new MemoryJournal();
  brokerage: Brokerage;
  readonly #random: Random;
  #sent = 0;

  constructor(random: Random) {
    this.#random = random;
    for (const symbol of SYMBOLS) this.market.print(symbol, 100, 100);
    this.brokerage = this.#create();
  }

  async start(): Promise<void> {
    await this.brokerage.start();
    for (const account of ACCOUNTS)
      await this.brokerage.fundAccount(account, { cashE4: 5_000_000_000, version: 1 });
  }

  /** One action; then sometimes a crash that loses any number of the records that it wrote. */
  async step(): Promise<void> {
    const before = this.journal.records.length;
    await this.#act();
    await settle();
    if (this.#random.chance(0.12)) await this.#crash(before);
  }

  groups(): readonly GroupView[] {
    return ACCOUNTS.flatMap((account) => this.brokerage.accountView(account, 0).groups);
  }

  async #act(): Promise<void> {
    const random = this.#random;
    const action = random.next();
    if (action < 0.5) return this.#moveMarket();
    if (action < 0.78) return void (await this.brokerage.placeGroup(this.#group()));
    if (action < 0.82) return this.#cancelGroup();
    if (action < 0.845) return this.#changeExit();
    if (action < 0.86) return this.#changeTerms();
    if (action < 0.9) return this.#cancelOrder();
    if (action < 0.93) return this.#bust();
    if (action < 0.94) return this.#replaceEntry();
    if (action < 0.95) return void (await this.brokerage.accountLeft(random.pick(ACCOUNTS)));
    const account = random.pick(ACCOUNTS);
    await this.brokerage.setAccountOptions({
      account,
      userId: 'sim',
      cancelOnDisconnect: random.chance(0.5),
      isHalted: random.chance(0.2),
    });
  }

  /** Half of the time a checkpoint at some record, from which the restart continues. */
  async #checkpointsUpTo(cut: number): Promise<MemoryCheckpoints | undefined> {
    if (this.#random.chance(0.5)) return undefined;
    const checkpoints = new MemoryCheckpoints();
    await checkpoints.make(this.journal, this.#random.int(1, cut));
    const ledger = new Ledger();
    await restore(ledger, this.journal, checkpoints, () => undefined);
    if ([...ledger.book.groups.values()].some(isLive)) reached.checkpoints += 1;
    return checkpoints;
  }

  #create(checkpoints?: MemoryCheckpoints): Brokerage {
    return createBrokerage({
      ...(checkpoints && { checkpoints }),
      market: this.market,
      journal: this.journal,
      clock: this.market,
      accounts: () => ({ isLive: false, isLocked: false }),
      sweepIntervalMs: 3_600_000,
    });
  }

  async #crash(before: number): Promise<void> {
    reached.crashes += 1;
    await this.brokerage.stop();
    const { records } = this.journal;
    const cut = this.#cut(before);
    if (cut > before && cut < records.length) reached.halves += 1;
    // The time of an exit may pass, and a price be reached, while the server is not running.
    if (this.#random.chance(0.3)) this.#passTime(600_000);
    this.journal = new MemoryJournal(records.slice(0, cut));
    this.brokerage = this.#create(await this.#checkpointsUpTo(cut));
    await this.brokerage.start();
  }

  /** Where the crash cuts the journal: half of the time right after a record that begins or changes something. */
  #cut(before: number): number {
    const random = this.#random;
    const { records } = this.journal;
    const kindAt = (cut: number) => {
      const record = records[cut - 1];
      return cut > before && record ? decodeEvent(record).kind : undefined;
    };
    const cuts = Array.from({ length: records.length - before + 1 }, (_, index) => before + index);
    const beginnings = cuts.filter((cut) => BEGINNINGS.includes(kindAt(cut) ?? ''));
    const [first] = beginnings;
    const cut =
      first !== undefined && random.chance(0.5)
        ? random.pick([first, ...beginnings])
        : random.int(before, records.length);
    // A batch of the engine is durable as a whole, and a restore keeps this record only with the next one.
    return kindAt(cut) === 'cancelPending' ? cut + 1 : cut;
  }

  /** Up to so many milliseconds; after the close the next session begins, half of the time only later. */
  #passTime(maxMs: number): void {
    const { market } = this;
    market.nowMs += this.#random.int(1, maxMs);
    if (market.nowMs < market.session.closeMs) return market.turn(market.phase());
    if (market.phase() === 'open') market.turn('post');
    market.turn('closed');
    if (this.#random.chance(0.5)) return;
    const openMs = market.session.openMs + DAY_MS;
    const date = new Date(openMs).toISOString().slice(0, 10);
    market.beginSession({ date, openMs, closeMs: market.session.closeMs + DAY_MS });
    market.turn('open');
  }

  #moveMarket(): void {
    const { market } = this;
    const random = this.#random;
    this.#passTime(random.chance(0.03) ? 6 * 3_600_000 : 200_000);
    const symbol = random.pick(SYMBOLS);
    if (random.chance(market.isHalted(symbol) ? 0.6 : 0.04)) market.halt(symbol, !market.isHalted(symbol));
    const bid = 97 + random.int(0, 600) / 100;
    if (random.chance(0.4)) market.print(symbol, bid, random.int(1, 500));
    const size = () => random.int(1, 150);
    market.show(symbol, [
      { exchange: 'ARCA', bid: [bid, size()], ask: [bid + 0.02, size()] },
      ...(random.chance(0.5) ? [{ exchange: 'BATS', bid: [bid, size()] as const }] : []),
    ]);
  }

  #order(change: Partial<NewOrder>): NewOrder {
    const random = this.#random;
    this.#sent += 1;
    return {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'sim',
      clientId: `o${this.#sent}-${this.journal.records.length}`,
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      tif: random.pick(['Day', 'GoodTillCancel']),
      quantity: 100,
      destination: 'SMART',
      route: 'AUTO',
      ...change,
    };
  }

  #priceE4(): number {
    return 970_000 + this.#random.int(0, 600) * CENT_E4;
  }

  #group(): GroupRequest {
    const random = this.#random;
    this.#sent += 1;
    const base = {
      account: random.pick(ACCOUNTS),
      userId: 'sim',
      clientId: `g${this.#sent}-${this.journal.records.length}`,
      symbol: random.pick(SYMBOLS),
      target: null,
      stop: null,
    };
    const { account, symbol } = base;
    const common = { account, symbol, quantity: random.int(1, 200) };
    const kind = random.pick(KINDS);
    if (kind === 'Bracket') {
      const terms = this.#bracket(common);
      return { ...base, kind, ...terms, ...randomWaits(random, this.market.nowMs, terms) };
    }
    if (isEndingKind(kind)) return { ...base, kind, symbol: random.chance(0.5) ? symbol : null, orders: [] };
    const sell = { ...common, side: 'Sell', source: 'Close' } as const;
    const buy = common;
    const limit = (terms: Partial<NewOrder>) => this.#order({ ...terms, priceE4: this.#priceE4() });
    const stop = (terms: Partial<NewOrder>) =>
      this.#order({ ...terms, type: 'Stop', stopPriceE4: this.#priceE4() });
    const side = random.pick([buy, buy, sell]);
    if (kind === 'Conditional')
      return {
        ...base,
        kind,
        orders: [random.chance(0.5) ? limit(buy) : this.#order({ ...buy, type: 'Market' })],
        condition: randomCondition(random, this.market.nowMs),
      };
    const orders =
      kind === 'OneTriggersOther'
        ? [limit(buy), random.chance(0.5) ? limit(sell) : limit(buy)]
        : [limit(side), random.chance(0.5) ? stop(side) : limit(side)];
    return { ...base, kind, orders };
  }

  #bracket(
    common: Partial<NewOrder>,
  ): Pick<GroupRequest, 'orders' | 'target' | 'targets' | 'stop' | 'isBreakEven'> {
    const random = this.#random;
    const terms = (): ExitTerms => ({
      basis: random.pick(['Offset', 'Percent']),
      amountE4: random.int(1, 30_000),
      tif: random.pick(['Day', 'GoodTillCancel']),
    });
    const side = random.chance(0.7) ? {} : ({ side: 'Short' } as const);
    const type = random.pick(['Limit', 'Limit', 'Market', 'Stop'] as const);
    const entry = this.#order({
      ...common,
      ...side,
      type,
      priceE4: type === 'Limit' ? this.#priceE4() : 0,
      stopPriceE4: type === 'Stop' ? this.#priceE4() : 0,
    });
    const which = random.int(0, 3);
    const stop = which === 1 ? null : random.chance(0.2) ? this.#stopAtRisk() : terms();
    if (which === 0 || random.chance(0.4))
      return { orders: [entry], target: which === 0 ? null : terms(), stop };
    const targets = this.#targets(entry.quantity, terms());
    const isBreakEven = stop !== null && targets.length > 1 && random.chance(0.6);
    return { orders: [entry], target: null, targets, stop, isBreakEven };
  }

  /** A stop that is stated in dollars at risk: the server computes its distance. */
  #stopAtRisk(): ExitTerms {
    const amountE4 = this.#random.int(100_000, 3_000_000);
    return { basis: 'Offset', amountE4: 0, stated: { basis: 'Risk', amountE4 }, tif: 'GoodTillCancel' };
  }

  /** Up to five targets at growing distances, that share the quantity. */
  #targets(quantity: number, { basis, amountE4, tif }: ExitTerms): readonly TargetTerms[] {
    const count = this.#random.int(1, Math.min(MAX_TARGETS, quantity));
    let rest = quantity;
    return Array.from({ length: count }, (_, index) => {
      const later = count - index - 1;
      const share = later === 0 ? rest : this.#random.int(1, rest - later);
      rest -= share;
      return { basis, amountE4: Math.ceil((amountE4 * (index + 1)) / count) + index, tif, quantity: share };
    });
  }

  #someGroup(): GroupView | undefined {
    const live = this.groups().filter(isLive);
    return live[0] && this.#random.pick([live[0], ...live]);
  }

  async #cancelGroup(): Promise<void> {
    const group = this.#someGroup();
    if (group) await this.brokerage.cancelGroup({ ...group, userId: 'sim' });
  }

  async #changeExit(): Promise<void> {
    const group = this.#someGroup();
    const price = { basis: 'Price', amountE4: this.#priceE4() } as const;
    const role = this.#random.pick(['Target', 'Stop'] as const);
    const index =
      role === 'Target' && group?.targets ? this.#random.int(0, group.targets.length - 1) : undefined;
    if (group) await this.brokerage.changeGroupExit({ ...group, userId: 'sim', role, index, price });
  }

  async #changeTerms(): Promise<void> {
    const group = this.#someGroup();
    if (!group) return;
    const terms = randomTerms(this.#random, this.market.nowMs, group);
    const outcome = await this.brokerage.changeGroupTerms({ ...group, userId: 'sim', terms });
    if ('groupId' in outcome) reached.changedTerms += 1;
    else if (outcome.code === GroupError.TriggersAtOnce) reached.changesAtOnce += 1;
  }

  /** The holder may replace the entry by a larger or a smaller one, whatever the targets share. */
  async #replaceEntry(): Promise<void> {
    const [entry] = this.groups().flatMap(({ orders }) =>
      orders.filter(({ role, isOpen }) => role === 'Entry' && isOpen),
    );
    const order = ACCOUNTS.flatMap((account) => this.brokerage.accountView(account, 0).orders).find(
      ({ orderId }) => orderId === entry?.orderId,
    );
    if (!order) return;
    const quantity = order.fill + this.#random.int(1, 200);
    const { account, side, symbol, source, type, tif, priceE4, stopPriceE4 } = order;
    const terms = { account, side, symbol, source, type, tif, priceE4, stopPriceE4, quantity };
    const reports = await this.brokerage.replace({
      order: this.#order(terms),
      originalClientId: order.clientId,
      sentMs: this.market.nowMs,
    });
    if (reports.some(({ reportType }) => reportType === 'OrderReplaced')) reached.replacedEntries += 1;
  }

  async #cancelOrder(): Promise<void> {
    const account = this.#random.pick(ACCOUNTS);
    const open = this.brokerage
      .accountView(account, 0)
      .orders.filter(({ completedMs }) => completedMs === null);
    const order = open[0] && this.#random.pick([open[0], ...open]);
    if (!order) return;
    const { orderId } = order;
    await this.brokerage.cancel({ account, userId: 'sim', orderId, clientId: `x${(this.#sent += 1)}` });
  }

  async #bust(): Promise<void> {
    const { reports } = this.brokerage.accountView(this.#random.pick(ACCOUNTS), 0);
    const fills = reports.filter(({ reportType }) => reportType === 'OrderExecuted');
    const fill = fills[0] && this.#random.pick([fills[0], ...fills]);
    if (!fill) return;
    const instruction = `i${(this.#sent += 1)}`;
    const { executionId } = fill;
    if ((await this.brokerage.amend({ executionId, instruction, correction: undefined })) === undefined)
      reached.busts += 1;
  }
}
