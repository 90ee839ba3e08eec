import { expect, it } from 'vitest';
import type { Reconciliation } from '../trading-api/reconciliation.ts';
import { systemClock } from '../host-clock.ts';
import { Reconciler } from './reconciler.ts';

/** The figures of an account as the server keeps them. It takes writes at once, and answers when the test lets it. */
class HeldFigures {
  #revision = 0;
  #figures: string | null = null;
  #held: (() => void)[] = [];
  isHolding = false;

  readonly fetch = async (_path: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const answer = this.#take(init);
    if (this.isHolding) await new Promise<void>((release) => this.#held.push(release));
    return Response.json(answer);
  };

  /** Answers the oldest write that waits, once there is one. */
  async answerNext(): Promise<void> {
    await expect.poll(() => this.#held.length).toBeGreaterThan(0);
    this.#held.shift()?.();
  }

  #take(init: RequestInit | undefined) {
    const present = () => ({ Revision: this.#revision, Figures: this.#figures });
    if (init?.method !== 'POST' || typeof init.body !== 'string') return present();
    const { Seen, Figures } = JSON.parse(init.body);
    const isStored = Seen === this.#revision;
    if (isStored) [this.#revision, this.#figures] = [this.#revision + 1, Figures];
    return { IsStored: isStored, ...present() };
  }
}

it('loses no accepted figure to a comparison that stores at the same time', async () => {
  const server = new HeldFigures();
  let state: Reconciliation | undefined;
  const reconciler = new Reconciler({
    host: { clock: systemClock, fetch: server.fetch },
    brokerName: 'Alpaca',
    records: { get: () => undefined, all: () => [], isOpen: () => false, settle: () => {} },
    onChanged: (changed) => (state = changed),
  });
  const found = () => (state?.differences ?? []).map(({ key, mark }) => ({ key, mark }));
  const compare = () => reconciler.compare({ positions: { SPY: 3 }, cashE4: 50_000 });
  await reconciler.begin('PA3');
  await reconciler.compare({ positions: { SPY: 1 }, cashE4: 10_000 });
  await compare();
  await compare();
  const [cash, position] = found();
  expect([cash?.key, position?.key]).toEqual(['cash', 'position SPY']);
  const accept = (each = cash) => reconciler.settle(each?.key ?? '', each?.mark ?? '', 'accept');

  server.isHolding = true;
  const first = accept();
  const compared = compare();
  await server.answerNext();
  expect(await first).toEqual({ ok: true });
  const second = accept(position);
  server.isHolding = false;
  for (let answers = 0; answers < 2; answers += 1) await Promise.race([server.answerNext(), second]);
  expect(await second).toEqual({ ok: true });
  await compared;
  for (let comparisons = 0; comparisons < 3; comparisons += 1) await compare();
  expect(found()).toEqual([]);
  expect(state?.lines).toHaveLength(2);
});
