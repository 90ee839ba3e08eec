import { useEffect, useRef } from 'react';
import { observeSize } from '../../../src/ui/index.ts';
import { paintPayoff } from './paint-payoff.ts';
import { payoffCurves } from './payoff-curves.ts';
import { payoffLayout } from './payoff-layout.ts';
import type { SpreadLive } from './spread-live.ts';
import { payoffSummary } from './spread-texts.ts';
import styles from './Spread.module.css';
import type { SpreadView } from './spread-view.ts';

function paint(svg: SVGSVGElement, view: SpreadView, units: number): void {
  const { spread, profile, spot } = view;
  const curves = spread === null || profile === null ? null : payoffCurves(spread, profile.breakEvens);
  const marks = { breakEvens: profile?.breakEvens ?? [], spot, units };
  paintPayoff(svg, curves === null ? null : payoffLayout(curves, marks, svg.clientWidth, svg.clientHeight));
  const summary = payoffSummary(view, units);
  if (svg.getAttribute('aria-label') !== summary) svg.setAttribute('aria-label', summary);
}

export interface PayoffPlotProps {
  readonly live: SpreadLive;
  readonly units: number;
}

/** Gain and loss by the price of the underlying, today and at the nearest expiration. Drawn apart from React. */
export function PayoffPlot({ live, units }: PayoffPlotProps) {
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const element = svg.current;
    if (element === null) return undefined;
    const draw = () => paint(element, live.get(), units);
    draw();
    const endSizes = observeSize(element, draw);
    const unsubscribe = live.subscribe(draw);
    return () => {
      endSizes();
      unsubscribe();
    };
  }, [live, units]);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.legend} data-line="expiration">
          At expiration
        </span>
        <span className={styles.legend} data-line="today">
          Today
        </span>
        <span className={styles.legend} data-line="break-even">
          Break-even
        </span>
        <span className={styles.legend} data-line="spot">
          Underlying
        </span>
      </figcaption>
      <svg ref={svg} role="img" aria-label="Payoff" className={styles.svg} />
    </figure>
  );
}
