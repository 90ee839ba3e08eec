import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { ChainAnalytics } from '../model/analytics.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import { expirationText } from '../model/expirations.ts';
import { paintPlot } from './paint-plot.ts';
import { plotLayout } from './plot-layout.ts';
import { MAX_SMILES, smileSeries, termSeries, type PlotSeries } from './volatility-series.ts';
import styles from './VolatilityPlots.module.css';

export interface VolatilityPlotsHandle {
  /** Draws both plots from the present figures. */
  refresh(): void;
}
export interface VolatilityPlotsProps {
  readonly groups: readonly ExpirationGroup[];
  readonly open: ReadonlySet<string>;
  readonly analytics: ChainAnalytics;
  readonly ref?: Ref<VolatilityPlotsHandle>;
}

/** What a plot shows, for those who do not see it. */
export function plotSummary(title: string, series: readonly PlotSeries[]): string {
  const values = series.flatMap(({ points }) => points.map(({ y }) => y));
  if (values.length === 0) return `${title}: no implied volatility`;
  const count = values.length === 1 ? '1 point' : `${values.length} points`;
  return `${title}: ${count} from ${Math.min(...values).toFixed(1)}% to ${Math.max(...values).toFixed(1)}%`;
}

function paint(
  svg: SVGSVGElement | null,
  title: string,
  series: readonly PlotSeries[],
  markX: number | null,
): void {
  if (svg === null) return;
  paintPlot(svg, plotLayout(series, svg.clientWidth, svg.clientHeight, markX));
  const summary = plotSummary(title, series);
  if (svg.getAttribute('aria-label') !== summary) svg.setAttribute('aria-label', summary);
  const isEmpty = String(series.every(({ points }) => points.length === 0));
  if (svg.dataset['empty'] !== isEmpty) svg.dataset['empty'] = isEmpty;
}

/** The smiles of the open expirations and the term structure at the money, drawn from the contracts' own volatilities. */
export function VolatilityPlots({ groups, open, analytics, ref }: VolatilityPlotsProps) {
  const smile = useRef<SVGSVGElement>(null);
  const term = useRef<SVGSVGElement>(null);
  const draw = () => {
    const { spot } = analytics.pricing;
    paint(smile.current, 'Volatility smile', smileSeries(groups, open, analytics), spot > 0 ? spot : null);
    paint(term.current, 'Term structure', [termSeries(groups, analytics)], null);
  };
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
    draw();
  });
  useImperativeHandle(ref, () => ({ refresh: () => latest.current() }));
  useEffect(() => {
    const element = smile.current;
    const view = element?.ownerDocument.defaultView;
    if (element === null || !view) return undefined;
    const observer = new view.ResizeObserver(() => latest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = groups.filter(({ id }) => open.has(id)).slice(0, MAX_SMILES);
  return (
    <section className={styles.plots} aria-label="Volatility plots">
      <figure className={styles.plot}>
        <figcaption className={styles.title}>
          <span>Implied volatility by strike</span>
          {shown.map(({ id, expiration }, index) => (
            <span key={id} className={styles.legend} data-color={index}>
              {expirationText(expiration.date)}
            </span>
          ))}
        </figcaption>
        <svg ref={smile} role="img" aria-label="Volatility smile" className={styles.svg} />
      </figure>
      <figure className={styles.plot}>
        <figcaption className={styles.title}>
          <span>Implied volatility at the money by days to expiry</span>
        </figcaption>
        <svg ref={term} role="img" aria-label="Term structure" className={styles.svg} />
      </figure>
    </section>
  );
}
