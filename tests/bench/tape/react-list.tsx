import { useReducer, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { formatTime } from '../../../src/plugin-api/index.ts';
import { LINES, type CreateContender } from './contender.ts';

interface Line {
  readonly id: number;
  readonly text: readonly string[];
}

/** The usual way: the last prints in an array, a keyed list that React renders at most once a frame. */
export const createReactList: CreateContender = (place) => {
  let lines: readonly Line[] = [];
  let notify = () => {};
  let frame: number | null = null;
  let lastId = 0;
  function List() {
    const [, render] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      notify = render;
    }, []);
    return lines.map(({ id, text }) => (
      <div key={id} style={{ display: 'flex', height: 18 }}>
        {text.map((part, index) => (
          <span key={index} style={{ width: 80 }}>
            {part}
          </span>
        ))}
      </div>
    ));
  }
  const root = createRoot(place);
  root.render(<List />);
  return {
    print(price, size, timeMs) {
      lines = [
        { id: ++lastId, text: [formatTime(timeMs, 'HH:mm:ss.SSS'), price.toFixed(2), String(size), 'ARCA'] },
        ...lines.slice(0, LINES - 1),
      ];
      frame ??= requestAnimationFrame(() => {
        frame = null;
        notify();
      });
    },
    newest: () => place.firstElementChild?.textContent ?? '',
    destroy() {
      if (frame !== null) cancelAnimationFrame(frame);
      root.unmount();
    },
  };
};
