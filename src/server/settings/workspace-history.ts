import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { WorkspaceVersions } from '../storage/repositories.ts';
import { BURST_MS, LOSS_CHARS, surplusVersions } from './kept-versions.ts';

const compress = promisify(deflate);
const decompress = promisify(inflate);

/** A version of a user's workspaces, without them. */
export interface WorkspaceVersion {
  /** When it was begun, host UTC ms; identifies it. */
  readonly id: number;
  /** When it was last stored, host UTC ms. */
  readonly savedMs: number;
  readonly userAgent: string;
}

/** Earlier workspaces of users: kept as they are stored, thinned out with age, never more than a bounded size of a user. */
export class WorkspaceHistory {
  readonly #versions: WorkspaceVersions;
  readonly #hostMs: () => number;

  constructor(versions: WorkspaceVersions, hostMs: () => number) {
    this.#versions = versions;
    this.#hostMs = hostMs;
  }

  /**
   * Keeps workspaces (JSON text) that were just stored. Changes of one machine within five minutes are one version, the last of them; a change that
   * removes something begins a new one. `before` is what was stored until now; null = nothing.
   */
  async keep(userId: string, userAgent: string, workspace: string, before: string | null): Promise<void> {
    if (workspace === before) return;
    const nowMs = this.#hostMs();
    const known = await this.#versions.list(userId);
    const newest = known.at(-1);
    const startedMs =
      newest !== undefined &&
      newest.userAgent === userAgent &&
      nowMs - newest.startedMs < BURST_MS &&
      (before?.length ?? 0) - workspace.length < LOSS_CHARS
        ? newest.startedMs
        : // Two machines may store within a millisecond.
          Math.max(nowMs, (newest?.startedMs ?? 0) + 1);
    // What was there before the first version that is kept must not be lost with it.
    if (newest === undefined && before !== null)
      await this.#versions.put(userId, {
        startedMs: startedMs - 1,
        savedMs: startedMs - 1,
        userAgent: '',
        body: await packed(before),
      });
    const body = await packed(workspace);
    await this.#versions.put(userId, { startedMs, savedMs: nowMs, userAgent, body });
    const sizes = [
      ...known.filter((each) => each.startedMs !== startedMs),
      { startedMs, storedChars: body.length },
    ];
    await this.#versions.remove(userId, surplusVersions(sizes, nowMs));
  }

  /** The versions of a user, the newest first. */
  async list(userId: string): Promise<readonly WorkspaceVersion[]> {
    const known = await this.#versions.list(userId);
    return known
      .map(({ startedMs, savedMs, userAgent }) => ({ id: startedMs, savedMs, userAgent }))
      .toReversed();
  }

  /** The workspaces (JSON text) of a version; undefined when it is not kept any more. Rejects when it is damaged. */
  async load(userId: string, id: number): Promise<string | undefined> {
    const body = await this.#versions.body(userId, id);
    return body === undefined ? undefined : unpacked(body);
  }
}

const packed = async (text: string): Promise<string> => (await compress(text)).toString('base64');
const unpacked = async (body: string): Promise<string> =>
  (await decompress(Buffer.from(body, 'base64'))).toString();
