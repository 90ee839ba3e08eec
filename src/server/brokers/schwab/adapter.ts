import type { ExternalBrokerAdapter } from '../broker-adapter.ts';
import { readSchwabConfig, type SchwabConfig } from './config.ts';
import { SchwabBroker } from './schwab-broker.ts';

/** A broker that speaks the dialect of Schwab's trader API. */
export const SCHWAB_ADAPTER: ExternalBrokerAdapter<SchwabConfig> = {
  readConfig: readSchwabConfig,
  open: (config, host) => new SchwabBroker({ config, ...host }),
};
