import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Repositories, SettingsRecord, TradingApiRecord } from '../storage/repositories.ts';
import { createSavesService, type SavesService } from '../saves/create-saves-service.ts';
import type { SaveDocuments } from '../saves/save-documents.ts';
import type { Owner } from './owner.ts';
import { WorkspaceHistory, type WorkspaceVersion } from './workspace-history.ts';

const DEMO_REFUSAL = 'Saving is not supported during Demo Session';

/** Answer to a writer whose base revision was lost with the database. */
const NOTHING_STORED = { revision: 0, workspace: '{}', settings: '{}' };
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

/** Why a store was refused, with a text for the user: a demo session, invalid texts, or a conflict with another writer. */
export type StoreRefusal =
  | { readonly reason: 'demo' | 'invalid'; readonly message: string }
  | {
      readonly reason: 'conflict';
      readonly message: string;
      readonly stored: Pick<SettingsRecord, 'revision' | 'workspace' | 'settings'>;
    };

/** Workspaces, settings, saved items and the chosen trading service of each user. */
export interface SettingsService {
  load(userId: string): Promise<LoadedSettings>;
  /** With a base revision, stores only when that is still the stored one. */
  store(
    owner: Owner,
    change: SettingsChange,
    baseRevision?: number,
  ): Promise<Result<{ revision: number }, StoreRefusal>>;
  readonly saves: SavesService;
  /** The versions of the user's workspaces, the newest first. */
  versions(userId: string): Promise<readonly WorkspaceVersion[]>;
  /** The workspaces (JSON text) of a version; undefined when it is not kept any more. */
  version(userId: string, id: number): Promise<string | undefined>;
  /** Undefined until the user has chosen a service. */
  tradingApi(userId: string): Promise<TradingApiRecord | undefined>;
  /** False in a demo session, which stays with the own service. */
  chooseTradingApi(owner: Owner, api: string): Promise<boolean>;
}

export interface SettingsServiceOptions {
  readonly saveDocuments: SaveDocuments;
  readonly hostMs: () => number;
  /** A version could not be kept. What the user changed is stored nevertheless. */
  readonly onHistoryFailure: (error: unknown) => void;
}

/** Keeps each user's workspaces and settings as the browser wrote them. */
export function createSettingsService(
  repositories: Repositories,
  { hostMs, onHistoryFailure, saveDocuments }: SettingsServiceOptions,
): SettingsService {
  const history = new WorkspaceHistory(repositories.workspaceVersions, hostMs);
  return {
    async load(userId) {
      const [stored, accounts] = [
        await repositories.settings.load(userId),
        await repositories.accounts.ofUser(userId),
      ];
      return {
        workspace: stored?.workspace ?? null,
        settings: stored?.settings ?? null,
        page: stored?.page ?? null,
        defaultAccount: accounts.find((account) => account.isDefault)?.account ?? null,
        revision: stored?.revision ?? 0,
      };
    },
    async store(owner, change, baseRevision) {
      if (owner.isDemo) return err({ reason: 'demo', message: DEMO_REFUSAL });
      const fault =
        faultOf('Workspace', change.workspace) ??
        faultOf('Settings', change.settings) ??
        faultOfPage(change.page);
      if (fault) return err({ reason: 'invalid', message: fault });
      const { workspace, settings, page } = change;
      const texts = { workspace, settings, page };
      const before = (await repositories.settings.load(owner.userId))?.workspace ?? null;
      const revision =
        baseRevision === undefined
          ? await repositories.settings.store(owner.userId, texts)
          : await repositories.settings.storeOver(owner.userId, baseRevision, texts);
      if (revision !== undefined) {
        await history.keep(owner.userId, owner.userAgent ?? '', workspace, before).catch(onHistoryFailure);
        return ok({ revision });
      }
      const stored = (await repositories.settings.load(owner.userId)) ?? NOTHING_STORED;
      return err({
        reason: 'conflict',
        message: 'Your workspaces were changed in another window or on another machine meanwhile.',
        stored,
      });
    },
    versions: (userId) => history.list(userId),
    version: (userId, id) => history.load(userId, id),
    saves: createSavesService(repositories.savedItems, hostMs, saveDocuments),
    tradingApi: (userId) => repositories.tradingApis.byUser(userId),
    async chooseTradingApi(owner, api) {
      if (owner.isDemo) return false;
      await repositories.tradingApis.choose(owner.userId, api);
      return true;
    },
  };
}

function faultOf(name: string, text: string): string | undefined {
  if (text.length > MAX_TEXT_CHARS)
    return `${name} is too large to store: ${text.length} characters, at most ${MAX_TEXT_CHARS}. Close some windows or delete a workspace.`;
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
