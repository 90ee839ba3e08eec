import { studyById } from '../../../src/domain/studies/index.ts';
import { PROFIT_PANE } from '../model/panes.ts';
import { MIN_PANE_PX, paneOf, type Geometry } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import styles from '../Chart.module.css';

const KEY_STEP_PX = 10;

/** The borders above the lower panes: dragged with the pointer, moved with the arrow keys. */
export interface PaneBorders {
  place(geometry: Geometry): void;
  dispose(): void;
}

export function createPaneBorders(
  host: HTMLElement,
  onResize: (id: string, height: number) => void,
): PaneBorders {
  const borders = new Map<string, HTMLElement>();
  let geometry: Geometry | null = null;
  const heightOf = (id: string) => (geometry === null ? 0 : (paneOf(geometry, id)?.height ?? 0));
  const most = (id: string) =>
    geometry === null
      ? MIN_PANE_PX
      : heightOf(id) + Math.max(0, (paneOf(geometry, PRICE_PANE)?.height ?? 0) - MIN_PANE_PX);
  const resize = (id: string, height: number) =>
    onResize(id, Math.round(Math.min(most(id), Math.max(MIN_PANE_PX, height))));

  function create(id: string): HTMLElement {
    const border = host.ownerDocument.createElement('div');
    border.className = styles.border ?? '';
    border.tabIndex = 0;
    border.setAttribute('role', 'separator');
    border.setAttribute('aria-orientation', 'horizontal');
    border.setAttribute(
      'aria-label',
      `Height of ${id === PROFIT_PANE ? 'P&L' : (studyById(id)?.title ?? id)}`,
    );
    border.setAttribute('aria-valuemin', String(MIN_PANE_PX));
    let from: { y: number; height: number } | null = null;
    border.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      from = { y: event.clientY, height: heightOf(id) };
      border.setPointerCapture(event.pointerId);
    });
    border.addEventListener('pointermove', (event) => {
      event.stopPropagation();
      if (from !== null) resize(id, from.height + from.y - event.clientY);
    });
    const end = () => {
      from = null;
    };
    border.addEventListener('pointerup', end);
    border.addEventListener('pointercancel', end);
    border.addEventListener('keydown', (event) => {
      const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (direction === 0) return;
      event.preventDefault();
      event.stopPropagation();
      resize(id, heightOf(id) + direction * KEY_STEP_PX);
    });
    host.append(border);
    return border;
  }

  return {
    place(next) {
      geometry = next;
      const lower = next.panes.filter(({ id }) => id !== PRICE_PANE);
      for (const [id, border] of borders)
        if (!lower.some((pane) => pane.id === id)) {
          border.remove();
          borders.delete(id);
        }
      for (const { id, top, height } of lower) {
        const border = borders.get(id) ?? create(id);
        borders.set(id, border);
        border.style.top = `${top - 3}px`;
        border.setAttribute('aria-valuenow', String(Math.round(height)));
        border.setAttribute('aria-valuemax', String(Math.round(most(id))));
      }
    },
    dispose() {
      for (const border of borders.values()) border.remove();
      borders.clear();
    },
  };
}
