import { useCallback, type PointerEvent as ReactPointerEvent } from 'react';
import { WINDOW_KEYS, type WindowKey } from '../../../layouts/index.ts';
import { useDesk } from '../desk-context.ts';
import type { DockController, DropTarget } from '../workspace/dock-controller.ts';
import { outlineOf, targetAt, type Box } from './drop-zones.ts';
import styles from './WindowFrame.module.css';

/** A press becomes a drag after so many px: a click or double click stays one. */
const START_PX = 6;

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

function windowsIn(desk: Element): Map<WindowKey, Box> {
  const boxes = new Map<WindowKey, Box>();
  for (const element of desk.querySelectorAll('[data-window]')) {
    const key = WINDOW_KEYS.find((candidate) => candidate === element.getAttribute('data-window'));
    const box = boxOf(element);
    if (key !== undefined && box.width > 0 && box.height > 0) boxes.set(key, box);
  }
  return boxes;
}

/** The outline of where the window would go, and its title beside the pointer. Above everything, deaf to the pointer. */
function createOutline(title: string) {
  const outline = document.createElement('div');
  const label = document.createElement('div');
  outline.className = styles.outline ?? '';
  label.className = styles.dragLabel ?? '';
  label.textContent = title;
  outline.hidden = true;
  document.body.append(outline, label);
  return {
    at(x: number, y: number, box: Box | null) {
      label.style.translate = `${x + 12}px ${y + 14}px`;
      outline.hidden = box === null;
      if (box !== null)
        Object.assign(outline.style, {
          left: `${box.left}px`,
          top: `${box.top}px`,
          width: `${box.width}px`,
          height: `${box.height}px`,
        });
    },
    remove() {
      outline.remove();
      label.remove();
    },
  };
}

/** Lets a title bar be dragged to another place of the desk. Escape leaves the window where it was. */
export function useWindowDrag(
  dock: DockController,
  key: WindowKey,
  title: string,
): (event: ReactPointerEvent<HTMLElement>) => void {
  const { announcer } = useDesk();
  return useCallback(
    (press) => {
      const bar = press.currentTarget;
      const area = bar.closest('[data-dock]');
      if (press.button !== 0 || area === null || !dock.canDrag(key)) return;
      const desk = boxOf(area);
      const windows = windowsIn(area);
      let outline: ReturnType<typeof createOutline> | null = null;
      let target: DropTarget | null = null;
      const end = new AbortController();
      const stop = () => {
        end.abort();
        outline?.remove();
        delete document.documentElement.dataset['dragging'];
      };
      const on = <Name extends keyof DocumentEventMap>(
        name: Name,
        listener: (event: DocumentEventMap[Name]) => void,
      ) => document.addEventListener(name, listener, { signal: end.signal, capture: true });
      on('pointermove', (event) => {
        if (outline === null) {
          if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < START_PX) return;
          outline = createOutline(title);
          document.documentElement.dataset['dragging'] = 'window';
        }
        event.preventDefault();
        const found = targetAt(desk, windows, event.clientX, event.clientY);
        target = found !== null && 'on' in found && found.on === key ? null : found;
        outline.at(event.clientX, event.clientY, target === null ? null : outlineOf(target, desk, windows));
      });
      on('pointerup', () => {
        stop();
        if (outline === null || target === null) return;
        dock.drop(key, target);
        announcer.say(`${title} moved`);
      });
      on('pointercancel', stop);
      on('keydown', (event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          stop();
        }
      });
    },
    [announcer, dock, key, title],
  );
}
