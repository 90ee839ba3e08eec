import { EXTERNAL_BROKER_KINDS, type ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import type { Environment } from '../variable-reader.ts';
import type { BrokerHost, ExternalBrokerAdapter } from './broker-adapter.ts';
import { SCHWAB_ADAPTER } from './schwab/adapter.ts';
import type { SchwabConfig } from './schwab/config.ts';
import type { ExternalBrokerService } from './schwab/schwab-broker.ts';

/** The configuration of each adapter. */
interface ExternalBrokerConfigs {
  readonly schwab: SchwabConfig;
}

/** Every external broker that the server can open. */
const EXTERNAL_BROKER_ADAPTERS: {
  readonly [Kind in ExternalBrokerKind]: ExternalBrokerAdapter<ExternalBrokerConfigs[Kind]>;
} = { schwab: SCHWAB_ADAPTER };

/** The external broker that is set up, with its configuration. */
export type ExternalBrokerChoice<Kind extends ExternalBrokerKind = ExternalBrokerKind> = {
  readonly [Each in Kind]: { readonly kind: Each; readonly config: ExternalBrokerConfigs[Each] };
}[Kind];

/** What was read of the variables of all external brokers. */
interface ReadChoice {
  /** The first one that is set up; undefined when none is. */
  readonly choice: ExternalBrokerChoice | undefined;
  readonly problems: readonly string[];
}

/** Reads which external broker the environment sets up: one whose variables are set. `prefix` is the path of the public URL without its last slash. */
export function readExternalBroker(environment: Environment, prefix: string): ReadChoice {
  const read = EXTERNAL_BROKER_KINDS.map((kind) => readOne(kind, environment, prefix));
  return {
    choice: read.find(({ choice }) => choice !== undefined)?.choice,
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** Opens the external broker that is set up. */
export function openExternalBroker<Kind extends ExternalBrokerKind>(
  { kind, config }: ExternalBrokerChoice<Kind>,
  host: BrokerHost,
): ExternalBrokerService {
  return EXTERNAL_BROKER_ADAPTERS[kind].open(config, host);
}

function readOne(kind: ExternalBrokerKind, environment: Environment, prefix: string): ReadChoice {
  const { config, problems } = EXTERNAL_BROKER_ADAPTERS[kind].readConfig(environment, prefix);
  return { choice: config && { kind, config }, problems };
}
