import { assumptionsLine } from '../../../src/domain/strategy/costs/assumptions.ts';
import { daysCsv, figuresCsv, tradesCsv } from '../../../src/domain/strategy/report/csv-files.ts';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import {
  documentWithoutFills,
  reportDocument,
  type ReportDocument,
  type ReportedRun,
  type RunWithoutFills,
} from '../../../src/domain/strategy/report/document.ts';
import { saveFile } from '../../../src/ui/index.ts';
import { downloadCsv, fileName } from '../../../src/ui/grid/export-text.ts';
import { isBacktest, runTitle } from '../run-labels.ts';
import type { Run } from '../types.ts';
import type { TradeExcursions } from './read-excursions.ts';
import { reportHtml, reportHtmlWithoutFills } from './report-html.ts';
import type { ReportSource } from './report-source.ts';
import type { LoadedReport } from './use-report.ts';

/** The files that a report is saved as. */
export type ReportFile = 'json' | 'figures' | 'days' | 'trades' | 'html';

/** Files with the MAE and MFE of trades. */
export const NEEDS_EXCURSIONS: ReadonlySet<ReportFile> = new Set<ReportFile>(['json', 'trades', 'html']);

const runFacts = ({ strategy, instance }: Pick<Run, 'strategy' | 'instance'>) => ({
  strategy: strategy.Name,
  instanceId: instance.InstanceId,
  isBacktest: isBacktest(instance),
  account: instance.Account,
  parameters: instance.Parameters,
  assumptions: isBacktest(instance) ? assumptionsLine(instance.Costs) : null,
});

/** The run of a report as files name it. */
const reportedRun = ({ run, symbol, returns }: ReportSource): ReportedRun => ({
  ...runFacts(run),
  symbol,
  feesPaid: returns.FeesPaid,
  slippagePaid: returns.SlippagePaid,
  borrowPaid: returns.BorrowPaid,
});

const saveJson = (name: string, content: ReportDocument): void =>
  saveFile(
    fileName(name, 'json'),
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
const saveHtml = (name: string, html: string): void =>
  saveFile(fileName(name, 'html'), new Blob([html], { type: 'text/html' }));

/** The files that the report of a run without fills is saved as. */
export type FileWithoutFills = Extract<ReportFile, 'html' | 'json' | 'figures'>;

/** Offers the report of a run without fills as a file, which says why it has none and has its log. */
export function saveWithoutFills(
  file: FileWithoutFills,
  { strategy, instance }: Run,
  facts: RunWithoutFills,
  annotations?: Annotations,
): void {
  const title = runTitle(strategy, instance);
  const name = `${title}, report`;
  const symbol = instance.PrimarySymbol;
  const nothingPaid = { feesPaid: null, slippagePaid: null, borrowPaid: null };
  const content = documentWithoutFills(
    { ...runFacts({ strategy, instance }), symbol, ...nothingPaid },
    facts,
    annotations,
  );
  if (file === 'json') saveJson(name, content);
  else if (file === 'html') saveHtml(name, reportHtmlWithoutFills(content, title));
  else downloadCsv(document, `${name} figures`, figuresCsv(null, content));
}

/** Offers a report as a file. Trades without an excursion have empty MAE and MFE. The JSON file has what the code has drawn. */
export function saveReport(
  file: ReportFile,
  { source, report }: LoadedReport,
  byTrade: TradeExcursions,
  annotations?: Annotations,
): void {
  const name = `${runTitle(source.run.strategy, source.run.instance)}, report`;
  const content = reportDocument(report, reportedRun(source), byTrade, annotations);
  switch (file) {
    case 'json':
      saveJson(name, content);
      return;
    case 'html':
      saveHtml(name, reportHtml(report, content, runTitle(source.run.strategy, source.run.instance)));
      return;
    case 'figures':
      downloadCsv(document, `${name} figures`, figuresCsv(report, content));
      return;
    case 'days':
      downloadCsv(document, `${name} daily equity`, daysCsv(content));
      return;
    case 'trades':
      downloadCsv(document, `${name} trades`, tradesCsv(content));
      return;
    default:
      return file satisfies never;
  }
}
