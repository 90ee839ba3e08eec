import { columnSetting, type ReadyWorkspace } from '../src/plugin-api/index.ts';

const range = (TimeFrame: string, BarSize: string) => ({
  TimeFrame,
  BarSize,
  CustomFromDate: null,
  CustomToDate: null,
});
const study = (Id: string, period?: number, ordinal?: number) => ({
  Id,
  Parameters: period === undefined ? {} : { period },
  ...(ordinal === undefined ? {} : { Key: `${Id}:${ordinal}` }),
});
/** A filter of MarketScreen for values above another one. */
const above = (Field: string, Value: string) => ({ Field, Operation: 'GreaterThan', Value, Group: null });

/** Workspaces of the installed tools for the kinds of work that they were made for. */
export const readyWorkspaces: readonly ReadyWorkspace[] = [
  {
    id: 'day-trading',
    title: 'Day trading',
    summary:
      'A list and a minute chart with VWAP and two averages, the order book and the tape, the ticket and your orders.',
    content: {
      weight: 100,
      row: [
        {
          weight: 78,
          column: [
            {
              weight: 64,
              row: [
                {
                  weight: 34,
                  tool: 'market-view',
                  // As many as its width shows on a small screen: the price must not be behind the edge.
                  state: { Columns: ['Symbol', 'Last', 'ChangeP', 'Volume'].map((id) => columnSetting(id)) },
                },
                {
                  weight: 66,
                  tool: 'chart',
                  state: {
                    Range: range('Intraday1', 'Minute1'),
                    Indicators: [
                      study('volume'),
                      study('trades'),
                      study('vwap'),
                      study('ema', 9),
                      study('ema', 20, 2),
                    ],
                  },
                },
              ],
            },
            {
              weight: 36,
              row: [
                { weight: 55, tool: 'trade-manager' },
                { weight: 45, tool: 'market-maker' },
              ],
            },
          ],
        },
        { weight: 22, tool: 'order-entry' },
      ],
    },
  },
  {
    id: 'options',
    title: 'Options',
    summary: 'An option chain with the chart of its underlying, the ticket and your positions.',
    content: {
      weight: 100,
      row: [
        {
          weight: 62,
          column: [
            { weight: 65, tool: 'option-chain' },
            { weight: 35, tool: 'trade-manager' },
          ],
        },
        {
          weight: 38,
          column: [
            { weight: 45, tool: 'chart', state: { Range: range('Month3', 'Daily') } },
            { weight: 55, tool: 'order-entry' },
          ],
        },
      ],
    },
  },
  {
    id: 'long-term',
    title: 'Long term',
    summary:
      'A screen for traded stocks above a rising 200-day average, a list to follow, daily bars with the averages, and price alerts.',
    content: {
      weight: 100,
      row: [
        {
          weight: 45,
          column: [
            {
              weight: 50,
              tool: 'market-screen',
              state: {
                Filters: [above('DollarVolume', '50M'), above('SMA200P', '0'), above('SMA200Slope', '0')],
                Sort: { By: 'MarketCap', Asc: false },
              },
            },
            { weight: 50, tool: 'market-view' },
          ],
        },
        {
          weight: 55,
          column: [
            {
              weight: 68,
              tool: 'chart',
              state: {
                Range: range('Year2', 'Daily'),
                Indicators: [study('volume'), study('sma50'), study('sma200')],
              },
            },
            { weight: 32, tool: 'price-alerts' },
          ],
        },
      ],
    },
  },
  {
    id: 'strategies',
    title: 'Strategies',
    summary:
      'The strategy editor with problems, log and results, the strategies with their runs, and a chart for the trades.',
    content: {
      weight: 100,
      column: [
        { weight: 62, tool: 'strategy-editor' },
        {
          weight: 38,
          row: [
            { weight: 50, tool: 'algo-stream' },
            { weight: 50, tool: 'chart', state: { Range: range('Intraday5', 'Minute5') } },
          ],
        },
      ],
    },
  },
];
