import { describe, expect, test } from 'vitest';
import { newAlert, type AlertRow } from '../../src/domain/alerts/index.ts';
import { restoreState, type ToolPlatform, type ToolWindow } from '../../src/plugin-api/index.ts';
import {
  fromSaved,
  isAllPaused,
  labelOf,
  levelText,
  nameOf,
  problemOf,
  setLevel,
  toggleAll,
  WATCHABLE_COLUMNS,
  withFirings,
} from './alerts.ts';
import { atOnceText, firesAtOnce } from './at-once.ts';
import { addChosen, replacedText, withChosen } from './add-chosen.ts';
import { decimalsOf, levelProblem, roundedLevel } from './LevelField.tsx';
import { followValue, valueNow } from './live-value.ts';
import { markedForm, savedForm } from './saved-form.ts';
import { readSignals, writeSignals } from './signals.ts';
import { MAX_ALERTS, type PriceAlertsState, priceAlertsState } from './state.ts';
import { priceAlertsTitle } from './title.ts';

const apple = (change: Partial<AlertRow> = {}): AlertRow => ({ ...newAlert('a1', 'AAPL'), ...change });
function windowWith(...Alerts: AlertRow[]): Pick<ToolWindow<PriceAlertsState>, 'getState' | 'update'> {
  let state: PriceAlertsState = { ...priceAlertsState.initial, Alerts };
  return {
    getState: () => state,
    update: (change) => {
      state = { ...state, ...change };
    },
  };
}

describe('Price Alerts', () => {
  test('shows the name of the save, or Untitled, in the title', () => {
    expect([priceAlertsTitle({ FileName: null }), priceAlertsTitle({ FileName: 'Tech' })]).toEqual([
      'Price Alerts - Untitled',
      'Price Alerts - Tech',
    ]);
  });

  test('has the columns of the spec in its first state', () => {
    expect(priceAlertsState.initial.Columns.map((column) => column.Id)).toEqual([
      'Name',
      'Price',
      'HighAlert',
      'HighAlertTime',
      'LowAlert',
      'LowAlertTime',
    ]);
  });

  test('refuses a symbol that has an alert already, but not on another column', () => {
    expect([
      problemOf([apple()], 'AAPL', 'Last'),
      problemOf([apple()], 'AAPL', 'ChangeP'),
      problemOf([], '', 'Last'),
    ]).toEqual(['Symbol already added', null, 'Enter a symbol']);
  });

  test('arms a side again when its price is set', () => {
    const window = windowWith(apple({ HighAlert: 5, HighAlertTime: 9, LowAlertTime: 8 }));
    setLevel(window, 'a1', 'High', 7);
    expect(window.getState().Alerts).toEqual([apple({ HighAlert: 7, HighArm: 1, LowAlertTime: 8 })]);
  });

  test('pauses every row from its header, and resumes them when all are paused', () => {
    const window = windowWith(apple(), apple({ Id: 'a2', Symbol: 'MSFT', Paused: true }));
    toggleAll(window);
    expect(isAllPaused(window.getState().Alerts)).toBe(true);
    toggleAll(window);
    expect(window.getState().Alerts.map((row) => row.Paused)).toEqual([false, false]);
    expect(isAllPaused([])).toBe(false);
  });

  test('records the firings of its alerts, and leaves the state unchanged without a new one', () => {
    const rows = [apple({ HighAlert: 5 })];
    const next = withFirings(rows, [{ AlertId: 'a1', Side: 'High', Arm: 0, Timestamp: 42 }]);
    expect(next[0]?.HighAlertTime).toBe(42);
    expect(withFirings(next, [{ AlertId: 'a1', Side: 'High', Arm: 0, Timestamp: 50 }])).toBe(next);
  });

  test('names an alert on another column by that column', () => {
    expect([nameOf(apple()), nameOf(apple({ Column: 'ChangeP' }))]).toEqual([
      'AAPL',
      expect.stringContaining('AAPL · '),
    ]);
    expect(levelText('Last', 101.5)).toBe('101.50');
  });

  test('can watch only columns with a number', () => {
    const ids = WATCHABLE_COLUMNS.map((column) => column.id);
    expect(ids).toContain('Last');
    expect(ids).toContain('ChangeP');
    expect(ids).not.toContain('Company');
  });
});

describe('a save of alerts', () => {
  const state: PriceAlertsState = {
    ...priceAlertsState.initial,
    Alerts: [apple({ HighAlert: 5, HighAlertTime: 9, HighArm: 3, Paused: true })],
    Sort: { By: 'Name', Asc: false },
  };

  test('saves levels and pauses, not firing times', () => {
    expect(savedForm(state)).toEqual({
      Alerts: [{ Symbol: 'AAPL', Column: 'Last', HighAlert: 5, LowAlert: null, Paused: true }],
      Columns: state.Columns,
      Sort: state.Sort,
      Linked: false,
      FileName: null,
    });
  });

  test('counts as changed after a new level, and not after a firing or a link', () => {
    const mark = markedForm(state);
    expect(
      markedForm({
        ...state,
        Linked: true,
        FileName: 'Mine',
        Alerts: [apple({ HighAlert: 5, HighAlertTime: null, HighArm: 4, Paused: true })],
      }),
    ).toEqual(mark);
    expect(markedForm({ ...state, Alerts: [apple({ HighAlert: 6, Paused: true })] })).not.toEqual(mark);
  });

  test('loads a save as new alerts that are armed', () => {
    const loaded = fromSaved(JSON.parse(JSON.stringify(savedForm(state))), 'Mine', () => 'new');
    expect(loaded).toEqual({
      ok: true,
      change: {
        Alerts: [apple({ Id: 'new', HighAlert: 5, Paused: true })],
        FileName: 'Mine',
        Columns: state.Columns,
        Sort: state.Sort,
      },
    });
  });

  test('reads a save of plain price alerts without columns', () => {
    expect(
      fromSaved(
        { Alerts: [{ Symbol: 'msft', HighAlert: null, LowAlert: 3, Paused: false }] },
        'Old',
        () => 'x',
      ),
    ).toMatchObject({ ok: true, change: { Alerts: [{ Symbol: 'MSFT', Column: 'Last', LowAlert: 3 }] } });
  });

  test.each([[null], [[]], [{ Alerts: 'no' }], [{ Alerts: [{ Symbol: '' }] }]])(
    'refuses the unreadable save %j and changes nothing',
    (data) => {
      expect(fromSaved(data, 'Bad', () => 'x')).toEqual({
        ok: false,
        message: 'The alerts of this save are unreadable. Nothing was changed.',
      });
    },
  );
});

describe('a level', () => {
  test.each([
    [null, 'Last', 'Not a number'],
    [Number.NaN, 'Last', 'Not a number'],
    [0, 'Last', 'Enter a price above 0'],
    [-1, 'Last', 'Enter a price above 0'],
    [4e12, 'MarketCap', null],
    [1e16, 'MarketCap', 'Enter a smaller number'],
    [0.01, 'Last', null],
    [-2, 'ChangeP', null],
  ] as const)('checks the level %s on %s: %s', (level, column, problem) => {
    expect(levelProblem(level, column)).toBe(problem);
  });

  test('keeps the four decimals of a price below a dollar', () => {
    expect([
      roundedLevel('Last', 0.12344),
      roundedLevel('Last', 12.3456),
      decimalsOf('Last', 0.5),
      decimalsOf('ChangeP', 0.5),
    ]).toEqual([0.1234, 12.35, 4, 2]);
  });

  test('fires at once at a level that is passed already', () => {
    expect([
      firesAtOnce('High', 100, 101),
      firesAtOnce('High', 100, 100),
      firesAtOnce('Low', 100, 99),
      firesAtOnce('Low', 100, null),
    ]).toEqual([true, false, true, false]);
  });
});

describe('an alert made elsewhere', () => {
  test('sets a level in the alert on the same symbol and column, and leaves the other side unchanged', () => {
    const rows = [apple({ LowAlert: 1, LowAlertTime: 4, Paused: true })];
    expect(withChosen(rows, 'AAPL', { column: 'Last', high: 9, low: null }, () => 'x')).toEqual([
      apple({ LowAlert: 1, LowAlertTime: 4, HighAlert: 9, HighArm: 1 }),
    ]);
  });
  test('adds an alert when none is on the symbol and column', () => {
    expect(withChosen([apple()], 'AAPL', { column: 'ChangeP', high: null, low: -3 }, () => 'x')[1]).toEqual({
      ...newAlert('x', 'AAPL', 'ChangeP'),
      LowAlert: -3,
      LowArm: 1,
    });
  });

  test('names the alert that a new level replaces, unless that has fired', () => {
    const both = apple({ HighAlert: 10, LowAlert: 5 });
    expect(replacedText(both, { column: 'Last', high: 12, low: null })).toBe(
      'This replaces the high alert at 10.00.',
    );
    expect(replacedText(both, { column: 'Last', high: 12, low: 4 })).toBe(
      'This replaces the high alert at 10.00 and the low alert at 5.00.',
    );
    expect(replacedText(both, { column: 'Last', high: 10, low: null })).toBeNull();
    expect(
      replacedText(apple({ HighAlert: 10, HighAlertTime: 3 }), { column: 'Last', high: 12, low: null }),
    ).toBeNull();
    expect(replacedText(undefined, { column: 'Last', high: 12, low: 4 })).toBeNull();
  });
});

describe('messages and place of an alert made elsewhere', () => {
  const kept: object[] = [];
  const toasts: { message: string; action?: { label: string; run: () => void } }[] = [];
  let shown: string[] = [];
  /** A desk with these states, each of which writes its own changes. */
  function deskWith(...states: ReturnType<typeof windowWith>[]): Parameters<typeof addChosen>[0] {
    kept.length = toasts.length = 0;
    shown = [];
    const tools = {
      statesOf: () => ({ get: () => states, subscribe: () => () => {} }),
      keep: (_id: string, state: object) => {
        kept.push(state);
        return true;
      },
      show: async (id: string) => {
        shown.push(id);
      },
    };
    // Only what is needed to put an alert somewhere.
    return {
      tools,
      dialogs: {
        toast: (toast: (typeof toasts)[number]) => {
          toasts.push(toast);
        },
      },
    } as unknown as Parameters<typeof addChosen>[0];
  }

  test('stores a new alert without a window, and offers to open Price Alerts', () => {
    addChosen(deskWith(), 'AAPL', { column: 'Last', high: 9, low: null });
    expect(kept).toEqual([
      { Alerts: [{ ...newAlert(expect.any(String), 'AAPL'), HighAlert: 9, HighArm: 1 }] },
    ]);
    expect(toasts).toEqual([
      expect.objectContaining({
        message: 'Alert on AAPL created: above 9.00',
        action: { label: 'Open Price Alerts', run: expect.any(Function) },
      }),
    ]);
    toasts[0]?.action?.run();
    expect(shown).toEqual(['price-alerts']);
  });
  test('adds a new alert to the first state of Price Alerts', () => {
    const window = windowWith(apple({ LowAlert: 1 }));
    addChosen(deskWith(window, windowWith()), 'AAPL', { column: 'Last', high: 9, low: null });
    expect([window.getState().Alerts, kept]).toEqual([
      [apple({ LowAlert: 1, HighAlert: 9, HighArm: 1 })],
      [],
    ]);
  });
  test('refuses a new alert in a full window', () => {
    const full = windowWith(
      ...Array.from({ length: MAX_ALERTS }, (_, index) => ({ ...newAlert(`b${index}`, `B${index}`) })),
    );
    addChosen(deskWith(full), 'AAPL', { column: 'Last', high: 9, low: null });
    expect([full.getState().Alerts.length, toasts.map(({ message }) => message)]).toEqual([
      MAX_ALERTS,
      [`A window holds ${MAX_ALERTS} alerts at most. Remove some first.`],
    ]);
  });
  test('moves waiting alerts into a window once, beside its alerts', () => {
    const state = (...Alerts: AlertRow[]): PriceAlertsState => ({
      ...priceAlertsState.initial,
      FileName: 'Mine',
      Alerts,
    });
    const joined = priceAlertsState.joined?.(state(apple()), {
      ...priceAlertsState.initial,
      Alerts: [apple({ HighAlert: 3 }), apple({ Id: 'a2' })],
    });
    expect(joined).toEqual(state(apple(), apple({ Id: 'a2' })));
  });

  test.each([
    [{ high: 100, now: 101 }, 'The price is already above 100.00: this alert fires at once.'],
    [{ low: 100, now: 99.5 }, 'The price is already below 100.00: this alert fires at once.'],
    [
      { high: 100, low: 200, now: 150 },
      'The price is already above 100.00 and below 200.00: both alerts fire at once.',
    ],
    [
      { high: 100, now: 101, isPaused: true },
      'The price is already above 100.00: this alert fires when it is resumed.',
    ],
    [
      { column: 'ChangeP', high: 1, now: 2 },
      `${labelOf('ChangeP')} is already above ${levelText('ChangeP', 1)}: this alert fires at once.`,
    ],
    [{ high: 100, now: 100 }, null],
    [{ high: 100, low: 90, now: 95 }, null],
    [{ high: 100, now: null }, null],
    [{ high: Number.NaN, low: null, now: 95 }, null],
  ])('warns for %j which levels fire at once: %s', (levels, text) => {
    expect(atOnceText({ column: 'Last', ...levels })).toBe(text);
  });

  test('follows the compared value while the dialog is open', () => {
    let [last, watched] = [100, [] as string[]];
    let refresh = (): void => {};
    const symbols = {
      get: () => ({ last }),
      watch: (list: string[]) => {
        watched = [...watched, ...list];
        return () => {
          watched = [];
        };
      },
      subscribe: (_list: string[], _cadence: number, listener: () => void) => {
        refresh = listener;
        return () => {
          refresh = () => {};
        };
      },
    };
    // Only what a quote is read from.
    const platform = { symbols } as unknown as Pick<ToolPlatform, 'symbols'>;
    const values: (number | null)[] = [];
    const end = followValue(platform, 'AAPL', 'Last', () => values.push(valueNow(platform, 'AAPL', 'Last')));
    refresh();
    last = 0;
    refresh();
    expect([values, watched]).toEqual([[100, null], ['AAPL']]);
    end();
    refresh();
    expect([values.length, watched]).toEqual([2, []]);
  });
});

describe('the choice of sound and desktop notifications', () => {
  test.each([[null], ['{'], ['7'], ['{"hasSound":"yes"}']])(
    'has no sound or desktop notifications when %s was stored',
    (stored) => {
      expect(readSignals({ getItem: () => stored })).toEqual({ hasSound: false, hasDesktop: false });
    },
  );
  test('restores the choice of sound and desktop notifications', () => {
    let kept = '';
    expect(
      writeSignals(
        {
          setItem: (_key, value) => {
            kept = value;
          },
        },
        { hasSound: true, hasDesktop: false },
      ),
    ).toBe(true);
    expect(readSignals({ getItem: () => kept })).toEqual({ hasSound: true, hasDesktop: false });
  });
});

test('a stored state that does not fit falls back to the first one', () => {
  expect(
    restoreState(priceAlertsState, {
      version: 0,
      data: { ...priceAlertsState.initial, Alerts: [{ Id: '' }] },
    }).ok,
  ).toBe(false);
});
