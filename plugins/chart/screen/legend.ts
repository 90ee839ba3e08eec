import { formatInteger } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { isSeries } from '../model/study-set.ts';
import { type Trade, type TradeList } from '../model/trade-list.ts';
import { PROFIT_PANE } from '../model/panes.ts';
import type { ChartTheme } from '../paint/theme.ts';
import { formatDecimals, formatPercentChange, formatPrice, formatValue } from '../scales/format-value.ts';
import { type Geometry } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { barTitle } from '../paint/paint-top.ts';
import { lineColors } from '../paint/line-colors.ts';
import { profitColor } from '../paint/paint-main.ts';
import type { PaneScales } from '../view/pane-scales.ts';
import type { Crosshair } from '../view/crosshair.ts';
import styles from '../Chart.module.css';

export interface LegendActions {
  /** A click on a study's entry. */
  onStudy(id: string): void;
  onRemoveStudy(id: string): void;
  onRemoveComparison(symbol: string): void;
  /** The marks or the P&L of executions are to go; a strategy's go together. */
  onRemoveTrades(list: TradeList, part: 'marks' | 'profit'): void;
}

export interface Legend {
  /** Builds the entries anew. */
  rebuild(model: ChartModel, theme: ChartTheme): void;
  /** Puts the entries into their panes. */
  place(geometry: Geometry): void;
  /** Writes the values of a bar; only what changed touches the page. */
  show(
    model: ChartModel,
    scales: PaneScales,
    crosshair: Crosshair | null,
    x: number,
    geometry: Geometry,
  ): void;
  /** Writes the entries into a picture, where no elements lie above the canvas. */
  paint(context: CanvasRenderingContext2D, theme: ChartTheme): void;
  dispose(): void;
}

interface ValueSpan {
  readonly span: HTMLElement;
  text(index: number, scales: PaneScales): string;
}

/** Study entries at the top of each pane, and the box of 100 px with the prices under the crosshair. */
export function createLegend(host: HTMLElement, actions: LegendActions): Legend {
  const page = host.ownerDocument;
  const panes = new Map<string, HTMLElement>();
  let values: ValueSpan[] = [];
  const box = element('div', styles.crosshairLegend);
  box.setAttribute('aria-hidden', 'true');
  const title = element('div', styles.crosshairTitle);
  const cells = (['Op', 'Hi', 'Lo', 'Cl', 'Vol'] as const).map((name) => {
    const line = element('div', styles.crosshairLine);
    const value = element('span');
    line.append(element('span', undefined, name), value);
    return { name, line, value };
  });
  const executions = element('div', styles.crosshairTrades);
  box.append(title, ...cells.map(({ line }) => line), executions);
  box.hidden = true;
  host.append(box);

  function element(tag: string, className?: string, text?: string): HTMLElement {
    const made = page.createElement(tag);
    if (className !== undefined) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function button(className: string | undefined, label: string, run: () => void): HTMLElement {
    const made = element('button', className);
    made.setAttribute('type', 'button');
    made.setAttribute('aria-label', label);
    made.title = label;
    made.addEventListener('click', run);
    return made;
  }

  function paneElement(id: string): HTMLElement {
    let found = panes.get(id);
    if (found === undefined) {
      found = element('div', styles.legend);
      found.dataset['legend'] = id;
      panes.set(id, found);
      host.append(found);
    }
    return found;
  }

  function entry(
    label: string,
    color: string | null,
    open: (() => void) | null,
    remove: () => void,
  ): HTMLElement {
    const line = element('div', styles.legendEntry);
    const name =
      open === null
        ? element('span', styles.legendName, label)
        : button(styles.legendName, `${label}: settings`, open);
    name.textContent = label;
    if (color !== null) name.style.setProperty('--legend-color', color);
    const cross = button(styles.legendRemove, `Remove ${label}`, remove);
    cross.textContent = '×';
    line.append(name, cross);
    return line;
  }

  return {
    rebuild(model, theme) {
      // The chart takes over the focus of an entry that goes, so that its keys go on working.
      const hadFocus = [...panes.values()].some((pane) => pane.contains(page.activeElement));
      for (const pane of panes.values()) pane.remove();
      panes.clear();
      values = [];
      const colors = lineColors(model, theme);
      for (const view of model.studies.views) {
        const line = entry(
          view.label,
          null,
          () => actions.onStudy(view.id),
          () => actions.onRemoveStudy(view.id),
        );
        if (isSeries(view)) {
          view.study.outputs.forEach((output, n) => {
            if (output.form === 'markAbove' || output.form === 'markBelow') return;
            const span = element('span', styles.legendValue);
            span.style.color =
              output.tone === 'direction' || output.tone === 'sign'
                ? theme.text
                : colors.study(view.id, output.tone);
            line.insertBefore(span, line.lastChild);
            const shift = view.shifts[n] ?? 0;
            values.push({
              span,
              text: (index) =>
                formatValue(
                  index - shift < view.run.length ? (view.run.outputs[n]?.[index - shift] ?? NaN) : NaN,
                  output.format,
                ),
            });
          });
        }
        paneElement(view.paneId).append(line);
      }
      model.comparisons.forEach((comparison, n) => {
        const line = entry(comparison.symbol, colors.comparison(n), null, () =>
          actions.onRemoveComparison(comparison.symbol),
        );
        const span = element('span', styles.legendValue);
        span.style.color = colors.comparison(n);
        line.insertBefore(span, line.lastChild);
        values.push({
          span,
          text: (index, scales) =>
            formatPercentChange(comparison.closes[index] ?? NaN, scales.comparisonBases[n] ?? NaN),
        });
        paneElement(PRICE_PANE).append(line);
      });
      for (const list of model.tradeLists) {
        const color = profitColor(theme, list);
        if (list.hasMarks && (list.trades.length > 0 || !list.isOwn)) {
          const line = entry(list.title, list.isOwn ? null : color, null, () =>
            actions.onRemoveTrades(list, 'marks'),
          );
          line.insertBefore(
            element('span', styles.legendValue, countText(list.trades.length)),
            line.lastChild,
          );
          paneElement(PRICE_PANE).append(line);
        }
        if (!list.hasProfit) continue;
        const line = entry(list.isOwn ? 'P&L' : `P&L ${list.title}`, color, null, () =>
          actions.onRemoveTrades(list, 'profit'),
        );
        const span = element('span', styles.legendValue);
        line.insertBefore(span, line.lastChild);
        values.push({ span, text: (index) => formatDecimals(list.profit[index] ?? NaN, 2) });
        paneElement(PROFIT_PANE).append(line);
      }
      if (hadFocus) host.closest<HTMLElement>('[tabindex]')?.focus();
    },
    place(geometry) {
      for (const [id, pane] of panes) {
        const found = geometry.panes.find((each) => each.id === id);
        pane.hidden = found === undefined;
        if (found === undefined) continue;
        pane.style.top = `${found.top + 3}px`;
        pane.style.maxWidth = `${Math.max(0, geometry.plotWidth - 8)}px`;
        pane.style.maxHeight = `${Math.max(0, found.height - 4)}px`;
      }
    },
    show(model, scales, crosshair, x, geometry) {
      const last = model.bars.length - 1;
      const index = crosshair === null ? last : Math.min(Math.max(crosshair.index, 0), last);
      for (const { span, text } of values) write(span, last < 0 ? '–' : text(index, scales));
      const isShown = crosshair !== null && crosshair.source !== 'link' && last >= 0;
      if (box.hidden === isShown) box.hidden = !isShown;
      if (!isShown) return;
      write(title, barTitle(model, index));
      const { open, high, low, close, volume } = model.drawn;
      const numbers = [open[index], high[index], low[index], close[index]];
      cells.forEach(({ name, value }, n) =>
        write(
          value,
          name === 'Vol' ? formatValue(volume[index] ?? NaN, 'volume') : formatPrice(numbers[n] ?? NaN),
        ),
      );
      const made = model.tradeLists.flatMap((list) =>
        list.hasMarks ? list.tradesOf(model.bars, index) : [],
      );
      write(executions, executionsText(made));
      // Never under the pointer: on the other side of the plot.
      const isLeft = x > geometry.plotWidth / 2;
      const legendHeight = isLeft ? (panes.get(PRICE_PANE)?.offsetHeight ?? 0) : 0;
      box.style.left = isLeft ? '6px' : `${Math.max(6, geometry.plotWidth - 106)}px`;
      box.style.top = `${legendHeight + 8}px`;
    },
    paint(context, theme) {
      const view = page.defaultView;
      if (view === null) return;
      context.font = theme.font;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      for (const pane of panes.values()) {
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
    },
    dispose() {
      for (const pane of panes.values()) pane.remove();
      box.remove();
    },
  };
}

function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** As the style sheet has it. */
const LINE_PX = 16;
const PICTURE_LEFT_PX = 7;
const MOST_EXECUTIONS = 4;

function executionsText(trades: readonly Trade[]): string {
  const lines = trades
    .slice(0, MOST_EXECUTIONS)
    .map(({ side, quantity, price }) => `${side} ${formatInteger(quantity)}\n@ ${formatPrice(price)}`);
  return [
    ...lines,
    ...(trades.length > MOST_EXECUTIONS ? [`and ${trades.length - MOST_EXECUTIONS} more`] : []),
  ].join('\n');
}

const countText = (count: number): string => (count === 0 ? 'no trades' : formatInteger(count));
