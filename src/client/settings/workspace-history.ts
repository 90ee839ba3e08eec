import { failureText, type HttpApi } from '../connection/http-api.ts';

/** An earlier version of the user's workspaces. */
export interface WorkspaceVersion {
  readonly id: number;
  /** When it was stored, UTC ms. */
  readonly savedMs: number;
  /** The browser that stored it, `Chrome on Windows`; empty when it is not known. */
  readonly browser: string;
}

/** Earlier versions of the user's workspaces, as the server keeps them. */
export interface WorkspaceHistory {
  /** The newest first. Rejects with an Error whose message can be shown. */
  list(): Promise<readonly WorkspaceVersion[]>;
  /** The workspaces' JSON text of a version. Rejects with an Error whose message can be shown. */
  load(id: number): Promise<string>;
}

/** Reads the history of the signed-in user. */
export function createWorkspaceHistory(options: {
  readonly api: HttpApi;
  readonly token: () => string | null;
}): WorkspaceHistory {
  const { api } = options;
  const token = () => options.token() ?? '';
  const readable = (error: unknown): never => {
    throw new Error(failureText(error), { cause: error });
  };
  return {
    async list() {
      const { Items } = await api.call('workspaceVersions', null, { token: token() }).catch(readable);
      return Items.map(({ Id, Saved, Browser }) => ({ id: Id, savedMs: Saved, browser: Browser }));
    },
    async load(id) {
      const { Workspace } = await api
        .call('workspaceVersion', null, { token: token(), params: { id: String(id) } })
        .catch(readable);
      return Workspace;
    },
  };
}
