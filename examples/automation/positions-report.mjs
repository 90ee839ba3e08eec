// Prints the open positions with their value and open profit, and the sum: node positions-report.mjs
import { createTapedeckClient, formatDollars, parseDollars } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const positions = (await client.positions()).filter(({ quantity }) => quantity !== 0);
const { items } = await client.quotes(positions.map(({ symbol }) => symbol));
const lasts = new Map(items.map(({ symbol, last }) => [symbol, last]));

let total = 0;
for (const { symbol, quantity, cost } of positions) {
  const last = lasts.get(symbol) ?? null;
  if (last === null) {
    console.log(`${symbol.padEnd(8)} ${String(quantity).padStart(8)}  no price`);
    continue;
  }
  const value = quantity * parseDollars(last);
  // The cost of a short position is what its sale brought, below 0.
  const profit = value - parseDollars(cost);
  total += profit;
  const figures = [String(quantity), last, formatDollars(value), formatDollars(profit)];
  console.log(symbol.padEnd(8), ...figures.map((figure) => figure.padStart(14)));
}
console.log(`Open profit: ${formatDollars(total)}`);
