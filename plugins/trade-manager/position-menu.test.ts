import { describe, expect, it } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import type { ToolPlatform, ToolWindow, WirePosition } from '../../src/plugin-api/index.ts';
import { positionMenu } from './position-menu.ts';
import type { PositionRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';
import { tradingCommands } from './trading-commands.ts';

const CALL = 'SPY261120C00652000';

const held = (Symbol: string, LongQty: number): WirePosition => ({
  Account: 'A',
  Symbol,
  IsStock: !Symbol.includes('C00'),
  LongQty,
  ShortQty: 0,
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 0,
});

function platformWith(positions: readonly WirePosition[], questions: string[] = []): ToolPlatform {
  // The parts of a platform that the menu and its commands use.
  return {
    canTrade: () => ({ ok: true }),
    orders: {
      get: () => ({ orders: new Map(), positions: new Map(positions.map((each) => [each.Symbol, each])) }),
      options: { get: () => null },
    },
    session: { get: () => ({ account: 'A', routes: [] }) },
    tradingApi: { get: () => ({ capabilities: BROKERS.tapedeck.capabilities }) },
    dialogs: {
      confirm: ({ title, message }: { title: string; message: string }) => {
        questions.push(`${title}: ${message}`);
        return Promise.resolve(false);
      },
    },
  } as unknown as ToolPlatform;
}

describe('the menu of a position', () => {
  const labels = (symbol: string) => {
    const position = held(symbol, 2);
    const tool = { id: 'w', platform: platformWith([position]) } as ToolWindow<TradeManagerState>;
    // The menu reads no prices.
    const row = { position, symbol } as PositionRow;
    return positionMenu(tool, row, BROKERS.tapedeck.capabilities.lacks).map(({ label }) => label);
  };

  it('names an option as the grid does, not by its symbol', () => {
    expect(labels(CALL)).toEqual([
      'Close position…',
      "Flatten SPY Nov 20 '26 652 Call…",
      "Reverse SPY Nov 20 '26 652 Call…",
      'Exercise…',
      "Buy SPY Nov 20 '26 652 Call",
      "Sell SPY Nov 20 '26 652 Call",
    ]);
  });

  it('names a stock by its symbol', () => {
    expect(labels('SPY')).toEqual(['Close position…', 'Flatten SPY…', 'Reverse SPY…', 'Buy SPY', 'Sell SPY']);
  });
});

describe('the questions before a position is flattened or reversed', () => {
  it('name an option as the grid does', async () => {
    const questions: string[] = [];
    const commands = tradingCommands(platformWith([held(CALL, 2)], questions));
    for (const id of ['order.flatten', 'order.reverse', 'order.flatten-all'])
      await commands.find((command) => command.id === id)?.run({ symbol: CALL });
    expect(questions).toEqual([
      "Flatten SPY Nov 20 '26 652 Call: Sell 2 SPY Nov 20 '26 652 Call at market.",
      "Reverse SPY Nov 20 '26 652 Call: Sell 2 SPY Nov 20 '26 652 Call at market, then sell short 2.",
      "Flatten all positions: Cancel every open order of the account, and close the position in SPY Nov 20 '26 652 Call at market?",
    ]);
  });
});
