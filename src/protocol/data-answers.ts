import type { Body, Message } from './catalogue.ts';

/** Requests on the data socket that are not answered by a list. */
type WithoutList = 'dataAuth' | 'dataPing' | 'cancelRequest';

/**
 * Requests of the data socket that a list answers, each with the message that carries the list. A request of the catalogue that is
 * missing here does not compile. The server's handlers and the client's requests are typed by this table.
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
  symbolActions: 'symbolActionsAnswer',
} as const satisfies Record<
  Exclude<Message<'data', 'toServer'>['name'], WithoutList>,
  Message<'data', 'toClient'>['name']
>;

/** The name of a request that a list answers. */
export type ListRequestName = keyof typeof DATA_ANSWERS;
/** The items of a request's answer. */
export type ItemsOf<Name extends ListRequestName> = Body<(typeof DATA_ANSWERS)[Name]>['Items'];

type DataRequest = Message<'data', 'toServer'>;
type DataMessage = Message<'data', 'toClient'>;
/** A request that a list answers. */
export type ListRequest = Extract<DataRequest, { name: ListRequestName }>;
/** The answer to such a request, or a part of it. */
export type ListAnswer = Extract<DataMessage, { name: (typeof DATA_ANSWERS)[ListRequestName] }>;

const ANSWER_NAMES: ReadonlySet<string> = new Set(Object.values(DATA_ANSWERS));

/** Whether a list answers the request. */
export const isListRequest = (request: DataRequest): request is ListRequest =>
  Object.hasOwn(DATA_ANSWERS, request.name);

/** Whether the message carries the list of an answer. */
export const isListAnswer = (message: DataMessage): message is ListAnswer => ANSWER_NAMES.has(message.name);
