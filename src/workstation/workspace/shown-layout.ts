import type { Model } from 'flexlayout-react';
import type { DockOptions } from './dock-controller.ts';
import { dockModel } from './dock-model.ts';
import { fitted, type DockState } from './dock-operations.ts';
import {
  PLAIN_VIEW,
  visibleOf,
  type DockView,
  type Panel,
  type PanelSize,
  type Visible,
} from './dock-view.ts';
import { Popouts } from './popouts.ts';
import { StoredLayout } from './stored-layout.ts';
import type { ChangeOf } from './undo-change-schema.ts';
import { popoutStep } from './undo-popouts.ts';
import { WindowBars } from './window-bars.ts';

/** The stored layout of a workspace with its view, its browser windows and the model that the docking library draws. All change together here. */
export class ShownLayout {
  readonly stored: StoredLayout;
  readonly popouts: Popouts;
  readonly bars: WindowBars;
  readonly #options: Pick<DockOptions, 'workspaceId' | 'undo' | 'places' | 'maximised'>;
  readonly #leaveStore: () => void;
  readonly #listeners = new Set<() => void>();
  #view: DockView;
  #model: Model;

  constructor(options: DockOptions) {
    const { workspaceId, workspaces, undo } = options;
    this.#options = options;
    this.#view = { ...PLAIN_VIEW, maximised: options.maximised.lastOf(workspaceId) };
    this.bars = new WindowBars(() => this.notify(), options.titleOf);
    this.popouts = new Popouts(options);
    this.stored = new StoredLayout(workspaceId, workspaces, undo);
    this.#model = dockModel(this.visible, this.#modelOptions());
    this.#leaveStore = workspaces.subscribe(() => this.#follow());
  }

  // Read by React without their object.
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
  readonly model = (): Model => this.#model;
  readonly view = (): DockView => this.#view;

  get state(): DockState {
    return { layout: this.stored.layout, view: this.#view };
  }

  get visible(): Visible {
    return visibleOf(this.stored.layout, this.#view);
  }

  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Shows another view of the same layout. */
  show(change: Partial<DockView>): void {
    this.#setView({ ...this.#view, ...change });
    this.rebuild();
  }

  /** Takes a change over: as a step to undo where the stored layout changes. False when nothing changes, and in a locked layout. */
  apply(title: string, { layout, view }: DockState): boolean {
    const before = this.state;
    if (this.stored.isLocked || (layout === before.layout && view === before.view)) return false;
    // The store reports a layout that has changed, and it is drawn then.
    let isDrawn = false;
    this.#withPopouts(title, view, () => {
      isDrawn = this.stored.arrange(title, layout);
    });
    if (isDrawn) return true;
    if (view === before.view) return false;
    this.rebuild();
    return true;
  }

  /** Other browser windows, as a step to undo, also in a locked layout. None while the page goes: the browser closes them. */
  showPopouts(title: string, popouts: readonly Panel[]): void {
    const next = { ...this.#view, popouts };
    if (this.#options.places.isLeaving()) this.#setView(next);
    else this.#withPopouts(title, next, () => {});
    this.rebuild();
  }

  /** Records that a browser window has opened. One that the browser blocks is no step. */
  recordOpened(id: string): void {
    const { workspaceId, undo } = this.#options;
    const after = this.#placedPopouts();
    const before = this.#placedPopouts(this.#view.popouts.filter((each) => each.id !== id));
    undo.record(popoutStep('Open window in a browser window', workspaceId, before, after));
  }

  /** Takes over what is no step to undo, and is in the model on screen already; false when nothing changes. */
  keep({ layout, view }: DockState): boolean {
    const before = this.state;
    if (layout === before.layout && view === before.view) return false;
    this.#setView(view);
    if (layout !== before.layout) this.stored.keep(layout);
    return true;
  }

  /** The same for sizes, which are stored once they have been still, as a step to undo. */
  keepSizes({ layout, view }: DockState, title: string): void {
    this.#setView(view);
    this.stored.keepSizes(layout, title);
  }

  /** Makes a new model of what is on screen. */
  rebuild(): void {
    this.#model = dockModel(this.visible, this.#modelOptions(), this.#model);
    this.notify();
  }

  /** Draws again only when a floating panel gets another place. */
  setSize(size: PanelSize): void {
    // It is hidden.
    if (size.width <= 0 || size.height <= 0) return;
    const before = this.visible.floats;
    this.#view = { ...this.#view, size };
    const isSame = ({ rect }: Panel, at: number): boolean =>
      JSON.stringify(rect) === JSON.stringify(before[at]?.rect);
    if (!this.visible.floats.every(isSame)) this.rebuild();
  }

  popoutOf(id: unknown): Panel | undefined {
    return this.#view.popouts.find((each) => each.id === id);
  }

  /** The browser window is closed: with a title as a step to undo. */
  withoutPopout(id: string, title: string | null): void {
    const popouts = this.#view.popouts.filter((each) => each.id !== id);
    if (title === null) this.show({ popouts });
    else this.showPopouts(title, popouts);
  }

  keepPlaces(): void {
    this.popouts.keepPlaces(this.#view.popouts);
  }

  nameBrowserWindows(): void {
    this.popouts.name(this.#view.popouts, this.bars.titleOf);
  }

  /** Closes all browser windows; their windows are docked. */
  release(): void {
    this.stored.sizes.flush();
    const { popouts } = this.#view;
    this.popouts.closeAll(popouts);
    if (popouts.length === 0) return;
    this.#view = { ...this.#view, popouts: [] };
    this.rebuild();
  }

  dispose(): void {
    this.release();
    this.#leaveStore();
  }

  #setView(next: DockView): void {
    const before = this.#view;
    this.#view = next;
    if (next.maximised !== before.maximised)
      this.#options.maximised.keep(this.#options.workspaceId, next.maximised);
    if (next.popouts === before.popouts) return;
    this.popouts.leave(before.popouts, next.popouts);
    this.nameBrowserWindows();
  }

  /** Shows another view and arranges the layout. If browser windows change as well, all of it is one step. */
  #withPopouts(title: string, view: DockView, arrange: () => void): void {
    const { workspaceId, undo } = this.#options;
    const before = this.#placedPopouts();
    const isChanged = view.popouts !== this.#view.popouts;
    this.#setView(view);
    if (!isChanged) arrange();
    else
      undo.join(title, () => {
        arrange();
        undo.record(popoutStep(title, workspaceId, before, this.#placedPopouts()));
      });
  }

  #placedPopouts(panels = this.#view.popouts): ChangeOf<'popouts'>['Before'] {
    return panels.map((panel) => {
      const { x, y, width, height } = this.popouts.placeOf(panel);
      return { Tree: panel.tree, Rect: { x, y, width, height } };
    });
  }

  #modelOptions() {
    return { isLocked: this.stored.isLocked, titleOf: this.bars.titleOf, open: this.#view.open };
  }

  /** Takes over a layout that was changed elsewhere: by undo, by another tab, by choosing a preset. */
  #follow(): void {
    const news = this.stored.follow();
    // Title bars and tabs can be dragged, or not.
    if (news === 'lock') this.rebuild();
    if (news === 'layout') this.show(fitted(this.state).view);
  }
}
