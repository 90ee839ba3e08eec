import { afterAll, expect, it } from 'vitest';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { isEndingKind, type ExitTerms, type GroupRequest } from '../../src/domain/orders/groups/types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { Brokerage, GroupView, NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { Ledger } from '../../src/server/brokerage/ledger.ts';
import { restore } from '../../src/server/brokerage/checkpoint/build-checkpoint.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { checkBook, settle } from './brokerage-world.ts';
import { checkAtRest, checked } from './group-checks.ts';
import { GroupReference } from './group-reference.ts';
import { MemoryCheckpoints } from './memory-checkpoints.ts';
import { createRandom, type Random } from './random.ts';

/** `SEEDS=10000` runs as many; `SEED=7` starts at one. */
const SEEDS = Number(process.env['SEEDS'] ?? 500);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 24;
const SEEDS_PER_TEST = 50;
const ACCOUNTS = ['A', 'B'] as const;
const SYMBOLS = ['SPY', 'AAPL'] as const;
const CENT_E4 = 100;
/** Mostly brackets, which have the most rules. */
const KINDS = [
  'Bracket',
  'Bracket',
  'Bracket',
  'OneCancelsOther',
  'OneTriggersOther',
  'Flatten',
  'CancelAll',
] as const;

/** Records after which a group has something left to do. */
const BEGINNINGS: readonly string[] = ['groupAccepted', 'groupCancelled', 'accepted', 'executed', 'replaced'];

/** What the seeds reached, so that a run that proves nothing fails. */
const reached = { crashes: 0, surpluses: 0, completed: 0, failed: 0, busts: 0, halves: 0, checkpoints: 0 };

/** Groups and plain orders on a random market, with crashes at any record. */
class GroupWorld {
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
    if (action < 0.86) return this.#changeExit();
    if (action < 0.9) return this.#cancelOrder();
    if (action < 0.93) return this.#bust();
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

  #moveMarket(): void {
    const { market } = this;
    const random = this.#random;
    market.nowMs += random.int(1, 200_000);
    const symbol = random.pick(SYMBOLS);
    if (market.nowMs >= market.session.closeMs) {
      market.turn('post');
      market.turn('closed');
      const day = 86_400_000;
      const openMs = market.session.openMs + day;
      const date = new Date(openMs).toISOString().slice(0, 10);
      market.beginSession({ date, openMs, closeMs: market.session.closeMs + day });
      market.turn('open');
    }
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
    if (kind === 'Bracket') return { ...base, kind, ...this.#bracket(common) };
    if (isEndingKind(kind)) return { ...base, kind, symbol: random.chance(0.5) ? symbol : null, orders: [] };
    const sell = { ...common, side: 'Sell', source: 'Close' } as const;
    const buy = common;
    const limit = (terms: Partial<NewOrder>) => this.#order({ ...terms, priceE4: this.#priceE4() });
    const stop = (terms: Partial<NewOrder>) =>
      this.#order({ ...terms, type: 'Stop', stopPriceE4: this.#priceE4() });
    const side = random.pick([buy, buy, sell]);
    const orders =
      kind === 'OneTriggersOther'
        ? [limit(buy), random.chance(0.5) ? limit(sell) : limit(buy)]
        : [limit(side), random.chance(0.5) ? stop(side) : limit(side)];
    return { ...base, kind, orders };
  }

  #bracket(common: Partial<NewOrder>): Pick<GroupRequest, 'orders' | 'target' | 'stop'> {
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
    return { orders: [entry], target: which === 0 ? null : terms(), stop: which === 1 ? null : terms() };
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
    if (group) await this.brokerage.changeGroupExit({ ...group, userId: 'sim', role, price });
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

/** The reference of the journal so far; a crash may have cut records off, so that it begins again. */
class Follower {
  #journal: MemoryJournal | undefined;
  #reference = new GroupReference();
  #seq = 0;

  follow(journal: MemoryJournal): GroupReference {
    if (journal !== this.#journal) {
      this.#reference = new GroupReference();
      this.#seq = 0;
      this.#journal = journal;
    }
    for (const record of journal.records.slice(this.#seq))
      this.#reference.apply(record.seq, decodeEvent(record));
    this.#seq = journal.records.length;
    return this.#reference;
  }
}

const bookOf = ({ records }: MemoryJournal): Book => {
  const book = createBook();
  for (const record of records) applyEvent(book, record.seq, decodeEvent(record));
  return book;
};

/** What must hold of the groups whenever the brokerage is at rest. */
function checkGroups(book: Book): void {
  checkBook(book);
  for (const order of book.orders.values()) {
    const group = order.group && book.groups.get(order.group.groupId);
    if (order.completedMs === null && group)
      expect(isLive(group), `open order ${order.orderId} belongs to a live group`).toBe(true);
  }
}

async function simulate(seed: number): Promise<void> {
  const world = new GroupWorld(createRandom(seed));
  await world.start();
  const follower = new Follower();
  for (let step = 0; step < STEPS; step += 1) {
    await world.step();
    checkAtRest(follower.follow(world.journal));
    if (step % 8 === 7) checkGroups(bookOf(world.journal));
  }
  await endAll(world);
  checkAtRest(follower.follow(world.journal));
  const book = bookOf(world.journal);
  checkGroups(book);
  expect(bookOf(world.journal)).toEqual(book);
  for (const group of book.groups.values()) {
    expect(isLive(group), `group ${group.groupId} has ended`).toBe(false);
    if (group.members.some(({ role }) => role === 'Surplus')) reached.surpluses += 1;
    if (group.state === 'Completed') reached.completed += 1;
    if (group.state === 'Failed') reached.failed += 1;
  }
  await world.brokerage.stop();
}

/** Cancels every group, and gives the market to the orders that close a surplus. */
async function endAll(world: GroupWorld): Promise<void> {
  const { market } = world;
  for (const symbol of SYMBOLS) {
    market.halt(symbol, false);
    market.print(symbol, 100, 1_000);
    market.show(symbol, [{ exchange: 'EDGX', bid: [99.99, 100_000], ask: [100.01, 100_000] }]);
  }
  await settle();
  for (const group of world.groups().filter(isLive))
    await world.brokerage.cancelGroup({ ...group, userId: 'sim' });
  await settle();
}

const tests = Array.from({ length: Math.ceil(SEEDS / SEEDS_PER_TEST) }, (_, index) => index * SEEDS_PER_TEST);

it.each(tests)('keeps every invariant of order groups, 50 seeds from number %i', async (first) => {
  for (let seed = first; seed < Math.min(SEEDS, first + SEEDS_PER_TEST); seed += 1)
    await simulate(FIRST_SEED + seed).catch((error: unknown) => {
      throw new Error(`seed ${FIRST_SEED + seed}`, { cause: error });
    });
});

afterAll(() => {
  if (SEEDS < 100) return;
  for (const [outcome, count] of Object.entries({ ...reached, ...checked }))
    expect(count, `seeds without ${outcome} prove nothing`).toBeGreaterThan(0);
});
