import { useCallback, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '../../src/ui/index.ts';
import { MAX_SHARE, MIN_SHARE } from './state.ts';
import styles from './StrategyEditor.module.css';

const KEY_STEP = 5;

interface SplitterProps {
  readonly label: string;
  /** Of a vertical line the parts stand side by side. */
  readonly orientation: 'vertical' | 'horizontal';
  /** Share of the second part of a vertical line, of the first part of a horizontal one, per cent. */
  readonly share: number;
  readonly onChange: (share: number) => void;
}

const within = (share: number): number => Math.min(MAX_SHARE, Math.max(MIN_SHARE, Math.round(share)));

/** The change of the share by a key; null for any other key. */
function keyStep(key: string, isVertical: boolean): number | null {
  if (isVertical) return key === 'ArrowLeft' ? KEY_STEP : key === 'ArrowRight' ? -KEY_STEP : null;
  return key === 'ArrowUp' ? -KEY_STEP : key === 'ArrowDown' ? KEY_STEP : null;
}

/** A line between two parts of a box, which the pointer and the arrow keys move. */
export function Splitter({ label, orientation, share, onChange }: SplitterProps) {
  const line = useRef<HTMLDivElement>(null);
  const isVertical = orientation === 'vertical';
  const move = useCallback(
    (event: PointerEvent<HTMLDivElement>) => {
      const box = line.current?.parentElement?.getBoundingClientRect();
      if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      onChange(
        within(
          isVertical
            ? (100 * (box.right - event.clientX)) / box.width
            : (100 * (event.clientY - box.top)) / box.height,
        ),
      );
    },
    [isVertical, onChange],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keyStep(event.key, isVertical);
    if (step === null) return;
    event.preventDefault();
    onChange(within(share + step));
  };
  return (
    <div
      ref={line}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={share}
      aria-valuemin={MIN_SHARE}
      aria-valuemax={MAX_SHARE}
      className={classNames(styles.splitter, isVertical ? styles.vertical : styles.horizontal)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={move}
      onKeyDown={onKeyDown}
    />
  );
}
