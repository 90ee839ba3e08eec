// Buys for an amount of dollars once on each exchange day, however often a scheduler starts it: node scheduled-buy.mjs SPY 500
import { createTapedeckClient, parseDollars, TapedeckError } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const [symbol, amount] = process.argv.slice(2);
const { isOpen, sessionDate } = await client.clock();
if (!isOpen) throw new Error('The market is closed.');
const { account } = (await client.accounts()).find(({ isDefault }) => isDefault);
const { ask } = (await client.quotes([symbol])).items[0];
const quantity = Math.floor(parseDollars(amount) / parseDollars(ask));
const terms = { account, symbol, side: 'Buy', quantity, type: 'Limit', price: ask };
try {
  // The day is part of the key: the second order of a day is no new order.
  await client.placeOrder(terms, { idempotencyKey: `scheduled-${symbol}-${sessionDate}` });
  console.log(`Bought on ${sessionDate}: ${quantity} ${symbol} at up to ${ask}`);
} catch (error) {
  // The price, and with it the order, has changed since the first run of the day.
  if (!(error instanceof TapedeckError) || error.code !== 'idempotency_conflict') throw error;
  console.log(`Already bought on ${sessionDate}.`);
}
