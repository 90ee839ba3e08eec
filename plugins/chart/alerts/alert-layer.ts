import { hasPermission, Permission } from '../../../src/domain/permissions.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartState } from '../state.ts';
import { isCovered, type AxisSpan } from '../view/free-labels.ts';
import { Invalid } from '../view/invalidation.ts';
import { AlertElement } from './alert-element.ts';
import { alertMarks, type AlertMark } from './alert-marks.ts';
import styles from './Alerts.module.css';
import { paintAlerts, TAG_PX } from './paint-alerts.ts';

/** The user's price alerts of the chart's symbol: a faint line at each level and a tag with a bell at the axis, below all other tags. */
export class AlertLayer {
  readonly #view: ChartView;
  readonly #platform: ToolWindow<ChartState>['platform'];
  readonly #layer: HTMLElement;
  readonly #elements = new Map<string, AlertElement>();
  readonly #stops: readonly (() => void)[];
  #symbol = '';

  constructor(view: ChartView, { platform }: Pick<ToolWindow<ChartState>, 'platform'>) {
    this.#view = view;
    this.#platform = platform;
    this.#layer = view.root.ownerDocument.createElement('div');
    this.#layer.className = styles.layer ?? '';
    this.#layer.setAttribute('role', 'group');
    this.#layer.setAttribute('aria-label', 'Price alerts on the chart');
    this.#layer.hidden = true;
    view.underlay.append(this.#layer);
    this.#stops = [
      platform.alertDocuments.subscribe(() => this.#show()),
      platform.session.subscribe(() => this.#show()),
      view.addAxisTags({ place: (above) => this.#place(above) }),
      view.addPictureLayer((context) => this.#paint(context)),
    ];
  }

  /** The chart shows this symbol now. */
  setSymbol(symbol: string): void {
    if (symbol === this.#symbol) return;
    this.#symbol = symbol;
    this.#show();
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#layer.remove();
  }

  #marks(): readonly AlertMark[] {
    const { permissionMask } = this.#platform.session.get();
    if (this.#symbol === '' || !hasPermission(permissionMask, Permission.ChartAlerts)) return [];
    return alertMarks(this.#platform.alertDocuments.get().rows.values(), this.#symbol);
  }

  #show(): void {
    const marks = new Map(this.#marks().map((mark) => [mark.key, mark]));
    for (const [key, element] of this.#elements) {
      if (marks.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    for (const [key, mark] of marks) {
      const known = this.#elements.get(key);
      if (known === undefined) this.#elements.set(key, new AlertElement(this.#layer, mark));
      else known.setMark(mark);
    }
    this.#view.invalidate(Invalid.cursor);
  }

  #place(above: readonly AxisSpan[]): readonly AxisSpan[] {
    const isEmpty = this.#elements.size === 0 || this.#view.model.bars.length === 0;
    if (this.#layer.hidden !== isEmpty) this.#layer.hidden = isEmpty;
    const { plotWidth, axisWidth, panes } = this.#view.geometry();
    const scale = this.#view.scaleOf(PRICE_PANE);
    const pane = panes.find(({ id }) => id === PRICE_PANE);
    if (isEmpty || scale === undefined || pane === undefined) return [];
    const taken: AxisSpan[] = [];
    const bottom = pane.top + pane.height;
    for (const element of this.#elements.values()) {
      const y = scale.y(element.mark.level);
      const isOut = !(y >= pane.top && y <= bottom);
      const highest = Math.max(pane.top, bottom - TAG_PX);
      const top = Math.round(Math.min(Math.max(y - TAG_PX / 2, pane.top), highest));
      // Of overlapping tags only the first shows its price; the others show their bell and line.
      const hasNoRoom = isCovered(top + TAG_PX / 2, [...above, ...taken], element.isCovered, TAG_PX / 2);
      element.place({ y: isOut ? null : Math.round(y), top, plotWidth, axisWidth, isCovered: hasNoRoom });
      if (!isOut && !hasNoRoom) taken.push({ top, bottom: top + TAG_PX });
    }
    return taken;
  }

  #paint(context: CanvasRenderingContext2D): void {
    if (this.#layer.hidden) return;
    const alerts = [...this.#elements.values()].flatMap(({ mark, y, isCovered: isBare }) =>
      y === null ? [] : [{ y, price: isBare ? '' : mark.price, isPaused: mark.isPaused }],
    );
    paintAlerts(context, this.#view.theme(), this.#view.geometry(), alerts);
  }
}
