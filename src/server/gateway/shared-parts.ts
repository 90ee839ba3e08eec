import type { GatewayDeps } from './deps.ts';
import { FairTurns } from './fair-turns.ts';
import { createSessionRegistry, type UserRegistry } from './session-registry.ts';

/** What the connections of one gateway share. */
export interface SharedParts {
  readonly registry: UserRegistry;
  readonly turns: FairTurns;
}

export function createSharedParts({ identity, clock }: Pick<GatewayDeps, 'identity' | 'clock'>): SharedParts {
  return { registry: createSessionRegistry(identity, clock.hostMs), turns: new FairTurns() };
}
