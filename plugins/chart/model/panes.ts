/** Id of the pane with the prices. */
export const PRICE_PANE = 'price';

/** Id of the pane with the cumulative net P&L, as the specification names it. */
export const PROFIT_PANE = 'pl';

/** Id of the overlay with the executions, as the specification names it. */
export const TRADES_OVERLAY = 'trades';
