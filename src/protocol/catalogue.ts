import * as v from 'valibot';
import { err, ok, type Result } from '../domain/assert/assert.ts';
import { accountGuards } from './account-guards.ts';
import { alerts } from './alerts.ts';
import { drawings } from './drawings.ts';
import { data } from './data.ts';
import { clientIdField } from './fields.ts';
import type { Direction, Entry, SocketName } from './entry.ts';
import { externalBroker } from './external-broker.ts';
import { orderGroups } from './order-groups.ts';
import { corporateActionMessages } from './corporate-actions.ts';
import { orderProposals } from './order-proposals.ts';
import { exercises } from './settlements.ts';
import { positionRequests } from './position-requests.ts';
import { saves } from './saves.ts';
import { strategies } from './strategies.ts';
import { strategyGates } from './strategy-gates.ts';
import { strategyOptimizations } from './strategy-optimizations.ts';
import { strategyReconciliation } from './strategy-reconciliation.ts';
import { strategyReports } from './strategy-reports.ts';
import { strategyVersions } from './strategy-versions.ts';
import { streaming } from './streaming.ts';
import { trading } from './trading.ts';

/**
 * Version of the wire, compared at sign-in: a page that was loaded before the server was upgraded offers to reload. Raise it with every
 * change that an older peer cannot read, such as a renamed field, a new required one or a field with another meaning.
 */
export const PROTOCOL_VERSION = 2;
/** The trading socket's path (spec platform.md §7.3); the others use `/`. */
export const TRADING_PATH = '/web-desktop';
/** Paths of the sockets on the HTTP port, for clients that reach the server at one address. */
export const SOCKET_PATHS = {
  trading: '/ws/trading',
  streaming: '/ws/streaming',
  data: '/ws/data',
} as const satisfies Record<SocketName, string>;
/** Largest frame that the server reads, bytes. */
export const MAX_FRAME_BYTES = 65_536;
/** WebSocket close codes of Tapedeck. The token was refused, or did not come in time. */
export const CLOSE_AUTH_FAILED = 4401;
/** Too many frames in a row were not messages. */
export const CLOSE_PROTOCOL = 4400;
/** The client did not read what the server sent. */
export const CLOSE_TOO_SLOW = 4408;
/** The client sent more messages than the rates permit, or opened too many connections. */
export const CLOSE_TOO_MANY = 4429;
/** The session was ended: by a logout, an administrator, or its end of time. */
export const CLOSE_SESSION_ENDED = 4403;
/** The client was built for another PROTOCOL_VERSION. */
export const CLOSE_OTHER_VERSION = 4426;
/** Service restart (IANA registry of close codes): the server stops, and the client connects again after its usual delay. */
export const CLOSE_RESTART = 1012;
/** Reason of CLOSE_RESTART, and what the client shows for it. */
export const RESTART_TEXT = 'Server restarts, back in a moment';

/** Every message of the three sockets, by name. */
export const catalogue = {
  ...trading,
  ...orderProposals,
  ...exercises,
  ...corporateActionMessages,
  ...orderGroups,
  ...accountGuards,
  ...positionRequests,
  ...alerts,
  ...drawings,
  ...saves,
  ...strategies,
  ...strategyReports,
  ...strategyReconciliation,
  ...strategyVersions,
  ...strategyOptimizations,
  ...strategyGates,
  ...externalBroker,
  ...streaming,
  ...data,
} as const;

/** The name of a message. */
export type MessageName = keyof typeof catalogue;
/** The validated body of a message. */
export type Body<Name extends MessageName> = v.InferOutput<(typeof catalogue)[Name]['body']>;
type NamesOf<S extends SocketName, D extends Direction> = {
  [Name in MessageName]: (typeof catalogue)[Name] extends { socket: S; direction: D } ? Name : never;
}[MessageName];
/** A decoded message: discriminate on `name`. */
export type Message<S extends SocketName, D extends Direction> = {
  [Name in NamesOf<S, D>]: { readonly name: Name; readonly body: Body<Name> };
}[NamesOf<S, D>];

/** Why a frame is not a message. */
export interface FrameError {
  readonly reason: 'not-json' | 'not-an-object' | 'unknown-type' | 'invalid-body';
  readonly message: string;
  /** T of the frame, when it carried a finite number: `1e999` reads as infinity, which JSON cannot carry back. */
  readonly T: number | undefined;
  /** ClientId of an invalid body, when it carried one, so that its sender knows which request was refused. */
  readonly clientId?: string;
}

type NamedEntry = readonly [MessageName, Entry];
/** The messages of each socket and direction by their number; every frame is looked up here. */
const byNumber = {
  trading: { toServer: new Map<number, NamedEntry>(), toClient: new Map<number, NamedEntry>() },
  streaming: { toServer: new Map<number, NamedEntry>(), toClient: new Map<number, NamedEntry>() },
  data: { toServer: new Map<number, NamedEntry>(), toClient: new Map<number, NamedEntry>() },
} satisfies Record<SocketName, Record<Direction, Map<number, NamedEntry>>>;
for (const [name, entry] of Object.entries(catalogue)) {
  const messages = byNumber[entry.socket][entry.direction];
  if (messages.has(entry.T))
    throw new Error(`Invariant: message number ${entry.socket}/${entry.direction}/${entry.T} is used twice`);
  // Object.entries widens the keys; they are the catalogue's own.
  messages.set(entry.T, [name as MessageName, entry]);
}

/** The request of a message number; undefined when the socket has none. */
export function requestNameOf<S extends SocketName>(
  socket: S,
  T: number,
): Message<S, 'toServer'>['name'] | undefined {
  // The map is that of the socket and direction, so the name belongs to that union.
  return byNumber[socket].toServer.get(T)?.[0] as Message<S, 'toServer'>['name'] | undefined;
}

/** The frame's text of a message. */
export function encode<Name extends MessageName>(name: Name, body: Body<Name>): string {
  return JSON.stringify({ T: catalogue[name].T, ...body });
}

/** Reads and validates one frame. Bodies are checked once, here; the result can be trusted. */
export function decode<S extends SocketName, D extends Direction>(
  socket: S,
  direction: D,
  text: string,
): Result<Message<S, D>, FrameError> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return err({ reason: 'not-json', message: 'The frame is not JSON.', T: undefined });
  }
  return decodeValue(socket, direction, raw);
}

/** Validates the value of a frame that has been read as JSON. */
export function decodeValue<S extends SocketName, D extends Direction>(
  socket: S,
  direction: D,
  raw: unknown,
): Result<Message<S, D>, FrameError> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return err({ reason: 'not-an-object', message: 'The frame is not a JSON object.', T: undefined });
  const { T, ...rest }: { T?: unknown } = raw;
  const found = typeof T === 'number' ? byNumber[socket][direction].get(T) : undefined;
  if (!found)
    return err({
      reason: 'unknown-type',
      message: `Unknown message type ${JSON.stringify(T)?.slice(0, 40)} on the ${socket} socket.`,
      T: typeof T === 'number' && Number.isFinite(T) ? T : undefined,
    });
  const [name, entry] = found;
  const parsed = v.safeParse(entry.body, rest, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    const path = v.getDotPath(issue);
    const { ClientId: clientId }: { ClientId?: unknown } = rest;
    return err({
      reason: 'invalid-body',
      message: `${name}: ${path ? `${path}: ` : ''}${issue.message}`.slice(0, 500),
      T: entry.T,
      ...(v.is(clientIdField, clientId) ? { clientId } : {}),
    });
  }
  // The entry was found under this socket and direction, so name and body belong to that union.
  return ok({ name, body: parsed.output } as Message<S, D>);
}
