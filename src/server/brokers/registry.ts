import { BROKERS, EXTERNAL_BROKER_KINDS, type ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import type { Environment } from '../variable-reader.ts';
import { ALPACA_BROKER_ADAPTER } from './alpaca/adapter.ts';
import type { AlpacaBrokerConfig } from './alpaca/config.ts';
import type { BrokerHost, ExternalBrokerAdapter } from './broker-adapter.ts';
import type { ExternalBrokerService } from './external-broker-service.ts';
import { SCHWAB_ADAPTER } from './schwab/adapter.ts';
import type { SchwabConfig } from './schwab/config.ts';

/** The configuration of each adapter. */
interface ExternalBrokerConfigs {
  readonly schwab: SchwabConfig;
  readonly alpaca: AlpacaBrokerConfig;
}

/** Every external broker that the server can open. */
const EXTERNAL_BROKER_ADAPTERS: {
  readonly [Kind in ExternalBrokerKind]: ExternalBrokerAdapter<ExternalBrokerConfigs[Kind]>;
} = { schwab: SCHWAB_ADAPTER, alpaca: ALPACA_BROKER_ADAPTER };

/** The external broker that is set up, with its configuration. */
export type ExternalBrokerChoice<Kind extends ExternalBrokerKind = ExternalBrokerKind> = {
  readonly [Each in Kind]: { readonly kind: Each; readonly config: ExternalBrokerConfigs[Each] };
}[Kind];

/** What was read of the variables of all external brokers. */
interface ReadChoice {
  /** Undefined when none is set up. */
  readonly choice: ExternalBrokerChoice | undefined;
  readonly problems: readonly string[];
}

/** Reads which external broker the environment sets up: one whose variables are set. `prefix` is the path of the public URL without its last slash. */
export function readExternalBroker(environment: Environment, prefix: string): ReadChoice {
  const read = EXTERNAL_BROKER_KINDS.map((kind) => readOne(kind, environment, prefix));
  const choices = read.flatMap(({ choice }) => (choice === undefined ? [] : [choice]));
  const problems = read.flatMap((each) => each.problems);
  if (choices.length > 1)
    problems.push(
      `The variables of ${choices.length} external brokers are set (${choices.map(({ kind }) => BROKERS[kind].name).join(', ')}); a server has one at a time.`,
    );
  return { choice: choices[0], problems };
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
  // The record of adapters pairs each kind with its configuration.
  const choice = config && ({ kind, config } as ExternalBrokerChoice);
  return { choice, problems };
}
