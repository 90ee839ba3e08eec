/** Whether the tool of a window runs, and how often it was started. */
export interface ToolRun {
  readonly attempt: number;
  readonly isStopped: boolean;
}

const FIRST_RUN: ToolRun = { attempt: 0, isStopped: false };

/** What the user has done to the third-party tools of windows, by the id of the window, until the page is left. */
class ToolRuns {
  readonly #runs = new Map<string, ToolRun>();
  readonly #listeners = new Set<() => void>();

  readonly get = (windowId: string): ToolRun => this.#runs.get(windowId) ?? FIRST_RUN;
  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** Starts the tool again, from its beginning. */
  reload(windowId: string): void {
    this.#set(windowId, { attempt: this.get(windowId).attempt + 1, isStopped: false });
  }

  stop(windowId: string): void {
    this.#set(windowId, { ...this.get(windowId), isStopped: true });
  }

  #set(windowId: string, run: ToolRun): void {
    this.#runs.set(windowId, run);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The runs of this page. */
export const toolRuns = new ToolRuns();
