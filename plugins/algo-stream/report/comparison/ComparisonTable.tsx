import { useMemo, type CSSProperties } from 'react';
import {
  bestOf,
  FIGURE_GROUPS,
  figureText,
  type ReportFigure,
} from '../../../../src/domain/strategy/report/figures.ts';
import { UNKNOWN_TEXT } from '../../../../src/plugin-api/index.ts';
import { Button } from '../../../../src/ui/index.ts';
import plots from '../Plots.module.css';
import {
  comparedName,
  readyRuns,
  reportOfRun,
  reportPeriod,
  type ComparedRun,
  type ReadyRun,
} from './compared-run.ts';
import { differingParameters } from './differing-parameters.ts';
import { symbolsText } from '../../run-labels.ts';
import { periodOfRun } from './runs-to-compare.ts';
import styles from './Comparison.module.css';

/** How the report of a run stands; null once it is there. */
function stateText({ state }: ComparedRun): string | null {
  switch (state.kind) {
    case 'loading':
      return 'Loading…';
    case 'none':
      return 'No fills';
    case 'failed':
      return 'Not loaded';
    case 'ready':
      return null;
    default:
      return state satisfies never;
  }
}

function RunHeader({ compared, differing }: { readonly compared: ComparedRun; readonly differing: string }) {
  const { run, letter, state, reload } = compared;
  const { instance, strategy } = run;
  const report = reportOfRun(compared);
  const text = stateText(compared);
  // A narrow column breaks the period between its dates, not within one.
  const [first, last] = (report === null ? periodOfRun(run) : reportPeriod(report)).split(' to ');
  const version = instance.Version === null ? '' : `, version ${instance.Version}`;
  return (
    <th scope="col" title={instance.Parameters === '' ? undefined : instance.Parameters}>
      <span className={plots.legend} data-series={compared.place}>
        {letter} {strategy.Name}
      </span>{' '}
      <small>{`${symbolsText(instance)}${version}`}</small>{' '}
      <small>
        <span className={styles.date}>{first} to</span> <span className={styles.date}>{last}</span>
      </small>{' '}
      {differing === '' ? null : (
        <>
          <small className={styles.parameters}>{differing}</small>{' '}
        </>
      )}
      {text === null ? null : (
        <small className={state.kind === 'failed' ? styles.failed : undefined}>
          {text}
          {state.kind === 'failed' ? (
            <Button tone="quiet" aria-label={`Load ${comparedName(compared)} again`} onClick={reload}>
              Try again
            </Button>
          ) : null}
        </small>
      )}
    </th>
  );
}

function FigureRow({
  figure,
  runs,
  ready,
}: {
  readonly figure: ReportFigure;
  readonly runs: readonly ComparedRun[];
  readonly ready: readonly ReadyRun[];
}) {
  const best = bestOf(
    figure,
    ready.map(({ report }) => report),
  );
  const bestPlaces = new Set(ready.filter((_, at) => best.has(at)).map(({ place }) => place));
  return (
    <tr>
      <th scope="row" title={figure.help}>
        {figure.label}
      </th>
      {runs.map((compared) => {
        const report = reportOfRun(compared);
        const text = (report && figureText(figure, report)) ?? UNKNOWN_TEXT;
        return (
          <td key={compared.place}>
            {bestPlaces.has(compared.place) ? (
              <strong>
                {text}
                <span className="visually-hidden"> best</span>
              </strong>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Parameters in which a run differs from others of its strategy. */
const differingOf = ({ run }: ComparedRun, runs: readonly ComparedRun[]): string =>
  differingParameters(
    run.instance.Parameters,
    runs
      .filter((other) => other.run.strategy.Id === run.strategy.Id)
      .map((other) => other.run.instance.Parameters),
  );

/** The figures of the runs side by side; the best of each is bold. */
export function ComparisonTable({ runs }: { readonly runs: readonly ComparedRun[] }) {
  const ready = useMemo(() => readyRuns(runs), [runs]);
  // A custom property is not among those that React's style type lists.
  const style = { '--runs': runs.length } as CSSProperties;
  return (
    <div className={styles.table} role="region" aria-label="Figures of the runs" tabIndex={0}>
      <table className={plots.plotColours} style={style}>
        <thead>
          <tr>
            <td>Best in bold</td>
            {runs.map((compared) => (
              <RunHeader key={compared.place} compared={compared} differing={differingOf(compared, runs)} />
            ))}
          </tr>
        </thead>
        {FIGURE_GROUPS.map(({ title, figures }) => (
          <tbody key={title}>
            <tr>
              <th className={styles.groupTitle} scope="rowgroup" colSpan={runs.length + 1}>
                {title}
              </th>
            </tr>
            {figures.map((figure) => (
              <FigureRow key={figure.id} figure={figure} runs={runs} ready={ready} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
