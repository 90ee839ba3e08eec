import type { PriceE4 } from '../money/price.ts';

/**
 * One band of a price collar: how far an order may reach through the market at reference prices up to `upToE4` (null = all higher ones).
 * The bands of a collar are in ascending order.
 */
export interface CollarBand {
  readonly upToE4: PriceE4 | null;
  /** Hundredths of a per cent of the reference price. */
  readonly basisPoints: number;
}
