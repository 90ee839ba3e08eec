import { describe, expect, test } from 'vitest';
import { newAlert, type AlertRow } from '../../src/domain/alerts/index.ts';
import { restoreState, type ToolPlatform } from '../../src/plugin-api/index.ts';
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
} from './alerts.ts';
import { atOnceText, firesAtOnce } from './at-once.ts';
import { addChosen, replacedText, withChosen } from './add-chosen.ts';
import { decimalsOf, levelProblem, roundedLevel } from './LevelField.tsx';
import { followValue, valueNow } from './live-value.ts';
import { markedForm, savedForm } from './saved-form.ts';
import { readSignals, writeSignals } from './signals.ts';
import { alertsOf } from './shown-alerts.ts';
import { MAX_ALERTS, type PriceAlertsState, priceAlertsState } from './state.ts';
import { FakeAlertPlatform } from './testing.ts';
import { priceAlertsTitle } from './title.ts';

const apple = (change: Partial<AlertRow> = {}): AlertRow => ({ ...newAlert('a1', 'AAPL'), ...change });
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
    const fake = new FakeAlertPlatform(apple({ HighAlert: 5, HighAlertTime: 9, LowAlertTime: 8 }));
    setLevel(fake.platform, 'a1', 'High', 7);
    expect(fake.rows).toEqual([apple({ HighAlert: 7, HighArm: 1, LowAlertTime: 8 })]);
  });

  test('pauses every row from its header, and resumes them when all are paused', () => {
    const fake = new FakeAlertPlatform(apple(), apple({ Id: 'a2', Symbol: 'MSFT', Paused: true }));
    const window = fake.open(['a1', 'a2']);
    toggleAll(window);
    expect(isAllPaused(alertsOf(window))).toBe(true);
    toggleAll(window);
    expect(alertsOf(window).map((row) => row.Paused)).toEqual([false, false]);
    expect(isAllPaused([])).toBe(false);
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
  const alerts = [apple({ HighAlert: 5, HighAlertTime: 9, HighArm: 3, Paused: true })];
  const state: PriceAlertsState = {
    ...priceAlertsState.initial,
    Alerts: ['a1'],
    Sort: { By: 'Name', Asc: false },
  };

  test('saves levels and pauses, not firing times', () => {
    expect(savedForm(state, alerts)).toEqual({
      Alerts: [{ Symbol: 'AAPL', Column: 'Last', HighAlert: 5, LowAlert: null, Paused: true }],
      Columns: state.Columns,
      Sort: state.Sort,
      Linked: false,
      FileName: null,
    });
  });

  test('counts as changed after a new level, and not after a firing or a link', () => {
    const mark = markedForm(state, alerts);
    expect(
      markedForm({ ...state, Linked: true, FileName: 'Mine' }, [
        apple({ HighAlert: 5, HighAlertTime: null, HighArm: 4, Paused: true }),
      ]),
    ).toEqual(mark);
    expect(markedForm(state, [apple({ HighAlert: 6, Paused: true })])).not.toEqual(mark);
  });

  test('loads a save as new alerts that are armed', () => {
    const loaded = fromSaved(JSON.parse(JSON.stringify(savedForm(state, alerts))), 'Mine', () => 'new');
    expect(loaded).toEqual({
      ok: true,
      rows: [apple({ Id: 'new', HighAlert: 5, Paused: true })],
      change: {
        Alerts: ['new'],
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
    ).toMatchObject({ ok: true, rows: [{ Symbol: 'MSFT', Column: 'Last', LowAlert: 3 }] });
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
  test('has the chosen level, and leaves the other side unchanged', () => {
    const row = apple({ LowAlert: 1, LowAlertTime: 4, Paused: true });
    expect(withChosen(row, { column: 'Last', high: 9, low: null })).toEqual(
      apple({ LowAlert: 1, LowAlertTime: 4, HighAlert: 9, HighArm: 1 }),
    );
    expect(withChosen(apple(), { column: 'Last', high: null, low: -3 })).toEqual(
      apple({ LowAlert: -3, LowArm: 1 }),
    );
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
  const above9 = { column: 'Last', high: 9, low: null };

  test('adds a new alert without a window, and offers to open Price Alerts', () => {
    const fake = new FakeAlertPlatform();
    addChosen(fake.platform, 'AAPL', above9, null);
    expect(fake.rows).toEqual([{ ...newAlert(expect.any(String), 'AAPL'), HighAlert: 9, HighArm: 1 }]);
    expect(fake.toasts).toEqual([
      expect.objectContaining({
        message: 'Alert on AAPL created: above 9.00',
        action: { label: 'Open Price Alerts', run: expect.any(Function) },
      }),
    ]);
    fake.runAction();
    expect(fake.shown).toEqual(['price-alerts']);
  });

  test('sets a level in the alert that is there already, with a window or without one', () => {
    const fake = new FakeAlertPlatform(apple({ LowAlert: 1 }));
    addChosen(fake.platform, 'AAPL', above9, null);
    const window = fake.open(['a1']);
    addChosen(fake.platform, 'AAPL', { column: 'Last', high: 12, low: null }, null);
    expect(fake.rows).toEqual([apple({ LowAlert: 1, HighAlert: 12, HighArm: 2 })]);
    expect(window.getState().Alerts).toEqual(['a1']);
  });

  test('lists a new alert in the first window, beside one on the same symbol in another window', () => {
    const fake = new FakeAlertPlatform(apple({ LowAlert: 1 }));
    const [first, second] = [fake.open([]), fake.open(['a1'])];
    addChosen(fake.platform, 'AAPL', above9, null);
    expect(fake.rows).toHaveLength(2);
    expect([first.getState().Alerts, second.getState().Alerts]).toEqual([[fake.rows[1]?.Id], ['a1']]);
  });

  test('lists a new alert in the window on screen rather than in the first', () => {
    const fake = new FakeAlertPlatform(apple({ LowAlert: 1 }));
    const [first, second] = [fake.open(['a1']), fake.open([])];
    fake.show(second);
    addChosen(fake.platform, 'AAPL', above9, null);
    expect([first.getState().Alerts, second.getState().Alerts]).toEqual([['a1'], [fake.rows[1]?.Id]]);
  });

  test('says in its message that a level is reached already', () => {
    const fake = new FakeAlertPlatform();
    addChosen(fake.platform, 'AAPL', above9, 10);
    expect(fake.toasts.map(({ message, tone }) => [message, tone])).toEqual([
      [
        'Alert on AAPL created: above 9.00. The price is already above 9.00: this alert fires at once.',
        'warning',
      ],
    ]);
  });

  test('shows a new alert in the first window though that lists as many as it can', () => {
    const ids = Array.from({ length: MAX_ALERTS }, (_, index) => `b${index}`);
    const fake = new FakeAlertPlatform(...ids.map((id) => newAlert(id, id.toUpperCase())));
    const window = fake.open(ids);
    addChosen(fake.platform, 'AAPL', above9, null);
    expect([window.getState().Alerts, alertsOf(window).at(-1)?.Symbol]).toEqual([ids, 'AAPL']);
  });

  test('refuses a new alert to a user without the permission', () => {
    const fake = new FakeAlertPlatform();
    fake.permissionMask = 0;
    addChosen(fake.platform, 'AAPL', above9, null);
    expect([fake.rows, fake.toasts.map(({ message }) => message)]).toEqual([
      [],
      [
        "You don't have permissions to access Price Alerts. Consider subscribing to get access to Price Alerts",
      ],
    ]);
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
  for (const Alerts of ['damaged', [{ Id: '' }], [7]])
    expect(
      restoreState(priceAlertsState, { version: 1, data: { ...priceAlertsState.initial, Alerts } }).ok,
    ).toBe(false);
});
