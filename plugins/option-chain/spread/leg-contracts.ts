import { expirationSeconds } from '../../../src/domain/options/index.ts';
import type { SpreadLeg } from '../../../src/domain/options/spread/index.ts';
import { displaySymbol, parseOptionSymbol, underlyingOf } from '../../../src/domain/symbols/symbol.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import { Contract, type ContractRecord } from '../model/contract.ts';

/** A contract of which only the symbol is known: its quote comes with its live record. */
function unquoted(symbol: string): Contract | undefined {
  const parts = parseOptionSymbol(symbol);
  if (parts === null) return undefined;
  return new Contract({
    Symbol: symbol,
    Underlying: underlyingOf(symbol),
    Type: parts.right === 'C' ? 'Call' : 'Put',
    Strike: parts.strike,
    Expiration: expirationSeconds(parts.expiration),
    DisplayName: displaySymbol(symbol),
    Last: 0,
    PreviousClose: 0,
    Bid: 0,
    BidSize: 0,
    Ask: 0,
    AskSize: 0,
    Volume: 0,
    OpenInterest: 0,
    ImpliedVolatility: null,
    Timestamp: 0,
  });
}

/** Ids of the expirations that the legs belong to, in the order of the chain. */
export function groupsOfLegs(
  groups: readonly ExpirationGroup[],
  legs: readonly Pick<SpreadLeg, 'expirationMs'>[],
): readonly string[] {
  const times = new Set(legs.map(({ expirationMs }) => expirationMs));
  return groups.filter(({ expiration }) => times.has(expiration.seconds * 1000)).map(({ id }) => id);
}

/** The contracts of legs: those of the chain, and ones of their own for legs that the chain does not show. */
export class LegContracts {
  #groups: readonly ExpirationGroup[] = [];
  #bySymbol = new Map<string, Contract>();
  readonly #own = new Map<string, Contract>();

  /** Takes the contracts that the chain shows now. */
  setGroups(groups: readonly ExpirationGroup[]): void {
    if (groups === this.#groups) return;
    this.#groups = groups;
    this.#bySymbol = new Map(
      groups.flatMap(({ rows }) =>
        rows.flatMap(({ call, put }) =>
          [call, put].flatMap((contract): [string, Contract][] =>
            contract === undefined ? [] : [[contract.symbol, contract]],
          ),
        ),
      ),
    );
  }

  get groups(): readonly ExpirationGroup[] {
    return this.#groups;
  }

  /** The contract of a symbol with its newest quote; undefined for a stock. */
  get(symbol: string, record: ContractRecord | undefined): Contract | undefined {
    const contract = this.#bySymbol.get(symbol) ?? this.#ownOf(symbol);
    contract?.takeRecord(record);
    return contract;
  }

  #ownOf(symbol: string): Contract | undefined {
    const known = this.#own.get(symbol);
    if (known !== undefined) return known;
    const made = unquoted(symbol);
    if (made !== undefined) this.#own.set(symbol, made);
    return made;
  }
}
