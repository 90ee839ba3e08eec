import { beforeEach, describe, expect, it } from 'vitest';
import type { Drawing } from '../../domain/drawings/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createDrawingStash } from './drawing-stash.ts';
import { SharedDrawings } from './shared-drawings.ts';
import type { DrawingProblem } from './types.ts';

const moved = (Value: number) => drawing({ Points: [{ Date: 1, Offset: 0, Value }] });

let clock: ReturnType<typeof createManualClock>;
let texts: Map<string, string>;
let sent: string[];
let problems: DrawingProblem[];
let user: { userId: string; isDemo: boolean };
let isOpen: boolean;
let store: SharedDrawings;

function openPage(): SharedDrawings {
  let ids = 0;
  const page = new SharedDrawings({
    clock,
    trading: {
      sendReady: (name, body) => {
        if (!isOpen) return false;
        const { Id, Seen, Symbol } = { Id: '', Seen: '', Symbol: '', ...body };
        sent.push(`${name} ${Symbol}${Id} ${Seen}`.trim());
        return true;
      },
    },
    user: () => user,
    newId: () => `copy${(ids += 1)}`,
    stash: createDrawingStash(() => ({
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    })),
  });
  page.onProblem((problem) => problems.push(problem));
  return page;
}

function receive(message: ReceivedBy<'drawings'>): void {
  store.onTrading(message);
  clock.advance(100);
}
const list = (Symbol: string, ...rows: readonly [number, Drawing][]) =>
  receive({
    name: 'drawingDocuments',
    body: {
      Symbol,
      Items: rows.map(([Revision, row]) => ({ Id: row.Id, Revision, Version: 1, Body: { ...row } })),
      HasMore: false,
    },
  });
const state = (Revision: number, row: Drawing | null): Body<'drawingChanged'> => ({
  Id: row?.Id ?? 'AAPL:d1',
  Revision,
  Version: 1,
  Body: row && { ...row },
});
const shown = (symbol = 'AAPL') => store.drawingsOf(symbol).get().rows;

beforeEach(() => {
  clock = createManualClock();
  texts = new Map();
  [sent, problems] = [[], []];
  user = { userId: 'ann', isDemo: false };
  isOpen = true;
  store = openPage();
});

describe('the shared drawings of a page', () => {
  it('has what is added to a symbol that is loaded although nothing shows it', () => {
    store.onAccountReady();
    const end = store.drawingsOf('AAPL').subscribe(() => {});
    list('AAPL');
    end();
    store.restore([drawing()]);
    expect(shown()).toEqual([drawing()]);
  });

  it('lists a symbol with its first chart, and keeps the latest symbols for the next one', () => {
    store.onAccountReady();
    const ends = Array.from({ length: 22 }, (_, at) => store.drawingsOf(`S${at}`).subscribe(() => {}));
    store.drawingsOf('S0').subscribe(() => {})();
    expect(sent).toHaveLength(22);
    sent = [];
    for (const end of ends) end();
    expect(sent).toEqual(['drawingLeave S0', 'drawingLeave S1']);
    store.drawingsOf('S21').subscribe(() => {});
    store.drawingsOf('S1').subscribe(() => {});
    expect(sent.slice(2)).toEqual(['drawingList S1']);
  });

  it('forgets the drawings of a symbol that it leaves, but for unsent changes', () => {
    store.onAccountReady();
    const end = store.drawingsOf('AAPL').subscribe(() => {});
    list('AAPL', [1, drawing()], [1, drawing({ Id: 'AAPL:d2' })]);
    isOpen = false;
    store.put([moved(5)]);
    end();
    for (let at = 0; at < 20; at += 1) store.drawingsOf(`S${at}`).subscribe(() => {})();
    expect(shown().map(({ Id }) => Id)).toEqual(['AAPL:d1']);
    expect(store.drawingsOf('AAPL').get().isLoaded).toBe(false);
  });

  it('loads a symbol again that it has left, also one without drawings', async () => {
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {})();
    list('AAPL');
    for (let at = 0; at < 20; at += 1) store.drawingsOf(`S${at}`).subscribe(() => {})();
    const load = store.load(['AAPL']);
    list('AAPL', [1, drawing()]);
    expect(await load).toBe(true);
    expect(shown()).toEqual([drawing()]);
    store.reset();
    expect(await store.load(['AAPL'])).toBe(false);
  });

  it('lists nothing for a chart without a symbol', async () => {
    store.onAccountReady();
    store.drawingsOf('').subscribe(() => {});
    store.drawingsOf('not a symbol!').subscribe(() => {});
    expect([await store.load(['']), sent]).toEqual([true, []]);
  });

  it('sends one write of a drawing at a time, and the newest state next', () => {
    store.onAccountReady();
    store.put([drawing()]);
    store.put([moved(5)]);
    store.put([moved(6)]);
    expect(sent).toEqual(['drawingPut AAPL:d1 0']);
    receive({ name: 'drawingStored', body: { Id: 'AAPL:d1', Revision: 1 } });
    expect(sent).toEqual(['drawingPut AAPL:d1 0', 'drawingPut AAPL:d1 1']);
  });

  it('keeps both versions when two pages moved a drawing, and reports it', () => {
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {});
    list('AAPL', [1, drawing()]);
    store.put([moved(5)]);
    receive({ name: 'drawingConflict', body: state(2, moved(9)) });
    expect(shown()).toEqual([{ ...moved(5), Id: 'AAPL:copy1' }, moved(9)]);
    expect(problems).toEqual([{ kind: 'copied', row: moved(9), copy: { ...moved(5), Id: 'AAPL:copy1' } }]);
    expect(sent.at(-1)).toBe('drawingPut AAPL:copy1 0');
  });

  it('keeps a changed drawing that another page removed, and one removed here that another page changed', () => {
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {});
    const other = drawing({ Id: 'AAPL:d2' });
    list('AAPL', [1, drawing()], [1, other]);
    store.put([moved(5)]);
    store.remove(['AAPL:d2']);
    receive({ name: 'drawingConflict', body: state(2, null) });
    receive({ name: 'drawingConflict', body: state(2, { ...other, Text: 'new' }) });
    expect(shown()).toEqual([moved(5), { ...other, Text: 'new' }]);
    expect(problems.map(({ kind }) => kind)).toEqual(['kept', 'kept']);
    expect(sent.at(-1)).toBe('drawingPut AAPL:d1 2');
  });

  it('takes a drawing back that the server refuses, with the reason', () => {
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {});
    list('AAPL', [1, drawing()]);
    store.put([moved(5), drawing({ Id: 'AAPL:d2' })]);
    receive({ name: 'drawingRefused', body: { Id: 'AAPL:d1', Message: 'Invalid' } });
    receive({ name: 'drawingRefused', body: { Id: 'AAPL:d2', Message: 'Full' } });
    expect(shown()).toEqual([drawing()]);
    expect(problems).toMatchObject([{ message: 'Invalid' }, { message: 'Full' }]);
  });

  it('hands unsent changes to the next page of the user, and to no other user', () => {
    isOpen = false;
    store.onAccountReady();
    store.put([drawing()]);
    isOpen = true;
    user = { userId: 'bob', isDemo: false };
    store = openPage();
    store.onAccountReady();
    expect(sent).toEqual([]);
    user = { userId: 'ann', isDemo: false };
    store = openPage();
    store.onAccountReady();
    expect(sent).toEqual(['drawingPut AAPL:d1 0']);
    receive({ name: 'drawingStored', body: { Id: 'AAPL:d1', Revision: 1 } });
    expect(texts.size).toBe(0);
  });

  it('sends again what the server did not take because there were too many messages', () => {
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {});
    store.put([drawing()]);
    sent = [];
    for (const { T } of [catalogue.drawingPut, catalogue.drawingList])
      receive({ name: 'failure', body: { RequestT: T, ErrorCode: 0, Message: 'Too many messages' } });
    clock.advance(2_000);
    expect(sent).toEqual(['drawingPut AAPL:d1 0', 'drawingList AAPL']);
  });

  it('loads symbols for an export, and resolves false when it cannot', async () => {
    expect(await store.load(['AAPL'])).toBe(false);
    store.onAccountReady();
    const loads = [store.load(['AAPL', 'MSFT']), store.load(['MSFT'])];
    list('AAPL', [1, drawing()]);
    list('MSFT');
    expect(await Promise.all(loads)).toEqual([true, true]);
    const lost = store.load(['SPY']);
    store.onLost();
    expect(await lost).toBe(false);
    store.onAccountReady();
    const refused = store.load(['SPY']);
    receive({ name: 'drawingListRefused', body: { Symbol: 'SPY', Message: 'Too many' } });
    expect(await refused).toBe(false);
    expect(problems).toEqual([{ kind: 'unlisted', symbol: 'SPY', message: 'Too many' }]);
  });

  it('keeps the drawings of a demo session in the page and sends nothing', async () => {
    user = { userId: 'demo', isDemo: true };
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {});
    store.put([drawing()]);
    expect([shown(), await store.load(['AAPL', 'MSFT'])]).toEqual([[drawing()], true]);
    store.remove(['AAPL:d1']);
    expect([shown(), sent, texts.size]).toEqual([[], [], 0]);
  });

  it('reports what a tool has changed, and nothing of what others have', () => {
    const changes: unknown[] = [];
    store.onChange((made) => changes.push(...made));
    store.onAccountReady();
    store.drawingsOf('AAPL').subscribe(() => {});
    list('AAPL', [1, drawing()]);
    receive({ name: 'drawingChanged', body: state(2, moved(5)) });
    store.put([moved(5)]);
    store.remove(['AAPL:d1', 'AAPL:unknown']);
    expect(changes).toEqual([{ before: moved(5), after: null }]);
  });
});
