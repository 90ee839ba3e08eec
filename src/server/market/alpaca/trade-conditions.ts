import type { WireTrade } from './wire.ts';

/** What a trade changes: the last price, the high and low of the day, and the volume. */
export interface TradeEffect {
  readonly last: boolean;
  readonly range: boolean;
  readonly volume: boolean;
}

const VOLUME_ONLY: TradeEffect = { last: false, range: false, volume: true };
const RANGE_AND_VOLUME: TradeEffect = { last: false, range: true, volume: true };
const EVERYTHING: TradeEffect = { last: true, range: true, volume: true };

/** Sale conditions of the consolidated tapes that change less than a regular trade does. Those that are missing change everything. */
const EFFECTS: Readonly<Record<string, TradeEffect>> = {
  // Odd lots, and trades whose price was made at another time or by another rule.
  I: VOLUME_ONLY,
  C: VOLUME_ONLY,
  N: VOLUME_ONLY,
  R: VOLUME_ONLY,
  H: VOLUME_ONLY,
  V: VOLUME_ONLY,
  W: VOLUME_ONLY,
  U: VOLUME_ONLY,
  '7': VOLUME_ONLY,
  // Reported late or out of sequence: they belong to the day, not to this moment.
  Z: RANGE_AND_VOLUME,
  G: RANGE_AND_VOLUME,
  P: RANGE_AND_VOLUME,
  '4': RANGE_AND_VOLUME,
  // The official prices repeat a trade that was counted already.
  M: { last: true, range: true, volume: false },
  Q: { last: false, range: true, volume: false },
  '9': { last: true, range: true, volume: false },
};

/** Form T: a trade outside of the regular session. */
const EXTENDED = 'T';
/** Tape C (Nasdaq) uses B for bunched trades, which are regular; the other tapes for average prices. */
const AVERAGE_PRICE = 'B';

/** What a trade changes, by all of its conditions together. `isRegular`: it took place in the regular session. */
export function effectOf({ c, z }: Pick<WireTrade, 'c' | 'z'>, isRegular: boolean): TradeEffect {
  let { last, range, volume } = EVERYTHING;
  for (const condition of c) {
    const effect =
      condition === AVERAGE_PRICE && z !== 'C' ? VOLUME_ONLY : (EFFECTS[condition.trim()] ?? EVERYTHING);
    last &&= effect.last;
    range &&= effect.range;
    volume &&= effect.volume;
    // In the session a Form T trade is a late report; before and after it, it is the price of the moment.
    if (condition === EXTENDED && isRegular) [last, range] = [false, false];
  }
  // The day's figures are those of the regular session.
  return isRegular ? { last, range, volume } : { last, range: false, volume: false };
}
