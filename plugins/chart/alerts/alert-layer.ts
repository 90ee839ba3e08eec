import { hasPermission, Permission } from '../../../src/domain/permissions.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { isCovered, type AxisSpan } from '../view/free-labels.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { Invalid } from '../view/invalidation.ts';
import type { ChartView } from '../screen/types.ts';
import { alertMarks, type AlertMark } from './alert-marks.ts';
import styles from './Alerts.module.css';
import { BELL_BOX_PX, BELL_PATH, BELL_PX, paintAlerts, SLASH_PATH, TAG_PX } from './paint-alerts.ts';

const ALERTS_TOOL = 'price-alerts';

interface Element {
  mark: AlertMark;
  readonly line: HTMLElement;
  readonly tag: HTMLElement;
  readonly price: HTMLElement;
  isCovered: boolean;
  y: number | null;
  look: string;
}

export interface AlertLayer {
  /** The chart shows this symbol now. */
  setSymbol(symbol: string): void;
  dispose(): void;
}

/** The user's price alerts of the chart's symbol: a quiet line at each level, and a tag with a bell at the axis, below everything else that stands there. */
export function createAlertLayer(
  view: ChartView,
  { platform }: Pick<ToolWindow<ChartState>, 'platform'>,
): AlertLayer {
  const doc = view.root.ownerDocument;
  const layer = doc.createElement('div');
  layer.className = styles.layer ?? '';
  layer.setAttribute('role', 'group');
  layer.setAttribute('aria-label', 'Price alerts on the chart');
  layer.hidden = true;
  view.underlay.append(layer);
  const elements = new Map<string, Element>();
  const kept = platform.tools.statesOf(ALERTS_TOOL);
  let symbol = '';

  function make(mark: AlertMark): Element {
    const line = doc.createElement('div');
    line.className = styles.line ?? '';
    const tag = doc.createElement('div');
    tag.className = styles.tag ?? '';
    tag.setAttribute('role', 'img');
    const price = doc.createElement('span');
    price.className = styles.price ?? '';
    tag.append(bell(doc), price);
    layer.append(line, tag);
    return { mark, line, tag, price, isCovered: false, y: null, look: '' };
  }

  function write({ mark, line, tag, price }: Element): void {
    for (const part of [line, tag]) part.dataset['paused'] = String(mark.isPaused);
    tag.setAttribute('aria-label', mark.label);
    price.textContent = mark.price;
  }

  function show(): void {
    const isAllowed = hasPermission(platform.session.get().permissionMask, Permission.ChartAlerts);
    const wanted = new Map(
      (symbol === '' || !isAllowed
        ? []
        : alertMarks(
            kept.get().map((state) => state.getState()),
            symbol,
          )
      ).map((mark) => [mark.key, mark]),
    );
    for (const [key, { line, tag }] of elements) {
      if (wanted.has(key)) continue;
      line.remove();
      tag.remove();
      elements.delete(key);
    }
    for (const [key, mark] of wanted) {
      const element = elements.get(key) ?? make(mark);
      element.mark = mark;
      elements.set(key, element);
      write(element);
    }
    view.invalidate(Invalid.cursor);
  }

  function place(above: readonly AxisSpan[]): readonly AxisSpan[] {
    const isEmpty = elements.size === 0 || view.model.bars.length === 0;
    if (layer.hidden !== isEmpty) layer.hidden = isEmpty;
    const { plotWidth, axisWidth, panes } = view.geometry();
    const scale = view.scaleOf(PRICE_PANE);
    const pane = panes.find(({ id }) => id === PRICE_PANE);
    if (isEmpty || scale === undefined || pane === undefined) return [];
    const taken: AxisSpan[] = [];
    const bottom = pane.top + pane.height;
    for (const element of elements.values()) {
      const y = scale.y(element.mark.level);
      const isOut = !(y >= pane.top && y <= bottom);
      const top = Math.round(
        Math.min(Math.max(y - TAG_PX / 2, pane.top), Math.max(pane.top, bottom - TAG_PX)),
      );
      // Of tags that lie close the first one keeps its price; the bell and the line of the others remain.
      element.isCovered = isCovered(top + TAG_PX / 2, [...above, ...taken], element.isCovered, TAG_PX / 2);
      element.y = isOut ? null : Math.round(y);
      if (!isOut && !element.isCovered) taken.push({ top, bottom: top + TAG_PX });
      const look = isOut ? 'out' : `${element.y} ${top} ${plotWidth} ${axisWidth} ${element.isCovered}`;
      if (look === element.look) continue;
      element.look = look;
      const { line, tag } = element;
      line.hidden = tag.hidden = isOut;
      if (isOut) continue;
      line.style.width = `${plotWidth}px`;
      line.style.transform = `translateY(${element.y}px)`;
      tag.dataset['covered'] = String(element.isCovered);
      tag.style.minWidth = `${axisWidth + BELL_BOX_PX}px`;
      tag.style.transform = `translateY(${top}px)`;
    }
    return taken;
  }

  const stops = [
    kept.subscribe(show),
    platform.session.subscribe(show),
    view.addAxisTags({ place }),
    view.addPictureLayer((context) => {
      if (!layer.hidden)
        paintAlerts(
          context,
          view.theme(),
          view.geometry(),
          [...elements.values()].flatMap(({ mark, y, isCovered: isBare }) =>
            y === null ? [] : [{ y, price: isBare ? '' : mark.price, isPaused: mark.isPaused }],
          ),
        );
    }),
  ];
  return {
    setSymbol(next) {
      if (next === symbol) return;
      symbol = next;
      show();
    },
    dispose() {
      for (const stop of stops) stop();
      layer.remove();
    },
  };
}

function bell(doc: Document): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = doc.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', `0 0 ${BELL_PX} ${BELL_PX}`);
  svg.setAttribute('width', String(BELL_PX));
  svg.setAttribute('height', String(BELL_PX));
  svg.setAttribute('aria-hidden', 'true');
  const shape = doc.createElementNS(space, 'path');
  shape.setAttribute('d', BELL_PATH);
  const slash = doc.createElementNS(space, 'path');
  slash.setAttribute('d', SLASH_PATH);
  svg.append(shape, slash);
  return svg;
}
