// Writes bars as CSV: node bars.mjs SPY 1d 2026-01-02T00:00:00Z 2026-02-01T00:00:00Z > bars.csv
import { createTapedeckClient } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const [symbol, size, from, to] = process.argv.slice(2);
console.log('time,open,high,low,close,volume');
// The loop reads one page after the other; `break` would end the reading.
for await (const { time, open, high, low, close, volume } of client.bars({ symbol, size, from, to }))
  console.log([time, open, high, low, close, volume].join(','));
