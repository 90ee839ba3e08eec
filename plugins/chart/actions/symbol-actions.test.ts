import { beforeEach, expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartAction } from '../model/chart-action.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartState } from '../state.ts';
import { actionsOf, SymbolActions } from './symbol-actions.ts';

type Items = Awaited<ReturnType<ToolWindow<ChartState>['platform']['symbols']['symbolActions']>>;

const SPLIT_MS = newYorkMs('2014-06-09', 0);
const SPLIT: Items[number] = {
  TS: SPLIT_MS,
  ExDate: '2014-06-09',
  ActionType: 'Split',
  Title: '7-for-1 split',
};

let nowMs: number;
let answers: Record<string, Items | Error>;
let requested: string[];
let window: ToolWindow<ChartState>;
let model: { actions: readonly ChartAction[] };
let actions: SymbolActions;

beforeEach(() => {
  nowMs = newYorkMs('2014-06-09', 600);
  answers = {};
  requested = [];
  model = { actions: [] };
  // Only what the actions use of a window and of a chart.
  window = {
    id: 'w1',
    platform: {
      exchangeMs: () => nowMs,
      symbols: {
        async symbolActions(symbol: string) {
          requested.push(symbol);
          const answer = answers[symbol] ?? [];
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
    },
  } as unknown as ToolWindow<ChartState>;
  const noView = {} as unknown as ChartView;
  actions = new SymbolActions(window, model, noView);
});

it('loads the actions of a symbol once an exchange day', async () => {
  actions.setSymbol('AAPL');
  answers['AAPL'] = [];
  await actions.load();
  await actions.load();
  expect(requested).toEqual(['AAPL']);
  nowMs = newYorkMs('2014-06-10', 600);
  await actions.load();
  expect(requested).toEqual(['AAPL', 'AAPL']);
});

it('gives them to the chart and to its menu, and takes them away with the symbol', async () => {
  answers['AAPL'] = [SPLIT];
  actions.setSymbol('AAPL');
  await actions.load();
  const shown = [{ kind: 'Split', timeMs: SPLIT_MS, title: '7-for-1 split' }];
  expect([model.actions, actionsOf(window).get()]).toEqual([shown, shown]);
  actions.setSymbol('KO');
  expect([model.actions, actionsOf(window).get()]).toEqual([[], []]);
});

it('requests again what failed', async () => {
  answers['AAPL'] = new Error('The server does not answer.');
  actions.setSymbol('AAPL');
  await actions.load();
  answers['AAPL'] = [SPLIT];
  await actions.load();
  expect(model.actions).toHaveLength(1);
});

it('requests nothing without a symbol', async () => {
  await actions.load();
  expect(requested).toEqual([]);
});
