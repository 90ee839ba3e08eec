// Buys and sells stocks until they have given weights of the account's value, in per cent. Prints the orders; --send sends them.
// For accounts with stocks only: the value of an option has a multiplier.
//   node rebalance.mjs SPY=60 QQQ=30 --send
import { createTapedeckClient, parseDollars } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const weights = new Map(process.argv.filter((text) => text.includes('=')).map((text) => text.split('=')));
const { account } = (await client.accounts()).find(({ isDefault }) => isDefault);
for await (const { orderId } of client.orders({ account }))
  throw new Error(`Order ${orderId} is open: what it fills would be counted twice.`);
const held = new Map((await client.positions({ account })).map(({ symbol, quantity }) => [symbol, quantity]));
const { items } = await client.quotes([...new Set([...weights.keys(), ...held.keys()])]);
// Whole numbers of 1/10,000 dollar: sums of fractions would drift.
const prices = new Map(items.map(({ symbol, last }) => [symbol, parseDollars(last)]));

let value = parseDollars((await client.balance({ account })).cash);
for (const [symbol, quantity] of held) value += quantity * prices.get(symbol);

const orders = [...weights].map(([symbol, weight]) => {
  const target = Math.floor((value * Number(weight)) / 100 / prices.get(symbol));
  const change = target - (held.get(symbol) ?? 0);
  return { account, symbol, side: change > 0 ? 'Buy' : 'Sell', quantity: Math.abs(change), type: 'Market' };
});
// Sales first: they pay for the purchases.
orders.sort((first, second) => second.side.localeCompare(first.side));
for (const order of orders.filter(({ quantity }) => quantity > 0)) {
  if (process.argv.includes('--send')) await client.placeOrder(order);
  console.log(`${order.side} ${order.quantity} ${order.symbol}`);
}
