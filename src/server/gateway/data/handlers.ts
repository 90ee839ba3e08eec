import { Permission } from '../../../domain/permissions.ts';
import type { Body, ItemsOf, ListRequestName } from '../../../protocol/index.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { GatewayDeps } from '../deps.ts';

/** What a request needs beside the permission to see prices (all bits of `mask`), and what it is called. */
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

/** What a handler may use beside the request. */
export interface DataCall {
  readonly market: GatewayDeps['market'];
  /** Aborted when nobody waits for the answer any more: long work should stop. */
  readonly signal: AbortSignal;
  /** Awaited between steps of long work: other users get their turn. */
  readonly pace: () => Promise<void>;
}

/** Items so far: of so many the server could not say yet whether they belong to them. */
export interface Unfinished<Items> {
  readonly items: Items;
  readonly pending: number;
}

/** Determines the items of an answer; throws a DataRefusal to answer Error with a text for people. */
export type DataHandler<Name extends ListRequestName> = (
  body: Body<Name>,
  call: DataCall,
) => Outcome<ItemsOf<Name>> | Promise<Outcome<ItemsOf<Name>>>;
/** All items, those so far, or a list that is too long to be held: made in parts while the client takes them. */
type Outcome<Items> = Items | Unfinished<Items> | AsyncIterable<Items>;
/** A handler for each list request. */
export type DataHandlers<Names extends ListRequestName = ListRequestName> = {
  readonly [Name in Names]: DataHandler<Name>;
};

/** A question that is answered with an Error; the message is shown to people. */
export class DataRefusal extends Error {
  override readonly name = 'DataRefusal';
}

/** Answers a request for an unknown symbol. */
export const SYMBOL_NOT_FOUND = 'Symbol not found';

/** Throws the refusal of a symbol that the market does not know. */
export function requireSymbol(market: MarketData, symbol: string): void {
  if (!market.instrument(symbol)) throw new DataRefusal(SYMBOL_NOT_FOUND);
}
