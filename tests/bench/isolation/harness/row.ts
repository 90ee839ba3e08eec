import type { Body } from '../../../../src/protocol/index.ts';
import type { Ports } from '../../../../src/server/config.ts';
import type { MarketData } from '../../../../src/server/market/market-data.ts';
import type { TestServer, TestUser } from '../../../support/server.ts';
import type { AttackSocket } from './attack-socket.ts';

/** A misbehaving user, signed in before anything is measured. */
export interface SignedInUser extends TestUser {
  /** Bound to the user's account. */
  readonly jwt: string;
}

/** What a row does its misbehaviour with; it runs in a process of its own. */
export interface Attack {
  readonly ports: Ports;
  readonly users: readonly SignedInUser[];
  /** Aborted when the measurement is over. */
  readonly signal: AbortSignal;
  /** A trading connection of the user with the account chosen; a connection that the server closes is opened again. */
  openTrading(user: SignedInUser, select?: Partial<Body<'accountSelect'>>): Promise<AttackSocket>;
  /** A streaming or data connection that has shown the user's token; opened again like the trading one. */
  openAuthenticated(socket: 'streaming' | 'data', user: SignedInUser): Promise<AttackSocket>;
}

/** One kind of misbehaviour that must not slow other users. Each file of this folder exports one as `row`. */
export interface IsolationRow {
  readonly name: string;
  /** Misbehaving users; 1 unless given. */
  readonly userCount?: number;
  /** Runs in the server's process before the calm measurement. */
  prepare?(server: TestServer<MarketData>, users: readonly TestUser[]): Promise<void>;
  /** Misbehaves until the signal is aborted. */
  misbehave(attack: Attack): Promise<void>;
  /** Runs in the server's process afterwards: resolves when the work that was caused is over. With it the row also reports memory before, while and after. */
  settle?(server: TestServer<MarketData>): Promise<void>;
}
