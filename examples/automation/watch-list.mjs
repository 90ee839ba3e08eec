// Writes the quotes of a watch list, a file with a symbol in each line, as CSV: node watch-list.mjs list.txt > quotes.csv
import { readFile } from 'node:fs/promises';
import { createTapedeckClient } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const symbols = (await readFile(process.argv[2], 'utf8')).split(/\s+/).filter((symbol) => symbol !== '');
const { items, unknown } = await client.quotes(symbols);
console.log('symbol,bid,bidSize,ask,askSize,last,previousClose,volume,time');
for (const quote of items) {
  const { symbol, bid, bidSize, ask, askSize, last, previousClose, volume, time } = quote;
  // Null, which stands for no price, becomes an empty cell.
  console.log([symbol, bid, bidSize, ask, askSize, last, previousClose, volume, time].join(','));
}
if (unknown.length > 0) console.error(`Unknown: ${unknown.join(', ')}`);
