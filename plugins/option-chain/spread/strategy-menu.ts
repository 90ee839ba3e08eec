import {
  SPREAD_STRATEGIES,
  strategyLegs,
  type SpreadStrategy,
} from '../../../src/domain/options/spread/index.ts';
import type { StrikeContracts } from '../../../src/domain/options/spread/index.ts';
import type { Result } from '../../../src/domain/assert/assert.ts';
import type { MenuEntry } from '../../../src/ui/index.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import { expirationText } from '../model/expirations.ts';
import type { StoredLeg } from './spread-schema.ts';
import { storedOf } from './spread-state.ts';

const strikesOf = (group: ExpirationGroup | undefined): readonly StrikeContracts[] =>
  (group?.rows ?? []).map(({ strike, call, put }) => ({ strike, call: call?.symbol, put: put?.symbol }));

/** The expirations that a strategy may start from. */
export function expirationChoices(
  groups: readonly ExpirationGroup[],
): readonly { readonly value: string; readonly label: string }[] {
  return groups.map(({ id, expiration }) => ({ value: id, label: expirationText(expiration.date) }));
}

/** The chosen expiration while the chain shows it; else the earliest open one, else the earliest. */
export function chosenExpiration(
  groups: readonly ExpirationGroup[],
  open: ReadonlySet<string>,
  chosen: string | null,
): string | null {
  const ids = groups.map(({ id }) => id);
  if (chosen !== null && ids.includes(chosen)) return chosen;
  return ids.find((id) => open.has(id)) ?? ids[0] ?? null;
}

/** The legs of a strategy in an expiration of the chain, or why it has none. */
export function legsOfStrategy(
  strategy: SpreadStrategy,
  underlying: string,
  spot: number,
  groups: readonly ExpirationGroup[],
  expirationId: string | null,
): Result<readonly StoredLeg[], string> {
  const index = groups.findIndex(({ id }) => id === expirationId);
  const result = strategyLegs(strategy, {
    underlying,
    spot,
    strikes: strikesOf(groups[index]),
    laterStrikes: strikesOf(groups[index + 1]),
  });
  return result.ok ? { ok: true, value: result.value.map(storedOf) } : result;
}

/** The menu of strategies; the last entry starts without legs. */
export function strategyEntries(
  onChoose: (strategy: SpreadStrategy) => void,
  onFree: () => void,
): readonly MenuEntry[] {
  return [
    ...SPREAD_STRATEGIES.map((strategy): MenuEntry => ({
      id: strategy,
      label: strategy,
      run: () => onChoose(strategy),
    })),
    { id: 'free', label: 'Free: choose legs in the chain', hasSeparator: true, run: onFree },
  ];
}
