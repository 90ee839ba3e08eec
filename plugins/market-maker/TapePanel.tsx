import { useState } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { type ToolWindow, useToolSettings, useToolState } from '../../src/plugin-api/index.ts';
import { Button, NumberField } from '../../src/ui/index.ts';
import type { MarketFeed, MarketPainter, TapeState } from './market-feed.ts';
import pane from './MarketMaker.module.css';
import styles from './Tape.module.css';
import { marketMakerSettings } from './settings.ts';
import { MAX_MIN_SIZE, type MarketMakerState } from './state.ts';
import { TapeCover } from './TapeCover.tsx';
import { TapeTable } from './TapeTable.tsx';
import { type TapeOnScreen, useTape } from './use-tape.ts';

export interface TapePanelProps {
  readonly tool: ToolWindow<MarketMakerState>;
  readonly feed: MarketFeed;
  readonly painter: MarketPainter;
  readonly state: TapeState;
}

/** Time and sales, newest first. */
export function TapePanel({ tool, feed, painter, state }: TapePanelProps) {
  const minSize = useToolState(tool, ({ MinSize }) => MinSize);
  const tape = useTape(feed, painter, minSize, useToolSettings(tool, marketMakerSettings));
  const [typed, setTyped] = useState<number | null>(minSize === 0 ? null : minSize);
  const filter = (value: number | null) => {
    setTyped(value);
    const size = value === null ? 0 : Math.round(value);
    if (size >= 0 && size <= MAX_MIN_SIZE) tool.update({ MinSize: size });
  };
  const retry = () => void feed.loadTape();
  return (
    <section className={pane.tape} aria-label="Time and sales">
      <div className={pane.paneHead}>
        <h3>Time and sales</h3>
        <LiveButton tape={tape} />
        <MinSizeField typed={typed} onChange={filter} />
      </div>
      <TapeTable tape={tape}>
        {tape.isEmpty ? (
          <div className={styles.tapeCover}>
            <TapeCover state={state} minSize={minSize} onRetry={retry} onShowAll={() => filter(null)} />
          </div>
        ) : null}
      </TapeTable>
      {state === 'failed' && !tape.isEmpty ? (
        <p className={styles.tapeNote} role="alert">
          Earlier trades did not load.{' '}
          <Button tone="quiet" onClick={retry}>
            Try again
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** Shows whether the tape is live or held, and resumes it. */
function LiveButton({ tape: { isHeld, goLive, refs } }: { readonly tape: TapeOnScreen }) {
  return (
    <span className={styles.live}>
      <Button
        tone="quiet"
        className={styles.liveButton}
        onClick={goLive}
        disabled={!isHeld}
        title={isHeld ? 'The tape is paused. Resume at the newest trade.' : 'The newest trade is on top'}
      >
        {isHeld ? (
          <span ref={refs.waiting} className={styles.waiting}>
            Held
          </span>
        ) : (
          'Live'
        )}
      </Button>
    </span>
  );
}

interface MinSizeFieldProps {
  readonly typed: number | null;
  readonly onChange: (size: number | null) => void;
}

function MinSizeField({ typed, onChange }: MinSizeFieldProps) {
  const isWrong = typed !== null && !(typed >= 0 && typed <= MAX_MIN_SIZE);
  const error = Number.isNaN(typed) ? 'Not a number' : `0 to ${formatInteger(MAX_MIN_SIZE)}`;
  return (
    <label className={styles.filter} title="Shows only trades of at least this many shares">
      <span aria-hidden>Min size</span>
      <NumberField
        label="Minimum size"
        isLabelHidden
        hasSteppers={false}
        value={typed}
        onChange={onChange}
        min={0}
        max={MAX_MIN_SIZE}
        step={100}
        {...(isWrong ? { error } : {})}
      />
    </label>
  );
}
