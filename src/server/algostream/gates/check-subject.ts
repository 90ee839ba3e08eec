import { createHash } from 'node:crypto';
import type { StartParameters } from '../runs/new-instance.ts';

/** The terms of a start that decide what a strategy sends. */
export type CheckedTerms = Omit<StartParameters, 'InstanceId' | 'Guards' | 'AtRestart'>;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Identifies code: equal keys mean equal code. */
export const codeKeyOf = (code: string): string => hashOf(code);

/** Identifies code with its terms: a check counts for the live starts with the same subject. Spaces around the parameters do not matter. */
export const subjectOf = (codeKey: string, terms: CheckedTerms): string =>
  hashOf(
    JSON.stringify([
      codeKey,
      terms.Parameters.trim(),
      terms.IntradayPositionsOnly,
      terms.FirstTradingIntervalStart,
      terms.FirstTradingIntervalEnd,
      terms.SecondTradingIntervalStart,
      terms.SecondTradingIntervalEnd,
      terms.IncludeOffMarket,
      terms.ShareLimit,
      terms.DollarLimit,
    ]),
  );
