import * as v from 'valibot';
import { GATES, VERDICTS } from '../domain/strategy/gates/types.ts';
import type { Entry } from './entry.ts';
import { longText, symbolField, timeMsField } from './fields.ts';
import {
  codeField,
  instanceIdField,
  many,
  nameField,
  periodEntries,
  startEntries,
  strategyIdField,
} from './strategy-bodies.ts';

/** Checks of a strategy in one message. */
export const GATE_CHECKS_A_MESSAGE = 20;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const idEntry = { CheckId: instanceIdField };
/** Identifies code: equal keys mean equal code. */
const codeKeyField = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'the key of a code expected'));
const { Account: _account, ...termEntries } = startEntries;

/** A check that runs or is kept. Times of it are host UTC ms, its period exchange UTC ms. */
const checkBody = v.object({
  ...idEntry,
  Name: nameField,
  StrategyId: strategyIdField,
  /** Failed: the backtests could not be run; Message says why. The results of backtests that ran are in Gates. */
  State: v.picklist(['Running', 'Completed', 'Cancelled', 'Failed']),
  Message: longText,
  StartedAt: timeMsField,
  FinishedAt: v.nullable(timeMsField),
  /** Of the code that was checked. */
  CodeKey: codeKeyField,
  /** The version with this code; null when it was not saved, and of a public strategy. */
  Version: v.nullable(count),
  /** Empty until the code is read. */
  Symbol: v.union([v.literal(''), symbolField]),
  /** Backtests of the check, and those that have ended. */
  RunCount: count,
  DoneCount: count,
  Terms: v.object({ ...termEntries, ...periodEntries }),
  /** Empty until the check is completed. */
  Gates: many(v.object({ Gate: v.picklist(GATES), Verdict: v.picklist(VERDICTS), Text: longText }), 4),
});

/** Checks of a strategy before a live start. Their wire names are Tapedeck's own. */
export const strategyGates = {
  requestStrategyGates: {
    T: 96,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the checks before a live start of a strategy; answered by strategyGates. Of a public strategy Code is empty.',
    body: v.strictObject({ Name: nameField, StrategyId: strategyIdField, Code: codeField }),
  },
  startStrategyGates: {
    T: 97,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Runs the checks before a live start with these terms, on the data of a period. CheckId is chosen by the client; of a public strategy Code is empty. One check of a user runs at a time.',
    body: v.strictObject({
      ...idEntry,
      Name: nameField,
      StrategyId: strategyIdField,
      Code: codeField,
      ...termEntries,
      ...periodEntries,
    }),
  },
  cancelStrategyGates: {
    T: 98,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Cancels a check that runs; nothing of it is kept.',
    body: v.strictObject(idEntry),
  },
  strategyGates: {
    T: 196,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The kept checks of a strategy and the one that runs, newest first; a long list in several messages. CodeKey is that of the code of the request. IsRequired: a live start without passed checks is refused.',
    body: v.object({
      Name: nameField,
      StrategyId: strategyIdField,
      CodeKey: v.union([v.literal(''), codeKeyField]),
      IsRequired: v.boolean(),
      Items: many(checkBody, GATE_CHECKS_A_MESSAGE),
      HasMore: v.boolean(),
    }),
  },
  strategyGatesStatus: {
    T: 197,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A check of the user has begun, changed or ended; at most four times a second while it runs.',
    body: v.object({ Check: checkBody }),
  },
  strategyGatesRefused: {
    T: 198,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A check was not started or cancelled; Message says why.',
    body: v.object({ ...idEntry, Message: longText }),
  },
} as const satisfies Record<string, Entry>;
