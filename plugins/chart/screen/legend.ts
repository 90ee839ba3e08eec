import styles from '../Chart.module.css';
import type { ChartModel } from '../model/chart-model.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartTheme } from '../paint/theme.ts';
import type { Crosshair } from '../view/crosshair.ts';
import type { Geometry } from '../view/geometry.ts';
import type { PaneScales } from '../view/pane-scales.ts';
import { barLine } from './bar-line.ts';
import { CrosshairBox } from './crosshair-box.ts';
import { createElement, write } from './elements.ts';
import { legendEntries, type LegendActions, type LegendEntry } from './legend-entries.ts';

/** As the style sheet has it. */
const LINE_PX = 16;
const PICTURE_LEFT_PX = 7;

interface ValueSpan {
  readonly span: HTMLElement;
  text(index: number, scales: PaneScales): string;
}

/** The bar that the legend reads, and where the pointer is. */
export interface LegendScene {
  readonly model: ChartModel;
  readonly scales: PaneScales;
  readonly geometry: Geometry;
  readonly crosshair: Crosshair | null;
  /** Place of the crosshair, CSS px. */
  readonly x: number;
}

/** Entries of studies, comparisons and executions at the top of each pane, and the box with the prices under the crosshair. */
export class Legend {
  readonly #host: HTMLElement;
  readonly #page: Document;
  readonly #actions: LegendActions;
  readonly #panes = new Map<string, HTMLElement>();
  readonly #box: CrosshairBox;
  #values: ValueSpan[] = [];
  #barLine: HTMLElement | null = null;

  constructor(host: HTMLElement, actions: LegendActions) {
    this.#host = host;
    this.#page = host.ownerDocument;
    this.#actions = actions;
    this.#box = new CrosshairBox(host);
  }

  /** The element outside of the chart that has the bar under the crosshair. */
  writeBarInto(element: HTMLElement | null): void {
    this.#barLine = element;
  }

  /** Builds the entries again. */
  rebuild(model: ChartModel, theme: ChartTheme): void {
    const hadFocus = [...this.#panes.values()].some((pane) => pane.contains(this.#page.activeElement));
    for (const pane of this.#panes.values()) pane.remove();
    this.#panes.clear();
    this.#values = [];
    for (const entry of legendEntries(model, theme, this.#actions)) this.#add(entry);
    // The chart takes over the focus of an entry that goes, so that its keys still work.
    if (hadFocus) this.#host.closest<HTMLElement>('[tabindex]')?.focus();
  }

  /** Puts the entries into their panes. */
  place({ panes, plotWidth }: Geometry): void {
    for (const [id, pane] of this.#panes) {
      const found = panes.find((each) => each.id === id);
      pane.hidden = found === undefined;
      if (found === undefined) continue;
      pane.style.top = `${found.top + 3}px`;
      pane.style.maxWidth = `${Math.max(0, plotWidth - 8)}px`;
      pane.style.maxHeight = `${Math.max(0, found.height - 4)}px`;
    }
  }

  /** Writes the values of a bar; only what changed touches the page. */
  show({ model, scales, crosshair, x, geometry }: LegendScene): void {
    const last = model.bars.length - 1;
    const index = crosshair === null ? last : Math.min(Math.max(crosshair.index, 0), last);
    for (const { span, text } of this.#values) write(span, last < 0 ? '–' : text(index, scales));
    if (this.#barLine !== null) write(this.#barLine, crosshair === null ? '' : barLine(model, index));
    if (crosshair === null || crosshair.source === 'link' || last < 0 || !model.showsCrosshairBox) {
      this.#box.hide();
      return;
    }
    this.#box.show(model, index);
    // Never under the pointer: on the other side of the plot, below the entries of the prices.
    const isLeft = x > geometry.plotWidth / 2;
    const legendHeight = isLeft ? (this.#panes.get(PRICE_PANE)?.offsetHeight ?? 0) : 0;
    this.#box.place(isLeft ? 6 : Math.max(6, geometry.plotWidth - 106), legendHeight + 8);
  }

  /** Writes the entries into a picture, where no elements lie above the canvas. */
  paint(context: CanvasRenderingContext2D, theme: ChartTheme): void {
    const view = this.#page.defaultView;
    if (view === null) return;
    context.font = theme.font;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    for (const pane of this.#panes.values()) {
      if (pane.hidden) continue;
      [...pane.children].forEach((line, n) => {
        let x = PICTURE_LEFT_PX;
        for (const part of line.children) {
          if (part.className === styles.legendRemove) continue;
          const text = part.textContent ?? '';
          context.fillStyle = view.getComputedStyle(part).color;
          context.fillText(text, x, pane.offsetTop + (n + 0.5) * LINE_PX);
          x += context.measureText(text).width + 5;
        }
      });
    }
  }

  dispose(): void {
    for (const pane of this.#panes.values()) pane.remove();
    this.#box.remove();
  }

  #add({ paneId, label, color, open, remove, values }: LegendEntry): void {
    const line = createElement(this.#page, 'div', styles.legendEntry);
    const name =
      open === null
        ? createElement(this.#page, 'span', styles.legendName)
        : this.#button(styles.legendName, `${label}: settings`, open);
    name.textContent = label;
    if (color !== null) name.style.setProperty('--legend-color', color);
    line.append(name);
    for (const { color: valueColor, text } of values) {
      const span = createElement(this.#page, 'span', styles.legendValue);
      if (valueColor !== null) span.style.color = valueColor;
      line.append(span);
      if (typeof text === 'string') span.textContent = text;
      else this.#values.push({ span, text });
    }
    const cross = this.#button(styles.legendRemove, `Remove ${label}`, remove);
    cross.textContent = '×';
    line.append(cross);
    this.#pane(paneId).append(line);
  }

  #button(className: string | undefined, label: string, run: () => void): HTMLElement {
    const button = createElement(this.#page, 'button', className);
    button.setAttribute('type', 'button');
    button.setAttribute('aria-label', label);
    button.title = label;
    button.addEventListener('click', run);
    return button;
  }

  #pane(id: string): HTMLElement {
    const known = this.#panes.get(id);
    if (known !== undefined) return known;
    const pane = createElement(this.#page, 'div', styles.legend);
    pane.dataset['legend'] = id;
    this.#panes.set(id, pane);
    this.#host.append(pane);
    return pane;
  }
}
