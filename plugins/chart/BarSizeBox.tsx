import { useLayoutEffect, useRef, useState } from 'react';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { useReadable, type ToolWindow } from '../../src/plugin-api/index.ts';
import { barSizeBoxOf } from './bar-size-box.ts';
import styles from './BarSize.module.css';
import { barSizeLabel } from './data/bar-sizes.ts';
import { isNoBarSize, parseBarSize, TYPED_SIZES } from './data/choose-bar-size.ts';
import { chooseSymbol, showBarSize } from './symbol-changes.ts';
import type { ChartState } from './state.ts';

const MAX_LENGTH = 10;

/**
 * The box in which a bar size is typed, over the chart. Enter applies it, Escape or leaving the box closes it. D, W, H, M and Q open it, too: as soon as
 * what follows makes a symbol of them, the symbol lookup takes over it. Each of them alone is a symbol as well, which Shift+Enter looks up.
 */
export function BarSizeBox({
  window,
  onClosed,
}: {
  readonly window: ToolWindow<ChartState>;
  /** The keyboard is to go back to the chart. */
  readonly onClosed: () => void;
}) {
  const box = barSizeBoxOf(window);
  const text = useReadable(box);
  if (text === null) return null;
  return (
    <OpenBox
      initial={text}
      onSize={(typed) => {
        const size = parseBarSize(typed);
        if (size === undefined) return;
        showBarSize(window, size, newYorkDate(window.platform.exchangeMs()));
        box.close();
        onClosed();
      }}
      onSymbol={(typed) => {
        box.close();
        void chooseSymbol(window, { initial: typed.toUpperCase(), isTyped: true });
      }}
      onEscape={() => {
        box.close();
        onClosed();
      }}
      onLeave={() => box.close()}
    />
  );
}

interface OpenBoxProps {
  readonly initial: string;
  readonly onSize: (typed: string) => void;
  /** What is typed is no bar size but a symbol. */
  readonly onSymbol: (typed: string) => void;
  readonly onEscape: () => void;
  readonly onLeave: () => void;
}

function OpenBox({ initial, onSize, onSymbol, onEscape, onLeave }: OpenBoxProps) {
  const [typed, setTyped] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  // What is typed right after the key that opened it is meant for it.
  useLayoutEffect(() => field.current?.focus(), []);
  const size = parseBarSize(typed);
  const isLetters = /^[a-z]+$/i.test(typed.trim());
  const isUnknown = size === undefined && typed.trim() !== '';
  return (
    <form
      className={styles.box}
      aria-label="Type a bar size"
      onSubmit={(event) => {
        event.preventDefault();
        onSize(typed);
      }}
    >
      <label className={styles.field}>
        <span>Bar size</span>
        <input
          ref={field}
          value={typed}
          maxLength={MAX_LENGTH}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isUnknown}
          onChange={({ target: { value } }) => {
            // A box that a letter has opened may be the beginning of a symbol.
            if (/^[a-z]/i.test(initial) && isNoBarSize(value)) onSymbol(value);
            else setTyped(value);
          }}
          onBlur={onLeave}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') onEscape();
            if (event.key === 'Enter' && event.shiftKey && isLetters) {
              event.preventDefault();
              onSymbol(typed);
            }
          }}
        />
      </label>
      <output className={isUnknown ? styles.unknown : styles.meaning}>
        {size === undefined ? `Sizes: ${TYPED_SIZES}` : `${barSizeLabel(size)}, Enter applies it`}
      </output>
      {isLetters && size !== undefined ? (
        <span
          className={styles.meaning}
        >{`Shift+Enter looks up the symbol ${typed.trim().toUpperCase()}`}</span>
      ) : null}
    </form>
  );
}
