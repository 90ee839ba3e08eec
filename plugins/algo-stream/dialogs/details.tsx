import {
  formatInteger,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatSignedPercent,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import { costAssumptions } from '../../../src/domain/strategy/costs/assumptions.ts';
import { guardsLabel } from '../../../src/domain/strategy/guards.ts';
import { ORDER_TYPES } from '../../../src/domain/orders/order-types.ts';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import { nextScheduledText, runStatusLabel, scheduleText } from '../schedule/schedule-labels.ts';
import { programText } from '../versions/version-labels.ts';
import styles from './RunReports.module.css';
import forms from './StrategyForms.module.css';
import type { Instance, Returns, Run, Strategy, StrategiesState, Study } from '../types.ts';
import {
  clockOrAny,
  dataText,
  firstIntervalText,
  fromText,
  isBacktest,
  limitLabel,
  momentText,
  runTitle,
  secondIntervalText,
  sidesText,
  symbolsText,
  toText,
  yesNo,
} from '../run-labels.ts';

/** A line of the details: what it is called, what it is, and whether it is a gain or a loss. */
interface Fact {
  readonly name: string;
  readonly text: string;
  readonly direction?: 'up' | 'down' | undefined;
}
export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

const fact = (name: string, text: string): Fact => ({ name, text: text === '' ? UNKNOWN_TEXT : text });
const directionOf = (value: number | null) =>
  value === null || value === 0 ? undefined : value > 0 ? ('up' as const) : ('down' as const);
const profit = (name: string, value: number | null): Fact => ({
  name,
  text: value === null ? UNKNOWN_TEXT : formatSignedMoney(value),
  direction: directionOf(value),
});
const ratio = (name: string, value: number | null): Fact => ({
  name,
  text: value === null ? UNKNOWN_TEXT : formatSignedPercent(value * 100),
  direction: directionOf(value),
});
const share = (name: string, value: number | null): Fact =>
  fact(name, value === null ? UNKNOWN_TEXT : formatPercent(value * 100));

function studyFacts(kind: string, study: Study | null): readonly Fact[] {
  if (study === null) return [fact(kind, 'None')];
  return [
    fact(kind, study.Name),
    fact(`${kind} interval`, study.Interval),
    fact(`${kind} period`, study.Period === null ? '' : String(study.Period)),
    ...(study.ExtraParameters === '' ? [] : [fact(`${kind} settings`, study.ExtraParameters)]),
  ];
}

const costText = (paid: number | null): string => (paid === null ? '' : formatMoney(paid));

function returnFacts(returns: Returns, isRunning: boolean, hasCosts: boolean): readonly FactGroup[] {
  return [
    {
      title: 'Returns',
      facts: [
        profit('Cumulative gross P&L', returns.CumulativeGrossProfitLoss),
        profit('Cumulative net P&L', returns.CumulativeNetProfitLoss),
        profit('Net P&L', returns.NetProfitLoss),
        profit('Gross P&L', returns.GrossProfitLoss),
        ratio('ROI', returns.Roi),
        ratio('ROI annualized', returns.RoiAnnualised),
        ratio('Symbol ROI', returns.SymbolRoi),
        ratio('Symbol ROI annualized', returns.SymbolRoiAnnualised),
        ratio('ROAC', returns.Roac),
        ratio('ROAC annualized', returns.RoacAnnualised),
        ratio('ROC', returns.Roc),
        ratio('ROC annualized', returns.RocAnnualised),
        fact('Fees paid', costText(returns.FeesPaid)),
        ...(hasCosts
          ? [
              fact('Slippage paid', costText(returns.SlippagePaid)),
              fact('Borrow paid', costText(returns.BorrowPaid)),
            ]
          : []),
        fact('Max drawdown', returns.MaxDrawdown === null ? '' : formatMoney(returns.MaxDrawdown)),
        fact('Capital', formatMoney(returns.Capital)),
        fact('Average capital', formatMoney(returns.AverageCapital)),
        fact('Start time', momentText(returns.StartTime)),
        // The returns of a run that continues have the time of their last figure.
        fact('Finish time', isRunning ? '' : momentText(returns.FinishTime)),
      ],
    },
    {
      title: 'Trades',
      facts: [
        fact('Trades', formatInteger(returns.TradeCount)),
        fact('Long trades', formatInteger(returns.LongTradeCount)),
        fact('Short trades', formatInteger(returns.ShortTradeCount)),
        share('Profitable', returns.ProfitablePercent),
        share('Losing', returns.LosingPercent),
        share('Long profitable', returns.LongProfitablePercent),
        share('Short profitable', returns.ShortProfitablePercent),
        profit('Average profit', returns.AverageProfit),
        profit('Average loss', returns.AverageLoss),
        profit('Long P&L', returns.LongProfitLoss),
        profit('Short P&L', returns.ShortProfitLoss),
      ],
    },
  ];
}

function scheduleFacts(instance: Instance): readonly Fact[] {
  const { Schedule } = instance;
  if (Schedule === null) return [];
  return [
    fact('Schedule', scheduleText(instance)),
    ...(Schedule.IsOn ? [fact('Next step', nextScheduledText(instance))] : []),
    ...(Schedule.Problem === '' ? [] : [fact('Last scheduled start', Schedule.Problem)]),
  ];
}

/** Everything that is known of a run, in groups. */
export function detailsOf(instance: Instance): readonly FactGroup[] {
  const { Order } = instance;
  return [
    {
      title: 'Run',
      facts: [
        fact('Status', runStatusLabel(instance)),
        fact('Code', programText(instance)),
        fact('Started', momentText(instance.StartedAt)),
        fact('Finished', momentText(instance.FinishedAt)),
        ...(isBacktest(instance)
          ? [fact('From', fromText(instance)), fact('To', toText(instance)), fact('Data', dataText(instance))]
          : []),
        fact('Account', instance.Account),
        ...(isBacktest(instance)
          ? costAssumptions(instance.Costs).map(({ name, text }) =>
              fact(name, `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`),
            )
          : []),
        fact('Limit', limitLabel(instance)),
        ...(isBacktest(instance) || instance.AtRestart === 'Stop' ? [] : [fact('At a restart', 'Resumes')]),
        ...scheduleFacts(instance),
        ...(instance.Guards === null ? [] : [fact('Guards', guardsLabel(instance.Guards))]),
        ...(instance.RejectedCount === 0
          ? []
          : [
              fact('Rejected orders', formatInteger(instance.RejectedCount)),
              fact('Last rejection', instance.LastRejection),
            ]),
      ],
    },
    {
      title: 'Order',
      facts: [
        fact('Symbol', symbolsText(instance)),
        fact('Quantity', formatInteger(Order.Quantity)),
        fact('Route', Order.Route),
        fact('Destination', Order.Destination),
        fact('Type', ORDER_TYPES[Order.Type].label),
        fact('Price', Order.Price > 0 ? formatPrice(Order.Price) : ''),
        fact('Uses NBBO', yesNo(instance.IsUsingNbbo)),
        fact('Opening order', clockOrAny(instance.OpeningOrderTime)),
        fact('Closing order', clockOrAny(instance.ClosingOrderTime)),
      ],
    },
    {
      title: 'Rules',
      facts: [
        ...studyFacts('Trend study', instance.Trend),
        ...studyFacts('Trade study', instance.Trade),
        fact('Intraday positions only', yesNo(instance.IntradayPositionsOnly)),
        fact('Positions', sidesText(instance)),
        fact('Trading time', instance.TradingTime),
        fact('First interval', firstIntervalText(instance)),
        fact('Second interval', secondIntervalText(instance)),
        fact('Off-market prices', yesNo(instance.IncludeOffMarket)),
      ],
    },
    ...(instance.Returns === null
      ? []
      : returnFacts(instance.Returns, instance.FinishedAt === null, instance.Costs !== null)),
  ];
}

function Facts({ group }: { readonly group: FactGroup }) {
  return (
    <section>
      <h3>{group.title}</h3>
      <dl>
        {group.facts.map(({ name, text, direction }) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={name} data-direction={direction}>
            {text}
          </dd>,
        ])}
      </dl>
    </section>
  );
}

/** A run as it is now; null when it is gone. */
export function findRun(
  { personal, public: shared }: StrategiesState,
  strategy: Pick<Strategy, 'Id' | 'Name'>,
  instanceId: string,
): Instance | null {
  const list = strategy.Id > 0 ? shared : personal;
  return (
    list
      .find(({ Id, Name }) => Id === strategy.Id && (Id > 0 || Name === strategy.Name))
      ?.Instances.find(({ InstanceId }) => InstanceId === instanceId) ?? null
  );
}

function Details({
  platform,
  run,
  close,
}: {
  readonly platform: Pick<ToolPlatform, 'strategies'>;
  readonly run: Run;
  readonly close: () => void;
}) {
  // The present state of the run; after its removal the last one stays.
  const instance =
    useReadable(platform.strategies, (state) => findRun(state, run.strategy, run.instance.InstanceId)) ??
    run.instance;
  const [running, order, rules, ...returns] = detailsOf(instance);
  return (
    <>
      {instance.Message === '' ? null : <p className={styles.message}>{instance.Message}</p>}
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={styles.details} tabIndex={0} role="group" aria-label="Details">
        <div className={styles.facts}>
          {[running, order].map((group) =>
            group === undefined ? null : <Facts key={group.title} group={group} />,
          )}
        </div>
        <div className={styles.facts}>
          {rules === undefined ? null : <Facts group={rules} />}
          {returns[1] === undefined ? null : <Facts group={returns[1]} />}
        </div>
        <div className={styles.facts}>
          {returns[0] === undefined ? (
            <p className={forms.note}>Returns appear after the first trades.</p>
          ) : (
            <Facts group={returns[0]} />
          )}
        </div>
      </div>
      <DialogActions>
        <Button tone="primary" data-autofocus="" onClick={close}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

/** Shows one run of a strategy: its settings, its state and its returns. */
export async function openDetails(
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  run: Run,
): Promise<void> {
  await platform.dialogs.open<never>({
    title: `Strategy instance details - ${runTitle(run.strategy, run.instance)}`,
    width: 940,
    content: ({ close }) => <Details platform={platform} run={run} close={() => close(null)} />,
  });
}
