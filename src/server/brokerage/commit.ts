import type { OrderEvent } from '../../domain/orders/core/types.ts';

/** Books events at once, so that what follows is decided on the book with them. */
export type Commit = (events: readonly OrderEvent[]) => void;
