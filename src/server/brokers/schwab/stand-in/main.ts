import { STAND_IN_ACCOUNTS, startStandInBroker } from './stand-in.ts';

/** `npm run broker-stand-in`: a broker to try the external trading API with, on this machine only. */

const DEFAULT_PORT = 4700;
const DEFAULT_CALLBACK = 'http://127.0.0.1:4600/api/ExternalBroker/callback';
const KEY = 'stand-in-key';
const SECRET = 'stand-in-secret';
const STEP_MS = 500;

/** Sample prices: each symbol has its own, moving a little with the time. */
function sampleQuote(symbol: string): { bid: number; ask: number } | undefined {
  if (!/^[A-Z][A-Z0-9./ ]*$/.test(symbol)) return undefined;
  const seed = [...symbol].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7);
  const middle = (20 + (seed % 300)) * (1 + 0.002 * Math.sin(Date.now() / 20_000 + seed));
  return { bid: Math.floor(middle * 100) / 100, ask: Math.floor(middle * 100 + 2) / 100 };
}

const portText = process.env.TAPEDECK_STAND_IN_PORT?.trim() || String(DEFAULT_PORT);
const port = Number(portText);
if (!/^\d{1,5}$/.test(portText) || port < 1 || port > 65_535) {
  process.stderr.write(
    `TAPEDECK_STAND_IN_PORT is "${portText.slice(0, 80)}"; it must be a port number from 1 to 65535.\n`,
  );
  process.exit(1);
}
const callback = process.env.TAPEDECK_BROKER_CALLBACK?.trim() || DEFAULT_CALLBACK;

try {
  const broker = await startStandInBroker({
    port,
    key: KEY,
    secret: SECRET,
    callbacks: [callback],
    quoteOf: sampleQuote,
    stepMs: STEP_MS,
  });
  process.stdout
    .write(`The stand-in broker is at ${broker.url}, with accounts ${STAND_IN_ACCOUNTS.join(' and ')}. Start Tapedeck with:
  TAPEDECK_BROKER_URL=${broker.url}
  TAPEDECK_BROKER_KEY=${KEY}
  TAPEDECK_BROKER_SECRET=${SECRET}
  TAPEDECK_BROKER_CALLBACK=${callback}
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      broker.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
} catch (error) {
  process.stderr.write(
    `The stand-in broker could not start on port ${port}: ${error instanceof Error ? error.message : String(error)}. Set TAPEDECK_STAND_IN_PORT to a free port.\n`,
  );
  process.exit(1);
}
