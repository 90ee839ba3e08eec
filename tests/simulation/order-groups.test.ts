import { afterAll, expect, it } from 'vitest';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import type { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { checkBook, settle } from './brokerage-world.ts';
import { checkAtRest, checked, checkInterest } from './group-checks.ts';
import { GroupReference } from './group-reference.ts';
import { checkWaits, waited } from './group-waits.ts';
import { ACCOUNTS, GroupWorld, reached, SYMBOLS } from './group-world.ts';
import { createRandom } from './random.ts';

/** `SEEDS=10000` runs as many; `SEED=7` starts at one. `npm run simulate` runs many in parts, each of which may miss rare outcomes. */
const SEEDS = Number(process.env['SEEDS'] ?? 500);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 24;
const SEEDS_PER_TEST = 50;
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
    const reference = follower.follow(world.journal);
    checkAtRest(reference);
    checkWaits(reference.groups.values(), world.market);
    if (step % 8 !== 7) continue;
    const book = bookOf(world.journal);
    checkGroups(book);
    for (const account of ACCOUNTS)
      for (const symbol of SYMBOLS) checkInterest(reference, book, account, symbol);
  }
  await endAll(world, follower);
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
async function endAll(world: GroupWorld, follower: Follower): Promise<void> {
  const { market } = world;
  for (const symbol of SYMBOLS) {
    market.halt(symbol, false);
    market.print(symbol, 100, 1_000);
    market.show(symbol, [{ exchange: 'EDGX', bid: [99.99, 100_000], ask: [100.01, 100_000] }]);
  }
  await settle();
  // With a market that takes everything, what a time exit closes ends by itself.
  for (const group of follower.follow(world.journal).groups.values())
    expect(group.causes.includes('TimeExit') && !group.isEnded && !group.isCancelling, group.groupId).toBe(
      false,
    );
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
  if (SEEDS < 100 || process.env['SIMULATION_PART'] === 'yes') return;
  for (const [outcome, count] of Object.entries({ ...reached, ...checked, ...waited }))
    expect(count, `seeds without ${outcome} prove nothing`).toBeGreaterThan(0);
});
