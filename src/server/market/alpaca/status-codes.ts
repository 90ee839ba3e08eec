import { MAX_HALT_REASON_LENGTH } from '../../../domain/symbols/halt-text.ts';
import type { WireStatus } from './wire.ts';

/** What a status means for trading: it stops, resumes, stays as it is, or the code is unknown. */
export type StatusEffect = 'halt' | 'resume' | 'none' | 'unknown';

type Plan = 'cta' | 'utp';
type Table<Value> = Readonly<Partial<Record<string, Value>>>;

/** Tapes A and B are of one plan, tape C and the rest of the other. Their codes differ: `2` and `H` both halt. */
const planOf = (tape: string): Plan => (tape === 'A' || tape === 'B' ? 'cta' : 'utp');

/** Indications, imbalances, price bands and short sale restrictions leave a symbol trading, or halted, as it was. */
const EFFECTS: Readonly<Record<Plan, Table<Exclude<StatusEffect, 'unknown'>>>> = {
  cta: {
    '2': 'halt',
    '3': 'resume',
    '5': 'none',
    '6': 'none',
    '7': 'none',
    '8': 'none',
    '9': 'none',
    A: 'none',
    C: 'none',
    D: 'none',
    E: 'none',
    F: 'none',
  },
  // Q: quotes are published again, and trading is still halted.
  utp: { H: 'halt', P: 'halt', Q: 'halt', T: 'resume' },
};

const LEVELS = [1, 2, 3].map((level) => [level, `Market-wide circuit breaker, level ${level}`] as const);
const PAUSE = 'Volatility pause';
const CARRIED_OVER = 'Market-wide circuit breaker of the day before';

const REASONS: Readonly<Record<Plan, Table<string>>> = {
  cta: {
    D: 'News released',
    I: 'Order imbalance',
    M: PAUSE,
    P: 'News pending',
    X: 'Operational halt',
    Y: 'Sub-penny trading',
    ...Object.fromEntries(LEVELS),
  },
  utp: {
    T1: 'News pending',
    T2: 'News released',
    T3: 'News released, resumption announced',
    T5: PAUSE,
    T6: 'Extraordinary market activity',
    T7: 'Volatility pause, quotes only',
    T8: 'Fund halted',
    T12: 'Additional information requested by the exchange',
    H4: 'Listing rules not met',
    H9: 'Filings not current',
    H10: 'Suspended by the SEC',
    H11: 'Regulatory concern',
    O1: 'Operational halt',
    IPO1: 'New issue, not yet trading',
    IPOQ: 'New issue, quotes only',
    IPOE: 'New issue, opening delayed',
    M1: 'Corporate action',
    M2: 'Quotes not available',
    LUDP: PAUSE,
    LUDS: 'Volatility pause, straddle condition',
    MWC0: CARRIED_OVER,
    ...Object.fromEntries(LEVELS.map(([level, text]) => [`MWC${level}`, text])),
  },
};

/** What a status means for trading. */
export const effectOfStatus = ({ sc, z }: Pick<WireStatus, 'sc' | 'z'>): StatusEffect =>
  EFFECTS[planOf(z)][sc.trim()] ?? 'unknown';

/** The reason of a halt as users read it: ours for a known code, else the vendor's text. Empty when there is none. */
export function reasonOfStatus({ sc, rc, rm, z }: Pick<WireStatus, 'sc' | 'rc' | 'rm' | 'z'>): string {
  const known = REASONS[planOf(z)][rc.trim()];
  if (known !== undefined) return known;
  const text = rm.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_HALT_REASON_LENGTH).trim();
  return text === '' && sc.trim() === 'P' ? PAUSE : text;
}
