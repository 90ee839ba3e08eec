import type { OrderTemplate, SavedTemplate } from '../../../src/plugin-api/index.ts';

const NOTHING: OrderTemplate = {
  TargetBasis: 'Percent',
  Targets: [],
  Stop: null,
  IsBreakEven: false,
  ExitTif: 'Day',
  Trail: null,
  TimeExit: null,
  Atr: null,
  Condition: null,
};

const saved = (id: string, name: string, parts: Partial<OrderTemplate>): SavedTemplate => ({
  id,
  name,
  template: { ...NOTHING, ...parts },
});

/** Two targets, 1 % and 2 % away, and a stop at 50 cents that moves to break-even. */
export const SCALP = saved('7', 'Scalp', {
  Targets: [
    { AmountE4: 10_000, Share: 60 },
    { AmountE4: 20_000, Share: 40 },
  ],
  Stop: { Basis: 'Offset', AmountE4: 5_000 },
  IsBreakEven: true,
});
/** A stop of dollars at risk that trails by the average true range, and a time of day. */
const SWING = saved('8', 'Swing', {
  TargetBasis: 'Atr',
  Targets: [{ AmountE4: 30_000, Share: 100 }],
  Stop: { Basis: 'Risk', AmountE4: 500_000 },
  ExitTif: 'GoodTillCancel',
  Trail: {
    Start: { Basis: 'Offset', AmountE4: 10_000 },
    Distance: { Basis: 'Percent', AmountE4: 5_000 },
  },
  TimeExit: { Basis: 'TimeOfDay', Minutes: 950 },
  Atr: { Period: 14, Bars: 'Day' },
});
/** A condition: an order of a basket takes none. */
const DIP = saved('9', 'Dip', {
  Condition: { Basis: 'Last', Symbol: 'SPY', Direction: 'AtOrBelow', PriceE4: 1_000_000 },
});
export const TEMPLATES: readonly SavedTemplate[] = [SCALP, SWING, DIP];
