import type { Body } from '../../protocol/index.ts';
import type { WireAction, WireBalance, WirePosition, WireSettlement } from '../types.ts';

/** Positions, settlements, corporate actions and balance of the account as the server last sent them. */
export class AccountState {
  #positions: ReadonlyMap<string, WirePosition> = new Map();
  /** The parts of a snapshot that have arrived so far. */
  #incoming: WirePosition[] = [];
  #settlements: readonly WireSettlement[] = [];
  #actions: readonly WireAction[] = [];
  #balance: WireBalance | null = null;

  /** By symbol. */
  get positions(): ReadonlyMap<string, WirePosition> {
    return this.#positions;
  }

  /** Newest first. */
  get settlements(): readonly WireSettlement[] {
    return this.#settlements;
  }

  /** Newest first. */
  get actions(): readonly WireAction[] {
    return this.#actions;
  }

  /** Null before the server sent it. */
  get balance(): WireBalance | null {
    return this.#balance;
  }

  /** Takes changed positions, or a part of a snapshot. False while parts of the snapshot are missing. */
  takePositions({ IsSnapshot, HasMore, Items }: Body<'positions'>): boolean {
    if (!IsSnapshot) {
      this.#positions = bySymbol([...this.#positions.values(), ...Items]);
      return true;
    }
    this.#incoming.push(...Items);
    if (HasMore) return false;
    this.#positions = bySymbol(this.#incoming);
    this.#incoming = [];
    return true;
  }

  /** Adds settlements. The trade log repeats live ones, so each is kept once. */
  addSettlements(more: readonly WireSettlement[]): void {
    this.#settlements = merged(this.#settlements, more);
  }

  /** Adds corporate actions, each once. */
  addActions(more: readonly WireAction[]): void {
    this.#actions = merged(this.#actions, more);
  }

  /** Sets the latest balance of the server. */
  setBalance(balance: WireBalance): void {
    this.#balance = balance;
  }

  /** The connection is lost: the rest of a snapshot never comes. */
  onLost(): void {
    this.#incoming = [];
  }

  /** Removes everything, for another account. */
  clear(): void {
    this.#positions = new Map();
    this.#incoming = [];
    this.#settlements = [];
    this.#actions = [];
    this.#balance = null;
  }
}

/** Newest first, each serial once. */
function merged<Item extends { readonly Serial: number }>(
  known: readonly Item[],
  more: readonly Item[],
): readonly Item[] {
  const bySerial = new Map([...known, ...more].map((item) => [item.Serial, item]));
  return [...bySerial.values()].sort((first, second) => second.Serial - first.Serial);
}

const bySymbol = (positions: readonly WirePosition[]): ReadonlyMap<string, WirePosition> =>
  new Map(positions.map((position) => [position.Symbol, position]));
