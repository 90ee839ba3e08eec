// Gives each stock position without a stop order one, so many per cent from the last price: node stop-losses.mjs 5
import { createTapedeckClient, formatDollars, parseDollars } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const percent = Number(process.argv[2]);
const { account } = (await client.accounts()).find(({ isDefault }) => isDefault);
const stopped = new Set();
for await (const { symbol, type } of client.orders({ account })) if (type === 'Stop') stopped.add(symbol);

const positions = (await client.positions({ account })).filter(({ quantity }) => quantity !== 0);
const { items } = await client.quotes(positions.map(({ symbol }) => symbol));
for (const { symbol, last } of items) {
  if (stopped.has(symbol) || last === null) continue;
  const { quantity } = positions.find((position) => position.symbol === symbol);
  const isLong = quantity > 0;
  const exact = parseDollars(last) * (1 + (isLong ? -percent : percent) / 100);
  // In whole cents.
  const stopPrice = formatDollars(Math.round(exact / 100) * 100);
  const exit = isLong ? { side: 'Sell', source: 'Close' } : { side: 'Buy', source: 'Cover' };
  const terms = { ...exit, type: 'Stop', timeInForce: 'GoodTillCancel', stopPrice };
  await client.placeOrder({ account, symbol, quantity: Math.abs(quantity), ...terms });
  console.log(`${exit.side} ${Math.abs(quantity)} ${symbol} at ${stopPrice}`);
}
