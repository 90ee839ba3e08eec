import { UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import { FIGURE_GROUPS, figureText, type ReportFigure } from '../../../src/domain/strategy/report/figures.ts';
import type { StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import styles from './Report.module.css';

/** The direction that a signed figure is coloured by. */
function directionOf({ unit, value }: ReportFigure, report: StrategyReport): 'up' | 'down' | undefined {
  const known = unit === 'signedMoney' || unit === 'signedShare' ? value(report) : null;
  if (known === null || known === 0) return undefined;
  return known > 0 ? 'up' : 'down';
}

/** Dates of the deepest drawdown: `2026-03-02 to 2026-04-10, not recovered`. */
function drawdownText({ ratios: { maxDrawdown } }: StrategyReport): string | null {
  if (maxDrawdown === null) return null;
  const { peakDate, troughDate, recoveredDate } = maxDrawdown;
  return `Peak ${peakDate ?? 'at the start'}, low ${troughDate}, ${recoveredDate === null ? 'not recovered' : `recovered ${recoveredDate}`}`;
}

/** All figures of a report in groups. Null = the run has no fills: every figure is shown as not available. */
export function KeyFigures({ report }: { readonly report: StrategyReport | null }) {
  const drawdown = report === null ? null : drawdownText(report);
  return (
    <section className={styles.figures} aria-label="Key figures" tabIndex={0}>
      {FIGURE_GROUPS.map(({ title, figures }) => (
        <div key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl>
            {figures.map((figure) => (
              <div key={figure.id} title={figure.help}>
                <dt>{figure.label}</dt>
                {report === null ? (
                  <dd>{UNKNOWN_TEXT}</dd>
                ) : (
                  <dd data-direction={directionOf(figure, report)}>
                    {figureText(figure, report) ?? UNKNOWN_TEXT}
                  </dd>
                )}
              </div>
            ))}
          </dl>
          {title === 'Risk' && drawdown !== null ? <p>{drawdown}</p> : null}
        </div>
      ))}
    </section>
  );
}
