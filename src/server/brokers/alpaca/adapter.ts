import type { ExternalBrokerAdapter } from '../broker-adapter.ts';
import { AlpacaBroker } from './alpaca-broker.ts';
import { readAlpacaBrokerConfig, type AlpacaBrokerConfig } from './config.ts';

/** Accounts at Alpaca, each reached with a key of its user. */
export const ALPACA_BROKER_ADAPTER: ExternalBrokerAdapter<AlpacaBrokerConfig> = {
  readConfig: readAlpacaBrokerConfig,
  open: (config, host) => new AlpacaBroker({ config, ...host }),
};
