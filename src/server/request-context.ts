import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What a request came through, and its number there. */
interface RequestContext {
  readonly source: string;
  readonly number: number;
  /** The sign-in session that the request belongs to; undefined before it is known. */
  readonly sessionId?: string | undefined;
}

const requests = new AsyncLocalStorage<RequestContext | undefined>();
/** Distinguishes the requests of this process from those of earlier ones and of other servers. */
const processName = randomBytes(4).toString('hex');

/** Id of a request: unique among all servers and restarts. `source` is `http` or the name of a socket connection, such as `trading-17`. */
export const requestIdOf = (source: string, number: number): string => `${processName}-${source}-${number}`;

/** Runs the work of one request. All that it logs carries its id, also what it logs after an `await`. */
export const runRequest = <Value>(source: string, number: number, work: () => Value): Value =>
  requests.run({ source, number }, work);

/** Runs the part of a request that acts for a sign-in session. Outside of a request it changes nothing. */
export function runForSession<Value>(sessionId: string, work: () => Value): Value {
  const context = requests.getStore();
  return context ? requests.run({ ...context, sessionId }, work) : work();
}

/** Runs work that no request caused, although it was set up during one, such as the fills of a market that a request began to watch. */
export const runOutsideRequests = <Value>(work: () => Value): Value => requests.run(undefined, work);

/** Id of the request that is being served; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  const context = requests.getStore();
  return context && requestIdOf(context.source, context.number);
}

/** Id of the session that the request being served belongs to; undefined where there is none. */
export const currentSessionId = (): string | undefined => requests.getStore()?.sessionId;
