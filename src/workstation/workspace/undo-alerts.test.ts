import { fc, test as property } from '@fast-check/vitest';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AlertFiring,
  type AlertRow,
  newAlert,
  withFiring,
  withLevel,
  withReset,
} from '../../domain/alerts/index.ts';
import type { AlertChange } from '../../client/types.ts';
import { start, undoOf } from './testing.ts';
import { type AlertAccess, alertStep } from './undo-alerts.ts';
import type { UndoHistory } from './undo-history.ts';

/** The alerts of a user: those of the page and of the server, which fires each arming of a side once. */
class Alerts implements AlertAccess {
  rows = new Map<string, AlertRow>();
  isLoaded = true;
  onChange: (changes: readonly AlertChange[]) => void = () => {};
  readonly #fired: Pick<AlertFiring, 'AlertId' | 'Side' | 'Arm' | 'Timestamp'>[] = [];

  get = () => ({ rows: this.rows, isLoaded: this.isLoaded });
  put(rows: readonly AlertRow[]): void {
    for (const row of rows) this.#set(row.Id, row);
  }
  restore(rows: readonly AlertRow[]): void {
    this.put(rows);
  }
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#set(id, null);
  }
  /** The high side fires. */
  fire(id: string, Timestamp = 9): void {
    const row = this.at(id);
    this.#fired.push({ AlertId: id, Side: 'High', Arm: row.HighArm, Timestamp });
    this.put([row]);
  }
  at(id: string): AlertRow {
    return this.rows.get(id) ?? expect.fail(`no alert ${id}`);
  }

  #set(id: string, sent: AlertRow | null): void {
    const before = this.rows.get(id) ?? null;
    const after = sent && this.#fired.reduce(withFiring, sent);
    if (after === null) this.rows.delete(id);
    else this.rows.set(id, after);
    this.onChange([{ before, after }]);
  }
}

let alerts: Alerts;
let undo: UndoHistory;
beforeEach(() => {
  alerts = new Alerts();
  const workspaces = start();
  undo = undoOf({ getState: () => workspaces, change: () => {} }, { alerts });
  alerts.onChange = (changes) => undo.record(alertStep(changes));
});
const aapl = (change: Partial<AlertRow> = {}): AlertRow => ({ ...newAlert('a', 'AAPL'), ...change });
const change = (id: string, by: (row: AlertRow) => AlertRow) => alerts.put([by(alerts.at(id))]);
/** What a user sees of an alert. */
const seen = ({ HighArm: _high, LowArm: _low, ...rest }: AlertRow) => rest;

describe('undo of alerts', () => {
  it('removes an added alert, and adds it again with its id', () => {
    alerts.put([aapl({ HighAlert: 5, HighArm: 1 })]);
    expect(undo.last()?.title).toBe('Add alert on AAPL');
    undo.undo();
    expect(alerts.rows.size).toBe(0);
    undo.redo();
    expect(alerts.at('a')).toEqual(aapl({ HighAlert: 5, HighArm: 1 }));
  });

  it('arms a side again under a new arm, so that it can fire', () => {
    alerts.put([aapl()]);
    change('a', (row) => withLevel(row, 'High', 5));
    change('a', (row) => withLevel(row, 'High', 7));
    expect(undo.undo()?.step.title).toBe('Change alert on AAPL');
    expect(alerts.at('a')).toMatchObject({ HighAlert: 5, HighAlertTime: null, HighArm: 3 });
    alerts.fire('a');
    expect(alerts.at('a').HighAlertTime).toBe(9);
    undo.redo();
    expect(alerts.at('a')).toMatchObject({ HighAlert: 7, HighAlertTime: null, HighArm: 4 });
  });

  it('keeps an alert that has fired as fired when it comes back', () => {
    alerts.put([aapl({ HighAlert: 5, HighArm: 1 })]);
    alerts.fire('a');
    alerts.remove(['a']);
    undo.undo();
    expect(alerts.at('a').HighAlertTime).toBe(9);
  });

  it('can fire a level that is set again after the alert was added again', () => {
    alerts.put([aapl()]);
    change('a', (row) => withLevel(row, 'High', 5));
    alerts.fire('a');
    undo.undo();
    undo.undo();
    undo.redo();
    undo.redo();
    expect(alerts.at('a')).toMatchObject({ HighAlert: 5, HighAlertTime: null });
  });

  it('is no step when an alert fires', () => {
    alerts.put([aapl({ HighAlert: 5, HighArm: 1 })]);
    alerts.fire('a');
    expect(undo.steps().done).toHaveLength(1);
  });

  it('brings the time of a reset side back, and keeps what was changed beside it', () => {
    alerts.put([aapl({ HighAlert: 5, HighArm: 1 })]);
    alerts.fire('a');
    change('a', (row) => withReset(row, 'High'));
    const reset = undo.last();
    change('a', (row) => ({ ...withLevel(row, 'Low', 2), Paused: true }));
    undo.undo(reset);
    expect(seen(alerts.at('a'))).toEqual(
      seen(aapl({ HighAlert: 5, HighAlertTime: 9, LowAlert: 2, Paused: true })),
    );
  });

  it('leaves a side alone that has another level by now', () => {
    alerts.put([aapl({ HighAlert: 5, HighArm: 1 })]);
    change('a', (row) => withLevel(row, 'High', 6));
    const step = undo.last();
    change('a', (row) => withLevel(row, 'High', 7));
    expect(undo.undo(step)?.outcome).toBe('gone');
    expect(alerts.at('a').HighAlert).toBe(7);
  });

  it('does nothing to an alert that another browser has removed', () => {
    alerts.put([aapl()]);
    change('a', (row) => ({ ...row, Paused: true }));
    alerts.rows.clear();
    expect([undo.undo()?.outcome, undo.undo()?.outcome]).toEqual(['gone', 'gone']);
    expect(alerts.rows.size).toBe(0);
  });

  it('waits for alerts that are not loaded, and keeps the step', () => {
    alerts.put([aapl()]);
    alerts.isLoaded = false;
    expect(undo.undo()?.outcome).toBe('waits');
    alerts.isLoaded = true;
    expect(undo.undo()?.outcome).toBe('done');
    alerts.isLoaded = false;
    expect(undo.redo()?.outcome).toBe('waits');
    expect(undo.next()).toBeDefined();
  });

  it('is named by what happened to how many', () => {
    const add = (id: string): AlertChange => ({ before: null, after: aapl({ Id: id }) });
    const remove = (id: string): AlertChange => ({ before: aapl({ Id: id }), after: null });
    expect(alertStep([add('a'), add('b')])?.title).toBe('Add 2 alerts');
    expect(alertStep([remove('a')])?.title).toBe('Remove alert on AAPL');
    expect(alertStep([add('a'), remove('b')])?.title).toBe('Change 2 alerts');
  });

  const level = fc.option(fc.integer({ min: 1, max: 9 }));
  const id = fc.constantFrom('a', 'b', 'c');
  const anyChange = fc.oneof(
    fc.record({ id, side: fc.constantFrom('High' as const, 'Low' as const), level }).map(
      ({ id: each, side, level: to }) =>
        () =>
          alerts.put([withLevel(alerts.rows.get(each) ?? newAlert(each, each), side, to)]),
    ),
    id.map((each) => () => alerts.remove(alerts.rows.has(each) ? [each] : [])),
    id.map((each) => () => alerts.rows.has(each) && change(each, (row) => ({ ...row, Paused: !row.Paused }))),
    id.map((each) => () => alerts.rows.has(each) && alerts.fire(each)),
  );
  const all = () =>
    [...alerts.rows.values()]
      .map(({ Id, HighAlert, LowAlert, Paused }) => ({ Id, HighAlert, LowAlert, Paused }))
      .toSorted((x, y) => (x.Id < y.Id ? -1 : 1));

  property.prop([fc.array(anyChange, { maxLength: 20 })])(
    'leads back to no alerts and forward to those there were, whatever was done',
    (changes) => {
      alerts.rows.clear();
      undo.clear();
      for (const make of changes) make();
      const after = all();
      while (undo.undo() !== null);
      expect(all()).toEqual([]);
      while (undo.redo() !== null);
      expect(all()).toEqual(after);
    },
  );
});

describe('joined changes', () => {
  it('are one step, also when a change in the middle fails', () => {
    undo.join('Load alerts', () => {
      alerts.put([aapl()]);
      change('a', (row) => withLevel(row, 'High', 5));
      undo.join('inside', () => change('a', (row) => withLevel(row, 'High', 6)));
    });
    expect(undo.steps().done.map(({ title }) => title)).toEqual(['Load alerts']);
    undo.undo();
    expect(alerts.rows.size).toBe(0);
    undo.redo();
    expect(alerts.at('a').HighAlert).toBe(6);
    expect(() =>
      undo.join('Fails', () => {
        alerts.remove(['a']);
        throw new Error('in the middle');
      }),
    ).toThrow('in the middle');
    undo.undo();
    expect(alerts.at('a').HighAlert).toBe(6);
    expect(undo.join('Nothing', () => {})).toBeNull();
  });
});
