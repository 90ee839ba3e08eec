import type { Body, Message } from './catalogue.ts';

/** Messages to the server on the data socket that no list answers. */
type WithoutList = 'dataAuth' | 'dataPing' | 'cancelRequest';

/**
 * Requests of the data socket that a list answers, each with the message that carries the list. A request that is in the catalogue and
 * not here does not compile, and the server's handlers and the client's requests are typed by this table.
 */
export const DATA_ANSWERS = {
  symbolsInfo: 'symbolsInfoAnswer',
  lookup: 'lookupAnswer',
  chartCandles: 'chartCandlesAnswer',
  timeAndSale: 'timeAndSaleAnswer',
  bbo: 'bboAnswer',
  historicalPrices: 'historicalPricesAnswer',
  closingPrices: 'closingPricesAnswer',
  optionExpirations: 'optionExpirationsAnswer',
  optionChain: 'optionChainAnswer',
  optionChainSnapshot: 'optionChainSnapshotAnswer',
  optionSnapshot: 'optionSnapshotAnswer',
  priceVolatility: 'priceVolatilityAnswer',
  stockFilters: 'stockFiltersAnswer',
  filteredStocks: 'filteredStocksAnswer',
} as const satisfies Record<
  Exclude<Message<'data', 'toServer'>['name'], WithoutList>,
  Message<'data', 'toClient'>['name']
>;

/** The name of a request that a list answers. */
export type ListRequestName = keyof typeof DATA_ANSWERS;
/** The items of a request's answer. */
export type ItemsOf<Name extends ListRequestName> = Body<(typeof DATA_ANSWERS)[Name]>['Items'];
