import type { AlertRow } from '../../src/domain/alerts/index.ts';
import { ALL_PERMISSIONS } from '../../src/domain/permissions.ts';
import type { AlertDocumentsState, ToolPlatform, ToolWindow } from '../../src/plugin-api/index.ts';
import { type PriceAlertsState, priceAlertsState } from './state.ts';

type Toast = Parameters<ToolPlatform['dialogs']['toast']>[0];
type Window = ToolWindow<PriceAlertsState>;

/** A platform with alert documents and windows of Price Alerts, for tests without a workstation. */
export class FakeAlertPlatform {
  readonly toasts: Toast[] = [];
  /** Ids of the tools that were shown. */
  readonly shown: string[] = [];
  permissionMask = ALL_PERMISSIONS;
  readonly #windows: Window[] = [];
  /** The window on screen; the first unless set. */
  #nearest: Window | null = null;
  readonly #listeners = new Set<() => void>();
  #state: AlertDocumentsState;

  constructor(...rows: readonly AlertRow[]) {
    this.#state = { rows: new Map(rows.map((row) => [row.Id, row])), isLoaded: true };
  }

  get rows(): readonly AlertRow[] {
    return [...this.#state.rows.values()];
  }

  readonly alertDocuments: ToolPlatform['alertDocuments'] = {
    get: () => this.#state,
    subscribe: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    put: (rows) => this.#set([...this.rows, ...rows]),
    restore: (rows) => this.#set([...this.rows, ...rows]),
    remove: (ids) => this.#set(this.rows.filter(({ Id }) => !ids.includes(Id))),
    adopt: (rows) => {
      this.#set([...this.rows, ...rows.filter(({ Id }) => !this.#state.rows.has(Id))]);
      return [];
    },
    onProblem: () => () => {},
    onChange: () => () => {},
  };

  /** Opens a window that lists these alerts, or has this state. */
  open(state: readonly string[] | Partial<PriceAlertsState>): Window {
    let now = { ...priceAlertsState.initial, ...('length' in state ? { Alerts: state } : state) };
    // Only what the functions of the tool use of a window.
    const window = {
      id: `1:Window${this.#windows.length + 1}`,
      getState: () => now,
      update: (change: Partial<PriceAlertsState>) => {
        now = { ...now, ...change };
      },
      platform: this.platform,
    } as unknown as Window;
    this.#windows.push(window);
    return window;
  }

  show(window: Window): void {
    this.#nearest = window;
  }

  close(window: Window): void {
    this.#windows.splice(this.#windows.indexOf(window), 1);
  }

  /** Runs the action of the last message. */
  runAction(): void {
    this.toasts.at(-1)?.action?.run();
  }

  get platform(): ToolPlatform {
    const { alertDocuments } = this;
    // Only what the functions of the tool use of a platform.
    return {
      alertDocuments,
      joinSteps: ({ message, key }: Parameters<ToolPlatform['joinSteps']>[0], run: () => void) => {
        run();
        if (message !== undefined) this.toasts.push({ message, tone: 'neutral', ...(key ? { key } : {}) });
      },
      tools: {
        windowsOf: () => ({ get: () => [...this.#windows], subscribe: () => () => {} }),
        nearestOf: () => this.#nearest ?? this.#windows[0] ?? null,
        show: async (id: string) => void this.shown.push(id),
      },
      dialogs: { toast: (toast: Toast) => void this.toasts.push(toast) },
      session: { get: () => ({ permissionMask: this.permissionMask }) },
    } as unknown as ToolPlatform;
  }

  #set(rows: readonly AlertRow[]): void {
    this.#state = { rows: new Map(rows.map((row) => [row.Id, row])), isLoaded: true };
    for (const listener of [...this.#listeners]) listener();
  }
}
