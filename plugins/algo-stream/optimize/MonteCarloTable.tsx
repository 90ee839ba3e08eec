import {
  formatInteger,
  formatMoney,
  formatPercent,
  formatSignedMoney,
} from '../../../src/domain/columns/index.ts';
import { EmptyState } from '../../../src/ui/index.ts';
import type { Search } from '../types.ts';
import styles from './Optimize.module.css';

type Best = NonNullable<Search['Best']>;
type Drawn = NonNullable<Best['DrawnTrades']>;

function DrawnRows({ name, drawn }: { readonly name: string; readonly drawn: Drawn }) {
  const cells = ({ P5, P50, P95 }: Drawn['Net'], text: (value: number) => string) =>
    [P5, P50, P95].map((value, at) => <td key={at}>{text(value)}</td>);
  return (
    <>
      <tr>
        <th scope="row">Net P&L, {name} drawn again</th>
        {cells(drawn.Net, formatSignedMoney)}
        <td>{formatPercent(drawn.LossShare * 100)}</td>
      </tr>
      <tr>
        <th scope="row">Max drawdown, {name} drawn again</th>
        {cells(drawn.Drawdown, formatMoney)}
        <td />
      </tr>
    </>
  );
}

/** What else the trades and the days of the best set could have come to. */
export function MonteCarloTable({ best }: { readonly best: Best | null }) {
  const { DrawnTrades: trades = null, DrawnDays: days = null } = best ?? {};
  const runs = trades?.Runs ?? days?.Runs;
  if (runs === undefined)
    return (
      <EmptyState
        title="No draws yet"
        text="They are made at the end of a search whose best set has trades."
      />
    );
  return (
    <div className={styles.monteCarlo}>
      <table aria-label="Monte Carlo">
        <caption>The results of the best set, drawn {formatInteger(runs)} times with replacement</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">5 %</th>
            <th scope="col">50 %</th>
            <th scope="col">95 %</th>
            <th scope="col">Lost</th>
          </tr>
        </thead>
        <tbody>
          {trades === null ? null : <DrawnRows name="trades" drawn={trades} />}
          {days === null ? null : <DrawnRows name="days" drawn={days} />}
        </tbody>
      </table>
    </div>
  );
}
