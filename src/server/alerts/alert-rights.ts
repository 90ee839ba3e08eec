import { hasPermission, Permission } from '../../domain/permissions.ts';
import type { Logger } from '../logging.ts';
import type { Users } from '../storage/repositories.ts';

/** How often the permissions of users whose alerts are barred are compared with the database, ms. */
const COMPARE_EVERY_MS = 2_000;

export interface AlertRightsParts {
  readonly users: Pick<Users, 'byId'>;
  readonly logger: Pick<Logger, 'error'>;
  /** The alerts of a user that were barred may fire again. */
  readonly onRestored: (userId: string) => Promise<void>;
}

/** Whether a user's alerts may fire. The database decides at each firing, since permissions change while alerts are armed. */
export class AlertRights {
  readonly #parts: AlertRightsParts;
  readonly #barred = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: AlertRightsParts) {
    this.#parts = parts;
  }

  /** Whether the user's alerts may fire now. Permissions of a user whose alerts may not are checked until they may. */
  async mayFire(userId: string): Promise<boolean> {
    const user = await this.#parts.users.byId(userId);
    const mayFire =
      user !== undefined && !user.isDisabled && hasPermission(user.permissionMask, Permission.ChartAlerts);
    if (mayFire || user === undefined) this.#barred.delete(userId);
    else this.#barred.add(userId);
    this.#schedule();
    return mayFire;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isStopped || this.#barred.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#compare()
        .catch((error: unknown) =>
          this.#parts.logger.error({ err: error }, 'the permissions of users with alerts could not be read'),
        )
        .finally(() => {
          this.#timer = undefined;
          this.#schedule();
        });
    }, COMPARE_EVERY_MS).unref();
  }

  async #compare(): Promise<void> {
    for (const userId of [...this.#barred])
      if (await this.mayFire(userId)) await this.#parts.onRestored(userId);
  }
}
