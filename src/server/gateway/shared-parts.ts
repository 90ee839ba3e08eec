import { Proposals } from '../automation/proposals.ts';
import type { GatewayDeps } from './deps.ts';
import { FairTurns } from '../fair-turns.ts';
import type { MessageLimits } from './sockets/message-limits.ts';
import { UserMeters } from './sockets/message-meter.ts';
import { createSessionRegistry, type UserRegistry } from './session-registry.ts';

/** What the connections of one gateway share. */
export interface SharedParts {
  readonly registry: UserRegistry;
  readonly turns: FairTurns;
  readonly meters: UserMeters;
  /** Orders that programs propose and users confirm. */
  readonly proposals: Proposals;
}

/** What the connections of prices and data use of them. */
export type ReaderParts = Omit<SharedParts, 'proposals'>;

/** Created once for each gateway. */
export function createSharedParts(
  {
    identity,
    clock,
    deliveries,
    sessionLoss,
    apiKeys,
    logger,
  }: Pick<GatewayDeps, 'identity' | 'clock' | 'deliveries' | 'sessionLoss' | 'apiKeys' | 'logger'>,
  limits: MessageLimits,
): SharedParts {
  return {
    registry: createSessionRegistry(identity, clock.hostMs, deliveries.connections, sessionLoss),
    turns: new FairTurns(),
    meters: new UserMeters(() => performance.now(), limits),
    proposals: new Proposals({ apiKeys, hostMs: clock.hostMs, logger }),
  };
}
