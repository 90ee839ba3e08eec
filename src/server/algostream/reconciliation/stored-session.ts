import * as v from 'valibot';
import { SESSION_STATES, type SessionState } from '../../../domain/strategy/reconciliation-types.ts';
import type { Logger } from '../../logging.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import type { StoredSession } from '../../storage/strategy-reconciliation-store.ts';

/** Message of a session in which the server was interrupted: nobody knows until when the run traded. */
export const INTERRUPTED_TEXT =
  'The server was interrupted during the session. Compared until the last order or fill that is known of the run.';

const sessionBody = v.object({
  account: v.string(),
  sessionDate: v.string(),
  toMs: v.nullable(v.number()),
  runFromMs: v.number(),
  runPosition: v.number(),
  /** Of the other symbols that the run trades; absent when it held none of them. */
  otherPositions: v.optional(v.array(v.object({ symbol: v.string(), position: v.number() }))),
  /** The account that the code reads; absent in sessions of releases in which it read none. */
  accountBase: v.optional(
    v.object({ cashE4: v.number(), otherValueE4: v.number(), otherPowerE4: v.number() }),
  ),
  parameters: v.string(),
  limits: v.object({
    intradayPositionsOnly: v.boolean(),
    intervals: v.array(v.object({ startMinute: v.number(), endMinute: v.number() })),
    includeOffMarket: v.boolean(),
    shareLimit: v.number(),
    dollarLimit: v.number(),
  }),
  message: v.string(),
  result: v.nullable(
    v.object({
      toMs: v.number(),
      orderCount: v.number(),
      sameCount: v.number(),
      differingCount: v.number(),
      liveNet: v.nullable(v.number()),
      backtestNet: v.nullable(v.number()),
    }),
  ),
});
const stateSchema = v.picklist(SESSION_STATES);

/** A session of a live run: what ran, from when to when, and how it compares. Times are exchange UTC ms. */
export interface RunSession extends v.InferOutput<typeof sessionBody> {
  readonly key: InstanceKey;
  /** From when on the run traded in it. Names the session within its run. */
  readonly fromMs: number;
  readonly state: SessionState;
  readonly code: string;
}

export function toStored({ key, fromMs, state, code, ...body }: RunSession): StoredSession {
  return { ...key, fromMs, state, code, body: JSON.stringify(body) };
}

/** Undefined, and logged, when it cannot be read. */
export function fromStored(stored: StoredSession, logger: Pick<Logger, 'error'>): RunSession | undefined {
  const { userId, name, instanceId, fromMs, code } = stored;
  try {
    const body = v.parse(sessionBody, JSON.parse(stored.body));
    return {
      ...body,
      key: { userId, name, instanceId },
      fromMs,
      code,
      state: v.parse(stateSchema, stored.state),
    };
  } catch (error) {
    logger.error(
      { err: error, strategy: name, instance: instanceId },
      'a stored session of a run cannot be read',
    );
    return undefined;
  }
}
