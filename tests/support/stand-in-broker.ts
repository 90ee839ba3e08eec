import {
  startStandInBroker,
  type StandInBroker,
  type StandInOptions,
} from '../../src/server/brokers/schwab/stand-in/stand-in.ts';
import { EXTERNAL_BROKER_PATH } from '../../src/protocol/index.ts';

const STAND_IN_KEY = 'test-key';
const STAND_IN_SECRET = 'test-secret';

/** Quotes of the tests: SPY 100.00 by 100.02, MSFT 300.00 by 300.10, and two calls on SPY. */
const TEST_QUOTES: Readonly<Record<string, { bid: number; ask: number }>> = {
  SPY: { bid: 100, ask: 100.02 },
  MSFT: { bid: 300, ask: 300.1 },
  'SPY   270115C00100000': { bid: 2.1, ask: 2.2 },
  'SPY   270115C00105000': { bid: 0.9, ask: 1 },
};

export interface TestBroker extends StandInBroker {
  /** What the server's configuration needs to use this broker; for a server that is started as a process, `environment` says the same. */
  readonly config: {
    readonly url: string;
    readonly key: string;
    readonly secret: string;
    readonly callback: string;
  };
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A stand-in broker for a server whose HTTP port is `serverPort`. Orders move by `book.step()` only, unless `stepMs` is given: end-to-end
 * tests want that, and usually `switches.allowsAtOnce` off, so that the login page is seen.
 */
export async function startTestBroker(
  serverPort: number,
  options: Partial<StandInOptions> = {},
): Promise<TestBroker> {
  const callback = `http://127.0.0.1:${serverPort}${EXTERNAL_BROKER_PATH}/callback`;
  const broker = await startStandInBroker({
    key: STAND_IN_KEY,
    secret: STAND_IN_SECRET,
    callbacks: [callback],
    quoteOf: (symbol) => TEST_QUOTES[symbol],
    ...options,
  });
  const config = { url: broker.url, key: STAND_IN_KEY, secret: STAND_IN_SECRET, callback };
  return {
    ...broker,
    config,
    environment: {
      TAPEDECK_BROKER_URL: config.url,
      TAPEDECK_BROKER_KEY: config.key,
      TAPEDECK_BROKER_SECRET: config.secret,
      TAPEDECK_BROKER_CALLBACK: config.callback,
    },
  };
}
