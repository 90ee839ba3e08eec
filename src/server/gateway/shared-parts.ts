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
}

/** Created once for each gateway. */
export function createSharedParts(
  {
    identity,
    clock,
    deliveries,
    sessionLoss,
  }: Pick<GatewayDeps, 'identity' | 'clock' | 'deliveries' | 'sessionLoss'>,
  limits: MessageLimits,
): SharedParts {
  return {
    registry: createSessionRegistry(identity, clock.hostMs, deliveries.connections, sessionLoss),
    turns: new FairTurns(),
    meters: new UserMeters(() => performance.now(), limits),
  };
}
