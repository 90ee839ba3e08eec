import { useMemo, type CSSProperties } from 'react';
import { formatSignedMoney, formatSignedPercent } from '../../../src/domain/columns/index.ts';
import { fromE4 } from '../../../src/domain/money/price.ts';
import type { PeriodReturn, StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import { UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import { heatOf, largestOf, monthRows } from './month-table.ts';
import styles from './Report.module.css';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The return of a period, or its net profit where no return is defined. */
const periodText = ({ share, netE4 }: PeriodReturn): string =>
  share === null ? formatSignedMoney(fromE4(netE4)) : formatSignedPercent(share * 100);

function PeriodCell({ period, largest }: { readonly period: PeriodReturn | null; readonly largest: number }) {
  if (period === null) return <td className={styles.noMonth}>{UNKNOWN_TEXT}</td>;
  const heat = heatOf(period.share, largest);
  // A custom property is not among those that React's style type lists.
  const style = { '--heat': `${heat}%` } as CSSProperties;
  return (
    <td
      style={style}
      data-direction={heat === 0 ? undefined : (period.share ?? 0) > 0 ? 'up' : 'down'}
      title={`${period.period}: net P&L ${formatSignedMoney(fromE4(period.netE4))}`}
    >
      {periodText(period)}
    </td>
  );
}

/** The months and years of a run as a heat map. */
export function MonthTable({ report }: { readonly report: StrategyReport }) {
  const rows = useMemo(() => monthRows(report), [report]);
  const largest = useMemo(() => largestOf(report.months), [report]);
  const largestYear = useMemo(() => largestOf(report.years), [report]);
  return (
    <div className={styles.months} role="region" aria-label="Months and years" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col" className={styles.year}>
              Whole
            </th>
            <th scope="col">Net P&amp;L</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ year, months, whole }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {months.map((month, at) => (
                <PeriodCell key={MONTHS[at]} period={month} largest={largest} />
              ))}
              <PeriodCell period={whole} largest={largestYear} />
              <td>{formatSignedMoney(fromE4(whole.netE4))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
