import { describe, expect, it, vi } from 'vitest';
import type { ScreenField } from '../../src/domain/screener/index.ts';
import { ScreenRun } from './screen-run.ts';
import type { ScreenFilter } from './state.ts';

const fields: ScreenField[] = [{ Field: 'Volume', Name: 'Volume', Type: 'Integer', Category: 'Trading' }];
const above = (Value: string): ScreenFilter[] => [
  { Field: 'Volume', Operation: 'GreaterThan', Value, Group: null },
];

/** A server that answers when the test says so. */
function fakeServer() {
  const requested: {
    filters: unknown;
    signal: AbortSignal | undefined;
    answer: (symbols: string[]) => void;
    fail: (error: Error) => void;
    part: (symbols: string[], pending: number) => void;
  }[] = [];
  const stockFields = vi.fn(() => Promise.resolve(fields));
  const filteredStocks = vi.fn(
    (
      filters: unknown,
      signal?: AbortSignal,
      onPart?: (symbols: readonly string[], pending: number) => void,
    ) =>
      new Promise<readonly string[]>((answer, fail) => {
        requested.push({
          filters,
          signal,
          answer,
          fail,
          part: (symbols, pending) => onPart?.(symbols, pending),
        });
      }),
  );
  return { requested, stockFields, filteredStocks };
}
/** Lets the callbacks of settled promises run. */
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index];
  if (item === undefined) throw new Error(`there were fewer than ${index + 1} requests`);
  return item;
};

describe('a screen', () => {
  it('does not load without filters, and forgets what was found when they are taken away', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    run.ensure([]);
    await settle();
    expect([server.stockFields, server.filteredStocks].map((call) => call.mock.calls.length)).toEqual([0, 0]);
    run.ensure(above('1M'));
    await settle();
    at(server.requested, 0).answer(['AAPL']);
    await settle();
    run.ensure([]);
    expect(run.get()).toMatchObject({ status: 'idle', symbols: [] });
  });

  it('requests the stocks of the parsed filters, once for the same rows, and again on reload', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    const rows = above('1.5M');
    run.ensure(rows);
    run.ensure(rows);
    await settle();
    expect(run.get().status).toBe('loading');
    expect(server.requested.map(({ filters }) => filters)).toEqual([
      [{ Field: 'Volume', Compare: 'GreaterThan', CompareWith: 1_500_000 }],
    ]);
    at(server.requested, 0).answer(['AAPL', 'MSFT']);
    await settle();
    expect(run.get()).toMatchObject({ status: 'ready', symbols: ['AAPL', 'MSFT'], fields });
    void run.run(rows);
    await settle();
    expect(server.requested).toHaveLength(2);
    expect(run.get()).toMatchObject({ status: 'loading', symbols: ['AAPL', 'MSFT'] });
  });

  it('shows what is there while the server still works figures out, and how much is left, until all is there', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    run.ensure(above('1M'));
    await settle();
    at(server.requested, 0).part(['AAPL'], 3_000);
    expect(run.get()).toMatchObject({ status: 'loading', symbols: ['AAPL'], pending: 3_000 });
    const { symbols } = run.get();
    at(server.requested, 0).part(['AAPL'], 1_000);
    expect([run.get().pending, run.get().symbols === symbols]).toEqual([1_000, true]);
    at(server.requested, 0).answer(['AAPL', 'MSFT']);
    await settle();
    expect(run.get()).toMatchObject({ status: 'ready', symbols: ['AAPL', 'MSFT'], pending: 0 });
  });

  it('says that it is not the whole when the server fell silent on the way', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    run.ensure(above('1M'));
    await settle();
    at(server.requested, 0).part(['AAPL'], 3_000);
    at(server.requested, 0).fail(Object.assign(new Error('Timeout'), { isTimeout: true }));
    await settle();
    expect(run.get()).toMatchObject({
      status: 'failed',
      symbols: ['AAPL'],
      pending: 0,
      message: 'The screen did not finish.',
    });
  });

  it('a newer screen cancels the one under way, whose late answer changes nothing', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    run.ensure(above('1M'));
    await settle();
    run.ensure(above('2M'));
    await settle();
    expect(at(server.requested, 0).signal?.aborted).toBe(true);
    at(server.requested, 1).answer(['NEW']);
    await settle();
    at(server.requested, 0).answer(['OLD']);
    await settle();
    expect(run.get()).toMatchObject({ status: 'ready', symbols: ['NEW'] });
  });

  it('reports why it failed, keeps earlier results, and can run again', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    const rows = above('1M');
    run.ensure(rows);
    await settle();
    at(server.requested, 0).answer(['AAPL']);
    await settle();
    void run.run(rows);
    await settle();
    at(server.requested, 1).fail(new Error('Too many filters'));
    await settle();
    expect(run.get()).toMatchObject({ status: 'failed', symbols: ['AAPL'], message: 'Too many filters' });
    void run.run(rows);
    await settle();
    at(server.requested, 2).answer([]);
    await settle();
    expect(run.get()).toMatchObject({ status: 'ready', symbols: [], message: null });
  });

  it('ignores a timeout: what was found stays, and nothing turns for ever', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    const timeout = Object.assign(new Error('No answer came in time.'), { isTimeout: true });
    const rows = above('1M');
    run.ensure(rows);
    await settle();
    at(server.requested, 0).fail(timeout);
    await settle();
    expect(run.get()).toMatchObject({ status: 'unanswered', symbols: [], message: null });
    void run.run(rows);
    await settle();
    at(server.requested, 1).answer(['AAPL']);
    await settle();
    void run.run(rows);
    await settle();
    at(server.requested, 2).fail(timeout);
    await settle();
    expect(run.get()).toMatchObject({ status: 'ready', symbols: ['AAPL'], message: null });
  });

  it('does not ask with a row that makes no filter, such as one of a field that is gone', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    run.ensure([{ Field: 'Gone', Operation: 'GreaterThan', Value: '1', Group: null }]);
    await settle();
    expect(server.filteredStocks).not.toHaveBeenCalled();
    expect(run.get()).toMatchObject({ status: 'failed', message: 'Gone: No field selected' });
  });

  it('a cancelled screen runs again when its window comes back', async () => {
    const server = fakeServer();
    const run = new ScreenRun(server);
    const rows = above('1M');
    run.ensure(rows);
    await settle();
    run.cancel();
    expect(at(server.requested, 0).signal?.aborted).toBe(true);
    expect(run.get().status).toBe('idle');
    run.ensure(rows);
    await settle();
    expect(server.requested).toHaveLength(2);
  });
});
