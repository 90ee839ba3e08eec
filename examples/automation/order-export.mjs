// Writes the orders of the present exchange day, and all open ones, as CSV: node order-export.mjs > orders.csv
import { createTapedeckClient } from '@tapedeck/client';

const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const columns = ['orderId', 'created', 'completed', 'symbol', 'side', 'type', 'quantity', 'filled'];
columns.push('price', 'stopPrice', 'averagePrice', 'status', 'message');
// A text with a comma or a quotation mark is quoted.
const cell = (value) => (/[",\n]/.test(value ?? '') ? `"${value.replaceAll('"', '""')}"` : (value ?? ''));

console.log(columns.join(','));
for await (const order of client.orders({ state: 'all', pageSize: 1000 }))
  console.log(columns.map((column) => cell(order[column])).join(','));
