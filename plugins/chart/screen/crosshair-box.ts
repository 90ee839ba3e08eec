import { formatInteger } from '../../../src/plugin-api/index.ts';
import styles from '../Chart.module.css';
import { actionsOfBar } from '../model/chart-action.ts';
import type { ChartModel } from '../model/chart-model.ts';
import type { Trade } from '../model/trade-list.ts';
import { barTitle } from '../paint/paint-top.ts';
import { formatPrice, formatValue } from '../scales/format-value.ts';
import { createElement, write } from './elements.ts';

const MAX_EXECUTIONS = 4;
const NAMES = ['Op', 'Hi', 'Lo', 'Cl', 'Vol'] as const;

/** The box of 100 px with the prices, corporate actions and executions of the bar under the crosshair. */
export class CrosshairBox {
  readonly #box: HTMLElement;
  readonly #title: HTMLElement;
  readonly #values: readonly HTMLElement[];
  readonly #executions: HTMLElement;

  constructor(host: HTMLElement) {
    const page = host.ownerDocument;
    this.#box = createElement(page, 'div', styles.crosshairLegend);
    this.#box.setAttribute('aria-hidden', 'true');
    this.#title = createElement(page, 'div', styles.crosshairTitle);
    this.#box.append(this.#title);
    this.#values = NAMES.map((name) => {
      const line = createElement(page, 'div', styles.crosshairLine);
      const value = createElement(page, 'span');
      line.append(createElement(page, 'span', undefined, name), value);
      this.#box.append(line);
      return value;
    });
    this.#executions = createElement(page, 'div', styles.crosshairTrades);
    this.#box.append(this.#executions);
    this.#box.hidden = true;
    host.append(this.#box);
  }

  hide(): void {
    if (!this.#box.hidden) this.#box.hidden = true;
  }

  show(model: ChartModel, index: number): void {
    if (this.#box.hidden) this.#box.hidden = false;
    write(this.#title, barTitle(model, index));
    const { open, high, low, close, volume } = model.drawn;
    const texts = [
      ...[open, high, low, close].map((prices) => formatPrice(prices[index] ?? NaN)),
      formatValue(volume[index] ?? NaN, 'volume'),
    ];
    this.#values.forEach((value, n) => write(value, texts[n] ?? ''));
    const executions = model.tradeLists.flatMap((list) =>
      list.hasMarks ? list.tradesOf(model.bars, index) : [],
    );
    write(
      this.#executions,
      [...actionsOfBar(model, index).map(({ title }) => title), ...executionLines(executions)].join('\n'),
    );
  }

  place(left: number, top: number): void {
    this.#box.style.left = `${left}px`;
    this.#box.style.top = `${top}px`;
  }

  remove(): void {
    this.#box.remove();
  }
}

function executionLines(trades: readonly Trade[]): readonly string[] {
  const lines = trades
    .slice(0, MAX_EXECUTIONS)
    .map(({ side, quantity, price }) => `${side} ${formatInteger(quantity)}\n@ ${formatPrice(price)}`);
  const more = trades.length > MAX_EXECUTIONS ? [`and ${trades.length - MAX_EXECUTIONS} more`] : [];
  return [...lines, ...more];
}
