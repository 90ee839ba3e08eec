import { formatTime } from '../../../src/plugin-api/index.ts';
import { barOfAction, type ChartAction } from '../model/chart-action.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { createElement, write } from '../screen/elements.ts';
import type { ChartView } from '../screen/types.ts';
import { paneOf } from '../view/geometry.ts';
import { Invalid } from '../view/invalidation.ts';
import styles from './Actions.module.css';

/** Width and height of a mark, and its distance from the lower edge of the price pane, px; the same as in the style sheet. */
const MARK_PX = 16;
const EDGE_PX = 4;
/** Actions nearer to each other than this share a mark. */
const MIN_DISTANCE_PX = MARK_PX + 2;
const LETTERS: Readonly<Record<ChartAction['kind'], string>> = {
  Split: 'S',
  Dividend: 'D',
  SymbolChange: 'N',
  Delisting: 'X',
};

/** Actions that stand at one place. */
interface ActionGroup {
  /** Stays the same while the chart is moved. */
  readonly key: string;
  /** Middle, CSS px. */
  readonly x: number;
  /** Bar of the first action. */
  readonly index: number;
  readonly actions: readonly ChartAction[];
}

/** Visible actions from left to right; those that would cover each other are together. */
function groupsInView({ model, viewport }: Pick<ChartView, 'model' | 'viewport'>): readonly ActionGroup[] {
  const groups: { key: string; x: number; index: number; actions: ChartAction[] }[] = [];
  for (const action of model.actions) {
    const index = barOfAction(model, action.timeMs);
    if (index === undefined || index < viewport.from || index >= viewport.to) continue;
    const x = viewport.xOf(index);
    const last = groups.at(-1);
    if (last !== undefined && x - last.x < MIN_DISTANCE_PX) last.actions.push(action);
    else groups.push({ key: `${action.kind} ${action.timeMs}`, x, index, actions: [action] });
  }
  return groups;
}

const lineOf = ({ timeMs, title }: ChartAction): string => `${formatTime(timeMs, 'M/D/YYYY')} ${title}`;

/** A split is what a mark stands for when there are others with it. */
const letterOf = (actions: readonly ChartAction[]): string =>
  LETTERS[(actions.find(({ kind }) => kind === 'Split') ?? actions[0])?.kind ?? 'Dividend'];

/**
 * Marks of splits, dividends and other corporate actions at the lower edge of the prices. The pointer or the focus on a mark shows date and ratio or amount; the arrow keys
 * go from mark to mark, Enter moves the crosshair to its bar.
 */
export class ActionMarks {
  readonly #view: ChartView;
  readonly #layer: HTMLElement;
  readonly #tip: HTMLElement;
  readonly #buttons = new Map<string, HTMLElement>();
  readonly #stops: readonly (() => void)[];
  #groups: readonly ActionGroup[] = [];
  /** The mark that Tab reaches. */
  #current = '';
  #tipOf: string | null = null;

  constructor(view: ChartView) {
    this.#view = view;
    const page = view.root.ownerDocument;
    this.#layer = createElement(page, 'div', styles.layer);
    this.#layer.setAttribute('role', 'group');
    this.#layer.setAttribute('aria-label', 'Corporate actions on the chart');
    this.#tip = createElement(page, 'div', styles.tip);
    // Each mark has the same text as its name.
    this.#tip.setAttribute('aria-hidden', 'true');
    this.#tip.hidden = true;
    this.#layer.append(this.#tip);
    view.overlay.append(this.#layer);
    this.#stops = [
      view.onPaint((painted) => {
        if (painted >= Invalid.view) this.#place();
      }),
      view.addPictureLayer((context) => this.#paint(context)),
    ];
    this.#layer.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** The model has other actions. */
  show(): void {
    this.#view.invalidate(Invalid.view);
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#layer.remove();
  }

  #place(): void {
    this.#groups = groupsInView(this.#view);
    const keys = new Set(this.#groups.map(({ key }) => key));
    for (const [key, button] of this.#buttons) {
      if (keys.has(key)) continue;
      button.remove();
      this.#buttons.delete(key);
    }
    if (!keys.has(this.#current)) this.#current = this.#groups.at(-1)?.key ?? '';
    const top = this.#top();
    for (const group of this.#groups) {
      const button = this.#buttonOf(group.key);
      write(button, letterOf(group.actions));
      button.setAttribute('aria-label', group.actions.map(lineOf).join(', '));
      button.tabIndex = group.key === this.#current ? 0 : -1;
      button.style.transform = `translate(${Math.round(group.x - MARK_PX / 2)}px, ${top}px)`;
    }
    this.#showTip(this.#tipOf);
  }

  /** Upper edge of the marks. */
  #top(): number {
    const pane = paneOf(this.#view.geometry(), PRICE_PANE);
    return pane === null ? 0 : Math.round(pane.top + pane.height - MARK_PX - EDGE_PX);
  }

  #buttonOf(key: string): HTMLElement {
    const known = this.#buttons.get(key);
    if (known !== undefined) return known;
    const button = createElement(this.#layer.ownerDocument, 'button', styles.mark);
    button.setAttribute('type', 'button');
    button.addEventListener('pointerenter', () => this.#showTip(key));
    button.addEventListener('pointerleave', () => this.#showTip(null));
    // The chart would begin to move.
    button.addEventListener('pointerdown', (event) => event.stopPropagation());
    button.addEventListener('focus', () => {
      this.#goTo(key);
      this.#showTip(key);
    });
    button.addEventListener('blur', () => this.#showTip(null));
    button.addEventListener('click', () => this.#moveCrosshair(key));
    this.#buttons.set(key, button);
    this.#layer.append(button);
    return button;
  }

  #goTo(key: string): void {
    this.#current = key;
    for (const [each, button] of this.#buttons) button.tabIndex = each === key ? 0 : -1;
  }

  #moveCrosshair(key: string): void {
    const group = this.#groups.find((each) => each.key === key);
    if (group) this.#view.setCrosshair({ index: group.index, y: this.#top(), source: 'key' });
  }

  #onKey(event: KeyboardEvent): void {
    const at = this.#groups.findIndex(({ key }) => key === this.#current);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.#groups.length - 1 }[event.key];
    // What a key does in the chart it does not do here: the focus would leave the mark.
    if (event.key === 'Escape') this.#showTip(null);
    else if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.stopPropagation();
    if (next === undefined) return;
    event.preventDefault();
    this.#buttons.get(this.#groups[next]?.key ?? '')?.focus();
  }

  #showTip(key: string | null): void {
    this.#tipOf = key;
    const group = this.#groups.find((each) => each.key === key);
    this.#tip.hidden = group === undefined;
    if (!group) return;
    write(this.#tip, group.actions.map(lineOf).join('\n'));
    const { plotWidth } = this.#view.geometry();
    const rightmost = plotWidth - this.#tip.offsetWidth - EDGE_PX;
    const left = Math.max(EDGE_PX, Math.min(group.x - this.#tip.offsetWidth / 2, rightmost));
    this.#tip.style.transform = `translate(${Math.round(left)}px, calc(${this.#top() - EDGE_PX}px - 100%))`;
  }

  #paint(context: CanvasRenderingContext2D): void {
    const theme = this.#view.theme();
    const top = this.#top();
    context.save();
    context.font = theme.font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    for (const { x, actions } of groupsInView(this.#view)) {
      context.beginPath();
      context.arc(Math.round(x), top + MARK_PX / 2, MARK_PX / 2 - 0.5, 0, 2 * Math.PI);
      context.fillStyle = theme.background;
      context.strokeStyle = theme.textMuted;
      context.fill();
      context.stroke();
      context.fillStyle = theme.text;
      context.fillText(letterOf(actions), Math.round(x), top + MARK_PX / 2);
    }
    context.restore();
  }
}
