import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { Logger } from '../../logging.ts';
import type { UserRecord, Users } from '../../storage/repositories.ts';
import type { Run } from './backtest-run.ts';
import type { WireInstance } from '../service.ts';
import type { RunRecord } from './run-record.ts';

/** How often the permissions of users with live runs are compared with the database, ms. */
const COMPARE_EVERY_MS = 2_000;
const STOPPED_TEXT = 'Stopped: the user may no longer use AlgoStream.';

/** Why a user may not trade a symbol; undefined: the permissions allow it. */
export function symbolPermissionProblem(permissionMask: number, symbol: string): string | undefined {
  if (isOptionSymbol(symbol)) return optionPermissionProblem(permissionMask);
  return hasPermission(permissionMask, Permission.Stocks) ? undefined : 'Trading not permitted';
}

/** Why a user may not trade options, multi-leg orders included; undefined: the permissions allow it. */
export const optionPermissionProblem = (permissionMask: number): string | undefined =>
  hasPermission(permissionMask, Permission.OptionChain) ? undefined : 'No permission to trade options';

export interface PermissionWatchParts {
  readonly users: Pick<Users, 'byId'>;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
}
type LiveRun = { readonly record: RunRecord; readonly run: Pick<Run, 'stop'> };

/** Stops live runs whose user may not trade them any more. Returns the way to end the watch. */
export function watchPermissions(
  { users, hostMs, logger }: PermissionWatchParts,
  liveRuns: () => readonly LiveRun[],
): () => void {
  let isComparing = false;
  const compare = async (): Promise<void> => {
    const byUser = Map.groupBy(liveRuns(), ({ record }) => record.key.userId);
    for (const [userId, runs] of byUser) {
      const user = await users.byId(userId);
      for (const { record, run } of runs) {
        const text = stopTextOf(user, record.instance, hostMs());
        if (text !== undefined) run.stop('Stopped', text);
      }
    }
  };
  const timer = setInterval(() => {
    if (isComparing) return;
    isComparing = true;
    compare()
      .catch((error: unknown) =>
        logger.error({ err: error }, 'the permissions of users with live strategies could not be read'),
      )
      .finally(() => {
        isComparing = false;
      });
  }, COMPARE_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Whether a user may run strategies. `nowMs`: host time. */
export const mayUseAlgoStream = (user: UserRecord, nowMs: number): boolean =>
  !user.isDisabled &&
  (user.expiresAtMs === null || user.expiresAtMs > nowMs) &&
  hasPermission(user.permissionMask, Permission.AlgoTrading);

function stopTextOf(
  user: UserRecord | undefined,
  { PrimarySymbol, OtherSymbols }: Pick<WireInstance, 'PrimarySymbol' | 'OtherSymbols'>,
  nowMs: number,
): string | undefined {
  if (user === undefined || !mayUseAlgoStream(user, nowMs)) return STOPPED_TEXT;
  // Empty while the code has not declared it.
  const symbols = PrimarySymbol === '' ? [] : [PrimarySymbol, ...OtherSymbols];
  const symbol = symbols.find((traded) => symbolPermissionProblem(user.permissionMask, traded) !== undefined);
  return symbol && `Stopped: the user may no longer trade ${symbol}.`;
}
