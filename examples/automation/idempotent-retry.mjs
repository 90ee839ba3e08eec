// Sends an order once, even when this program or the machine is stopped half way: start it again with the same file.
//   node idempotent-retry.mjs order-1.json SPY 10
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createTapedeckClient } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const [file, symbol, quantity] = process.argv.slice(2);
if (!existsSync(file)) {
  const { account } = (await client.accounts()).find(({ isDefault }) => isDefault);
  const { bid } = (await client.quotes([symbol])).items[0];
  const terms = { account, symbol, side: 'Buy', quantity: Number(quantity), type: 'Limit', price: bid };
  // Key and order are stored before the call: a repeat must have both.
  writeFileSync(file, JSON.stringify({ idempotencyKey: randomUUID(), terms }), { flush: true });
}
const { idempotencyKey, terms } = JSON.parse(readFileSync(file, 'utf8'));
const { orderId, created } = await client.placeOrder(terms, { idempotencyKey });
console.log(`Order ${orderId} of ${created}`);
