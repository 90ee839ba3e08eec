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

type Receiver = (commandId: string) => void;

/** The tools that run, by the id of the window, and what gives them the commands that the user runs. */
class RunningTools {
  readonly #receivers = new Map<string, Receiver>();

  /** Returns the function that ends it. */
  add(windowId: string, receiver: Receiver): () => void {
    this.#receivers.set(windowId, receiver);
    return () => {
      // A reload has put another one there.
      if (this.#receivers.get(windowId) === receiver) this.#receivers.delete(windowId);
    };
  }

  /** Whether the tool of the window runs, and got the command. */
  run(windowId: string, commandId: string): boolean {
    const receiver = this.#receivers.get(windowId);
    receiver?.(commandId);
    return receiver !== undefined;
  }
}

/** The running tools of this page. */
export const runningTools = new RunningTools();

/** The runs of this page. */
export const toolRuns = new ToolRuns();
