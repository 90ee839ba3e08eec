import type { Readable } from '../client/types.ts';

/** A tool in a window of any workspace, on screen or not. */
export interface PlacedTool {
  /** The id of its window. */
  readonly id: string;
  readonly workspaceId: number;
  getState(): unknown;
  /** Replaces fields of the state; a window on screen is notified. */
  update(change: object): void;
  /** The same for what was not changed in this window: it is no step of undo. */
  follow(change: object): void;
}

/** The tools in the windows of all workspaces. */
export interface PlacedTools {
  /** Every stored window of a tool, without those whose state cannot be read. Subscribers are notified when one is added, removed or changed. */
  windowsOf(toolId: string): Readable<readonly PlacedTool[]>;
  /** The tool's window that the user sees; else the one that was on screen last, else the first. Null when there is none. */
  nearestOf(toolId: string): PlacedTool | null;
  /**
   * Puts a tool into an empty window of the current workspace, or into a new workspace when there is none, with parts of its initial
   * state replaced. Resolves with the window's id, or with null after a message to the user.
   */
  open(toolId: string, state?: object): Promise<string | null>;
  /** Shows the tool's window that `nearestOf` returns, or opens one. */
  show(toolId: string): Promise<void>;
}
