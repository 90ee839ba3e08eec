import type { SpreadLive } from './spread-live.ts';
import { basisText, SPREAD_FIGURES, type SpreadFigure } from './spread-texts.ts';
import styles from './Spread.module.css';
import { useLive } from './use-spread.ts';

interface FigureProps {
  readonly live: SpreadLive;
  readonly units: number;
}

function Line({ live, units, figure }: FigureProps & { readonly figure: SpreadFigure }) {
  return (
    <div title={figure.help}>
      <dt>{figure.label}</dt>
      <dd data-figure={figure.id}>{useLive(live, (view) => figure.text(view, units))}</dd>
    </div>
  );
}

/** Gains, losses, probability and greeks of the spread. */
export function SpreadFigures({ live, units }: FigureProps) {
  return (
    <>
      <p className={styles.basis} data-figure="basis">
        {useLive(live, (view) => basisText(view, units))}
      </p>
      <dl className={styles.figures}>
        {SPREAD_FIGURES.map((figure) => (
          <Line key={figure.id} live={live} units={units} figure={figure} />
        ))}
      </dl>
    </>
  );
}
