import type { Clock } from '../clock.ts';
import type { Identity } from '../identity/identity.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { Environment } from '../variable-reader.ts';
import type { ExternalBrokerService } from './external-broker-service.ts';

/** What the server gives to the external broker that it opens. */
export interface BrokerHost {
  readonly repositories: Pick<
    Repositories,
    'externalBroker' | 'sessions' | 'tradingApis' | 'users' | 'system'
  >;
  readonly identity: Pick<Identity, 'onSessionEnded'>;
  readonly clock: Clock;
}

/** What was read of an adapter's variables. */
export interface ReadBrokerConfig<Config> {
  /** Undefined when its variables are not set, or wrong. */
  readonly config: Config | undefined;
  /** A line for each wrong or missing value, which names the variable and shows no secret. */
  readonly problems: readonly string[];
}

/** How an external broker is configured and opened. What it takes and lacks is in `BROKERS` (`domain/orders/brokers.ts`), which browsers read, too. */
export interface ExternalBrokerAdapter<Config> {
  /** Reads its variables. `prefix` is the path of the public URL without its last slash. */
  readonly readConfig: (environment: Environment, prefix: string) => ReadBrokerConfig<Config>;
  readonly open: (config: Config, host: BrokerHost) => ExternalBrokerService;
}
