import type { Body } from '../../protocol/index.ts';
import type { WireBalance, WirePosition, WireSettlement } from '../types.ts';

/** Positions, settlements and balance of the account as the server last sent them. */
export class AccountState {
  #positions: ReadonlyMap<string, WirePosition> = new Map();
  /** The parts of a snapshot that have arrived so far. */
  #incoming: WirePosition[] = [];
  #settlements: readonly WireSettlement[] = [];
  #balance: WireBalance | null = null;

  /** By symbol. */
  get positions(): ReadonlyMap<string, WirePosition> {
    return this.#positions;
  }

  /** Newest first. */
  get settlements(): readonly WireSettlement[] {
    return this.#settlements;
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
    const bySerial = new Map([...this.#settlements, ...more].map((item) => [item.Serial, item]));
    this.#settlements = [...bySerial.values()].sort((first, second) => second.Serial - first.Serial);
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
    this.#balance = null;
  }
}

const bySymbol = (positions: readonly WirePosition[]): ReadonlyMap<string, WirePosition> =>
  new Map(positions.map((position) => [position.Symbol, position]));
