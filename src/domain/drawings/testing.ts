import type { Drawing } from './drawing.ts';

/** A line on AAPL with the id `AAPL:d1`, changed. */
export const drawing = (change: Partial<Drawing> = {}): Drawing => ({
  Id: 'AAPL:d1',
  Symbol: 'AAPL',
  Area: 'price',
  Order: 0,
  Type: 1,
  Points: [
    { Date: 1_000, Offset: 0, Value: 100 },
    { Date: 2_000, Offset: 0.5, Value: 110 },
  ],
  BarSize: 'Minute5',
  Color: '#000000',
  Thickness: 2,
  FontSize: 20,
  Text: 'Text',
  IsLocked: false,
  IsHidden: false,
  ...change,
});
