import { fromE4 } from '../../../domain/money/price.ts';
import type { SettlementView } from '../../brokerage/brokerage.ts';
import type { HeldContracts, LiveSettlement } from '../runtime/types.ts';

/** What the fills of a run have come to, by symbol. The account may hold more of a symbol, or less. */
export class RunHoldings {
  readonly #symbol: string;
  readonly #traded: ReadonlySet<string>;
  readonly #quantities = new Map<string, number>();

  /** `symbol`: of the run; `others`: those that it trades beside it. */
  constructor(symbol: string, others: readonly string[] = []) {
    this.#symbol = symbol;
    this.#traded = new Set([symbol, ...others]);
  }

  /** Signed; 0 when the run has none of it. */
  quantityOf(symbol: string): number {
    return this.#quantities.get(symbol) ?? 0;
  }

  /** The symbols that the run has traded. */
  symbols(): string[] {
    return [...this.#quantities.keys()];
  }

  add(symbol: string, signedQuantity: number): void {
    this.#quantities.set(symbol, this.quantityOf(symbol) + signedQuantity);
  }

  /** Options that the run holds. */
  contracts(): HeldContracts[] {
    return [...this.#quantities]
      .filter(([symbol, quantity]) => !this.#traded.has(symbol) && quantity !== 0)
      .map(([symbol, quantity]) => ({ symbol, quantity }));
  }

  /** Books the run's part of a settlement of the account; undefined when the run has none of it. */
  settle({ symbol, contracts, shareQuantity, strikeE4 }: SettlementView): LiveSettlement | undefined {
    const held = this.quantityOf(symbol);
    if (this.#traded.has(symbol) || held === 0 || Math.sign(contracts) !== -Math.sign(held)) return undefined;
    const settled = Math.min(Math.abs(held), Math.abs(contracts));
    const shares = (shareQuantity / Math.abs(contracts)) * settled;
    this.add(symbol, Math.sign(contracts) * settled);
    this.add(this.#symbol, shares);
    return { symbol, contracts: Math.sign(contracts) * settled, shares, strike: fromE4(strikeE4) };
  }
}
