// Prints best bid, best offer and last price of symbols: node quote.mjs SPY QQQ
import { createTapedeckClient } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const { items, unknown } = await client.quotes(process.argv.slice(2));
for (const { symbol, bid, ask, last } of items) console.log(`${symbol} ${bid} ${ask} ${last}`);
if (unknown.length > 0) console.error(`Unknown: ${unknown.join(', ')}`);
