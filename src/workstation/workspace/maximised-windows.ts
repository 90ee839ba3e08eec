import * as v from 'valibot';
import type { DockView } from './dock-view.ts';
import { windowKeySchema } from './undocked.ts';

type Maximised = NonNullable<DockView['maximised']>;

const storedSchema = v.record(
  v.pipe(v.string(), v.digits()),
  v.object({ key: windowKeySchema, scope: v.picklist(['window', 'row']) }),
);

/** The parts of the page that are used. */
export interface MaximisedWindowsOptions {
  /** The browser tab's own storage; throws where the browser blocks it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Null while nobody is signed in: nothing is kept then. */
  readonly userId: () => string | null;
}

/**
 * Which window of each workspace is maximised, over a reload of the page. Kept in the browser tab's storage by user: other tabs and machines show the
 * same workspaces in their own way.
 */
export class MaximisedWindows {
  readonly #options: MaximisedWindowsOptions;

  constructor(options: MaximisedWindowsOptions) {
    this.#options = options;
  }

  /** The window of a workspace that was maximised last; null for none. It may have left the workspace since. */
  lastOf(workspaceId: number): Maximised | null {
    return this.#read()[workspaceId] ?? null;
  }

  /** Stores the window that is maximised now, or that none is. */
  keep(workspaceId: number, maximised: Maximised | null): void {
    const key = this.#key;
    if (key === null) return;
    const { [workspaceId]: _before, ...others } = this.#read();
    const next = maximised === null ? others : { ...others, [workspaceId]: maximised };
    try {
      if (Object.keys(next).length === 0) this.#options.storage().removeItem(key);
      else this.#options.storage().setItem(key, JSON.stringify(next));
    } catch {
      // Storage is full or blocked: after a reload no window is maximised.
    }
  }

  get #key(): string | null {
    const userId = this.#options.userId();
    return userId === null ? null : `tapedeck.maximised.${userId}`;
  }

  #read(): Readonly<Record<string, Maximised>> {
    try {
      const text = this.#key === null ? null : this.#options.storage().getItem(this.#key);
      const read = v.safeParse(storedSchema, JSON.parse(text ?? '{}'));
      return read.success ? read.output : {};
    } catch {
      // Storage is blocked, or its text is damaged.
      return {};
    }
  }
}
