import type { TradingApiState } from '../client/types.ts';

/** True where orders go to a broker that states balances and positions: tools show those, as `TradingApiState.stated` has them, in place of those of the account here. */
export const isStatedElsewhere = ({
  api,
  capabilities,
}: Pick<TradingApiState, 'api' | 'capabilities'>): boolean =>
  api === 'External' && capabilities.lacks.statement === undefined;
