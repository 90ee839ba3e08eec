import { Permission } from '../../../domain/permissions.ts';
import type { Body, ItemsOf, ListRequestName } from '../../../protocol/index.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { GatewayDeps } from '../deps.ts';

/** The permission that a request needs beside market data (all bits of `mask`), and the name of its tool. */
export const EXTRA_PERMISSIONS: Readonly<
  Partial<Record<ListRequestName, { readonly mask: number; readonly tool: string }>>
> = {
  optionExpirations: { mask: Permission.OptionChain, tool: 'Option Chain' },
  optionChain: { mask: Permission.OptionChain, tool: 'Option Chain' },
  optionChainSnapshot: { mask: Permission.OptionChain, tool: 'Option Chain' },
  optionSnapshot: { mask: Permission.OptionChain, tool: 'Option Chain' },
  stockFilters: { mask: Permission.MarketScreen, tool: 'MarketScreen' },
  filteredStocks: { mask: Permission.MarketScreen, tool: 'MarketScreen' },
};

/** What a handler gets beside the request. */
export interface DataCall {
  readonly market: GatewayDeps['market'];
  /** Aborted when the answer is no longer needed: long work should stop. */
  readonly signal: AbortSignal;
  /** Awaited between steps of long work: other users get their turn. */
  readonly pace: () => Promise<void>;
}

/** The items so far; `pending` is the number of candidates that are not checked yet. */
export interface Unfinished<Items> {
  readonly items: Items;
  readonly pending: number;
}

/** Determines the items of an answer; throws a DataRefusal to answer Error with a text for the user. */
export type DataHandler<Name extends ListRequestName> = (
  body: Body<Name>,
  call: DataCall,
) => Outcome<ItemsOf<Name>> | Promise<Outcome<ItemsOf<Name>>>;
/** All items, the items so far, or a list that is produced in parts while the client reads them. */
type Outcome<Items> = Items | Unfinished<Items> | AsyncIterable<Items>;
/** A handler for each list request. */
export type DataHandlers<Names extends ListRequestName = ListRequestName> = {
  readonly [Name in Names]: DataHandler<Name>;
};

/** Ends a request with an Error answer; the message is shown to the user. */
export class DataRefusal extends Error {
  override readonly name = 'DataRefusal';
}

/** Answers a request for an unknown symbol. */
export const SYMBOL_NOT_FOUND = 'Symbol not found';

/** Throws the refusal of a symbol that the market does not know. */
export function requireSymbol(market: MarketData, symbol: string): void {
  if (!market.instrument(symbol)) throw new DataRefusal(SYMBOL_NOT_FOUND);
}
