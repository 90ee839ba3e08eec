import * as v from 'valibot';
import type { Entry } from './entry.ts';
import { shortText, timeMsField } from './fields.ts';
import { codeField, many, nameField, parametersField } from './strategy-bodies.ts';

/** Versions of one message. */
export const VERSIONS_A_MESSAGE = 100;

const versionField = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A version of a strategy without its code. */
const versionBody = v.object({
  Version: versionField,
  SavedAt: timeMsField,
  /** The browser that saved it, such as Firefox on Linux; empty when it is not known. */
  Browser: shortText,
  /** Characters of code and parameters. */
  Characters: count,
  /** Lines of code and parameters that differ from the version before; null for the first. */
  LinesAdded: v.nullable(count),
  LinesRemoved: v.nullable(count),
  /** The newest earlier version with the same code and parameters, as after a restore; null for none. */
  SameAs: v.nullable(versionField),
  /** Runs that use it, of all accounts of the user. */
  RunCount: count,
});

/** Versions of the user's strategies. Their wire names are Tapedeck's own. */
export const strategyVersions = {
  requestAlgoTradingStrategyVersions: {
    T: 78,
    socket: 'trading',
    direction: 'toServer',
    doc: "Requests the versions of an own strategy below a number (0 = all), newest first; answered by strategyVersions. There are none of a public strategy, or of another user's.",
    body: v.strictObject({ Name: nameField, Below: count }),
  },
  requestAlgoTradingStrategyVersion: {
    T: 79,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests code and parameters of a version of an own strategy; answered by strategyVersion.',
    body: v.strictObject({ Name: nameField, Version: versionField }),
  },
  strategyVersions: {
    T: 188,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Versions of a strategy below a number, newest first.',
    body: v.object({
      Name: nameField,
      Below: count,
      Items: many(versionBody, VERSIONS_A_MESSAGE),
      HasMore: v.boolean(),
    }),
  },
  strategyVersion: {
    T: 189,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Code and parameters of a version; Result NotFound when it is not kept.',
    body: v.object({
      Name: nameField,
      Version: versionField,
      Result: v.picklist(['Loaded', 'NotFound']),
      Code: codeField,
      Parameters: parametersField,
    }),
  },
} as const satisfies Record<string, Entry>;
