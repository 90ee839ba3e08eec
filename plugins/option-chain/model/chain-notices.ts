import { newYorkDate } from '../../../src/domain/calendar/new-york-time.ts';
import { expirationSeconds } from '../../../src/domain/options/index.ts';
import { displaySymbol, parseOptionSymbol } from '../../../src/domain/symbols/symbol.ts';
import type { ExpirationGroup } from './chain-lines.ts';
import { NEAR_EXPIRATIONS } from './defaults.ts';
import { expirationText, monthText, type ChainExpiration } from './expirations.ts';

/** The strike of one expiration. */
export interface StrikePlace {
  readonly underlying: string;
  readonly expirationSeconds: number;
  readonly strike: number;
}

/** Expiration and strike of an option symbol; null for an underlying. */
export function placeOf(symbol: string): StrikePlace | null {
  const option = parseOptionSymbol(symbol);
  return option === null
    ? null
    : {
        underlying: option.underlying,
        expirationSeconds: expirationSeconds(option.expiration),
        strike: option.strike,
      };
}

/** That the chosen month has no expirations any more; null for the near window, which has no month. */
export function missingNotice(underlying: string, choice: string): string | null {
  if (choice === NEAR_EXPIRATIONS) return null;
  return `${underlying} has no expirations in ${monthText(choice)} any more. The nearest ones are shown.`;
}

/** Why the strike of a requested option is not in the chain; null for an underlying, and while other expirations are chosen. */
export function unlistedNotice(
  symbol: string,
  expirations: readonly ChainExpiration[],
  target: object | null,
  nowMs: number,
): string | null {
  const place = placeOf(symbol);
  if (place === null || target !== null) return null;
  const name = displaySymbol(symbol);
  const expirationMs = place.expirationSeconds * 1000;
  if (expirationMs <= nowMs) return `${name} expired on ${expirationText(newYorkDate(expirationMs))}.`;
  return expirations.some(({ seconds }) => seconds === place.expirationSeconds)
    ? `${name} is not among the strikes shown.`
    : `${name} is not listed: ${place.underlying} has no options with this expiration.`;
}

/** Which expirations are gone, and whether they have passed or the server has removed them; null when none is. */
export function removalNotice(
  before: readonly ExpirationGroup[],
  after: readonly ExpirationGroup[],
  nowMs: number,
): string | null {
  const left = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !left.has(id)).map(({ expiration }) => expiration);
  const [expired = [], removed = []] = [true, false].map((isExpired) =>
    gone
      .filter(({ seconds }) => seconds * 1000 <= nowMs === isExpired)
      .map(({ date }) => expirationText(date)),
  );
  const sentences = [
    expired.length === 0 ? '' : `${expired.join(', ')} ${expired.length === 1 ? 'has' : 'have'} expired.`,
    removed.length === 0
      ? ''
      : `${removed.join(', ')} ${removed.length === 1 ? 'is' : 'are'} no longer listed.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ') || null;
}
