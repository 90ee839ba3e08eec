import type { UserRecord } from '../storage/repositories.ts';

/** Whether a user may sign in: neither disabled nor expired. */
export const isUsable = (user: UserRecord, nowMs: number): boolean =>
  !user.isDisabled && (user.expiresAtMs === null || user.expiresAtMs > nowMs);
