// Places a limit order at the best bid, and cancels it when it has not filled: node place-and-cancel.mjs SPY 10
import { setTimeout as sleep } from 'node:timers/promises';
import { createTapedeckClient, TapedeckError } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const [symbol, quantity] = process.argv.slice(2);
const { account } = (await client.accounts()).find(({ isDefault }) => isDefault);
const { bid } = (await client.quotes([symbol])).items[0];
const terms = { account, symbol, side: 'Buy', quantity: Number(quantity), type: 'Limit', price: bid };
const { orderId } = await client.placeOrder(terms);
console.log(`Placed ${orderId}: buy ${quantity} ${symbol} at ${bid}`);

await sleep(2000);
try {
  await client.cancelOrder(orderId);
} catch (error) {
  // The order has filled meanwhile.
  if (!(error instanceof TapedeckError) || error.code !== 'cancel_rejected') throw error;
}
const { status, filled } = await client.order(orderId);
console.log(`${status}, ${filled} filled`);
