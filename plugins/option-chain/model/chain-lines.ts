import { chainGroups } from '../../../src/domain/options/index.ts';
import { strikeRowId, type Contract, type StrikeRow } from './contract.ts';
import type { ChainExpiration } from './expirations.ts';

/** An expiration with its strikes, ascending. */
export interface ExpirationGroup {
  readonly id: string;
  readonly expiration: ChainExpiration;
  readonly rows: readonly StrikeRow[];
}

/** A line of the chain: the heading of an expiration, or a strike of an open one. */
export type ChainLine =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly group: ExpirationGroup;
      readonly isOpen: boolean;
      readonly place: number;
      readonly size: number;
    }
  | {
      readonly kind: 'row';
      readonly id: string;
      readonly group: ExpirationGroup;
      readonly row: StrikeRow;
      readonly parent: number;
      readonly place: number;
      readonly size: number;
    };

export const groupIdOf = (seconds: number): string => `expiration:${seconds}`;

/** Strikes within so many percent of a price; all of them for 0 percent or an unknown price. */
export function isWithinWidth(strike: number, spot: number, widthPercent: number): boolean {
  return widthPercent === 0 || !(spot > 0) || Math.abs(strike - spot) <= (spot * widthPercent) / 100;
}

interface Placed {
  readonly contract: Contract;
  readonly Type: 'Call' | 'Put';
  readonly Strike: number;
  readonly Expiration: number;
}

/** Contracts by expiration, earliest first, and by strike, call and put side by side. Contracts of expirations that are not listed are left out. */
export function expirationGroups(
  contracts: readonly Contract[],
  expirations: readonly ChainExpiration[],
): readonly ExpirationGroup[] {
  const listed = new Map(expirations.map((expiration) => [expiration.seconds, expiration]));
  const placed = contracts.map((contract): Placed => ({
    contract,
    Type: contract.right === 'C' ? 'Call' : 'Put',
    Strike: contract.strike,
    Expiration: contract.expirationSeconds,
  }));
  return chainGroups(placed).flatMap(({ expiration: seconds, rows }) => {
    const expiration = listed.get(seconds);
    if (expiration === undefined) return [];
    const siblings: StrikeRow[] = [];
    rows.forEach(({ strike, call, put }, index) =>
      siblings.push({
        strike,
        expirationSeconds: seconds,
        call: call?.contract,
        put: put?.contract,
        siblings,
        index,
      }),
    );
    return [{ id: groupIdOf(seconds), expiration, rows: siblings }];
  });
}

/** The lines in sight of the tree, top down. */
export function chainLines(
  groups: readonly ExpirationGroup[],
  open: ReadonlySet<string>,
): readonly ChainLine[] {
  const lines: ChainLine[] = [];
  groups.forEach((group, index) => {
    const parent = lines.length;
    const isOpen = open.has(group.id);
    lines.push({ kind: 'group', id: group.id, group, isOpen, place: index + 1, size: groups.length });
    if (!isOpen) return;
    group.rows.forEach((row, order) =>
      lines.push({
        kind: 'row',
        id: strikeRowId(row),
        group,
        row,
        parent,
        place: order + 1,
        size: group.rows.length,
      }),
    );
  });
  return lines;
}

/** True when the underlying has left the middle half of the loaded strikes of an expiration: other strikes are the nearest now. */
export function isOffCentre(rows: readonly StrikeRow[], spot: number): boolean {
  if (rows.length < 3 || !(spot > 0)) return false;
  const quarter = Math.floor(rows.length / 4);
  const low = rows[quarter];
  const high = rows[rows.length - 1 - quarter];
  return low !== undefined && high !== undefined && (spot < low.strike || spot > high.strike);
}
