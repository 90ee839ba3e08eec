import styles from './Welcome.module.css';

const CANDLES = 96;
const STEP_PX = 20;
const HEIGHT_PX = 260;

interface Candle {
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
}

/** A walk that looks like a market and is always the same: sums of waves, no chance. */
function priceAt(index: number): number {
  return (
    120 - index * 0.55 + 30 * Math.sin(index / 9) + 14 * Math.sin(index / 3.7 + 1) + 7 * Math.sin(index * 1.9)
  );
}

const candles: readonly Candle[] = Array.from({ length: CANDLES }, (_, index) => {
  const open = priceAt(index) + 40;
  const close = priceAt(index + 1) + 40;
  return {
    open,
    close,
    high: Math.min(open, close) - 4 - 6 * Math.abs(Math.sin(index * 2.3)),
    low: Math.max(open, close) + 4 + 6 * Math.abs(Math.cos(index * 1.7)),
  };
});

/** Decoration at the foot of the pages outside the desk: a strip of candles, in hairline colours. */
export function CandleStrip() {
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${CANDLES * STEP_PX} ${HEIGHT_PX}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      focusable="false"
    >
      {candles.map(({ open, close, high, low }, index) => {
        const x = index * STEP_PX + STEP_PX / 2;
        return (
          <g key={index} data-rising={close < open}>
            <path d={`M${x} ${high}V${low}`} />
            <rect
              x={x - 5}
              y={Math.min(open, close)}
              width={10}
              height={Math.max(2, Math.abs(open - close))}
            />
          </g>
        );
      })}
    </svg>
  );
}
