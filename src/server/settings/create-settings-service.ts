import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Repositories } from '../storage/repositories.ts';

export const DEMO_REFUSAL = 'Saving is not supported during Demo Session';

const MAX_TEXT_CHARS = 1_000_000;
const MAX_PAGE_CHARS = 256;

export interface SettingsChange {
  /** JSON texts. */
  readonly workspace: string;
  readonly settings: string;
  readonly page: string;
}

/** What the workstation starts from; null = never stored. */
export interface LoadedSettings {
  readonly workspace: string | null;
  readonly settings: string | null;
  readonly page: string | null;
  readonly defaultAccount: string | null;
  /** 0 = never stored. */
  readonly revision: number;
}

/** Why a store was refused, in words for the user, and whether that is for the demo's sake or because of the texts. */
export interface StoreRefusal {
  readonly reason: 'demo' | 'invalid';
  readonly message: string;
}

export interface SettingsService {
  load(userId: string): Promise<LoadedSettings>;
  store(owner: { readonly userId: string; readonly isDemo: boolean }, change: SettingsChange): Promise<Result<{ revision: number }, StoreRefusal>>;
}

/** Keeps each user's workspaces and settings as the browser wrote them. */
export function createSettingsService(repositories: Repositories): SettingsService {
  return {
    async load(userId) {
      const [stored, accounts] = [await repositories.settings.load(userId), await repositories.accounts.ofUser(userId)];
      return {
        workspace: stored?.workspace ?? null,
        settings: stored?.settings ?? null,
        page: stored?.page ?? null,
        defaultAccount: accounts.find((account) => account.isDefault)?.account ?? null,
        revision: stored?.revision ?? 0,
      };
    },
    async store(owner, change) {
      if (owner.isDemo) return err({ reason: 'demo', message: DEMO_REFUSAL });
      const fault = faultOf('Workspace', change.workspace) ?? faultOf('Settings', change.settings) ?? faultOfPage(change.page);
      if (fault) return err({ reason: 'invalid', message: fault });
      const { workspace, settings, page } = change;
      return ok({ revision: await repositories.settings.store(owner.userId, { workspace, settings, page }) });
    },
  };
}

function faultOf(name: string, text: string): string | undefined {
  if (text.length > MAX_TEXT_CHARS) return `${name} is too large to store: ${text.length} characters, at most ${MAX_TEXT_CHARS}. Close some windows or delete a workspace.`;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return `${name} must be a JSON object or list.`;
    return undefined;
  } catch {
    return `${name} is not valid JSON, so it was not stored.`;
  }
}

function faultOfPage(page: string): string | undefined {
  if (page.length > MAX_PAGE_CHARS) return `Page is too long to store: at most ${MAX_PAGE_CHARS} characters.`;
  // Postgres text holds everything but this.
  return page.includes('\0') ? 'Page holds a character that cannot be stored.' : undefined;
}
