import { formatQuotePrice } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { isSeries } from '../model/study-set.ts';
import type { ChartTheme } from '../paint/theme.ts';
import { formatPercentChange, formatValue } from '../scales/format-value.ts';
import { PRICE_PANE, type Geometry } from './geometry.ts';
import { barTitle } from './paint-top.ts';
import { comparisonColor, toneColor } from './paint-main.ts';
import type { PaneScales } from './pane-scales.ts';
import type { Crosshair } from './types.ts';
import styles from '../Chart.module.css';

export interface LegendActions {
  /** A click on a study's entry. */
  onStudy(id: string): void;
  onRemoveStudy(id: string): void;
  onRemoveComparison(symbol: string): void;
}

export interface Legend {
  /** Builds the entries anew. */
  rebuild(model: ChartModel, theme: ChartTheme): void;
  /** Puts the entries into their panes. */
  place(geometry: Geometry): void;
  /** Writes the values of a bar; only what changed touches the page. */
  show(model: ChartModel, scales: PaneScales, crosshair: Crosshair | null, x: number, geometry: Geometry): void;
  dispose(): void;
}

interface ValueSpan { readonly span: HTMLElement; text(index: number, scales: PaneScales): string }

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
  box.append(title, ...cells.map(({ line }) => line));
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

  function entry(label: string, color: string | null, open: (() => void) | null, remove: () => void): HTMLElement {
    const line = element('div', styles.legendEntry);
    const name = open === null ? element('span', styles.legendName, label) : button(styles.legendName, `${label}: settings`, open);
    name.textContent = label;
    if (color !== null) name.style.setProperty('--legend-color', color);
    const cross = button(styles.legendRemove, `Remove ${label}`, remove);
    cross.textContent = '×';
    line.append(name, cross);
    return line;
  }

  return {
    rebuild(model, theme) {
      for (const pane of panes.values()) pane.remove();
      panes.clear();
      values = [];
      for (const view of model.studies.views) {
        const line = entry(view.label, null, () => actions.onStudy(view.id), () => actions.onRemoveStudy(view.id));
        if (isSeries(view)) {
          view.study.outputs.forEach((output, n) => {
            if (output.form === 'markAbove' || output.form === 'markBelow') return;
            const span = element('span', styles.legendValue);
            span.style.color = output.tone === 'direction' || output.tone === 'sign' ? theme.text : toneColor(theme, output.tone);
            line.insertBefore(span, line.lastChild);
            const shift = view.shifts[n] ?? 0;
            values.push({ span, text: (index) => formatValue(index - shift < view.run.length ? (view.run.outputs[n]?.[index - shift] ?? NaN) : NaN, output.format) });
          });
        }
        paneElement(view.paneId).append(line);
      }
      model.comparisons.forEach((comparison, n) => {
        const line = entry(comparison.symbol, comparisonColor(theme, n), null, () => actions.onRemoveComparison(comparison.symbol));
        const span = element('span', styles.legendValue);
        span.style.color = comparisonColor(theme, n);
        line.insertBefore(span, line.lastChild);
        values.push({ span, text: (index, scales) => formatPercentChange(comparison.closes[index] ?? NaN, scales.comparisonBases[n] ?? NaN) });
        paneElement(PRICE_PANE).append(line);
      });
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
      cells.forEach(({ name, value }, n) => write(value, name === 'Vol' ? formatValue(volume[index] ?? NaN, 'volume') : priceText(numbers[n] ?? NaN)));
      // Never under the pointer: on the other side of the plot.
      const isLeft = x > geometry.plotWidth / 2;
      const legendHeight = isLeft ? (panes.get(PRICE_PANE)?.offsetHeight ?? 0) : 0;
      box.style.left = isLeft ? '6px' : `${Math.max(6, geometry.plotWidth - 106)}px`;
      box.style.top = `${legendHeight + 8}px`;
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

function priceText(value: number): string {
  return Number.isNaN(value) ? '–' : formatQuotePrice(Math.round(value * 1e4) / 1e4);
}
