import { assumptionsLine } from '../../../src/domain/strategy/costs/assumptions.ts';
import { daysCsv, figuresCsv, tradesCsv } from '../../../src/domain/strategy/report/csv-files.ts';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import { reportDocument, type ReportedRun } from '../../../src/domain/strategy/report/document.ts';
import { saveFile } from '../../../src/ui/index.ts';
import { downloadCsv, fileName } from '../../../src/ui/grid/export-text.ts';
import { isBacktest, runTitle } from '../run-labels.ts';
import type { TradeExcursions } from './read-excursions.ts';
import { reportHtml } from './report-html.ts';
import type { ReportSource } from './report-source.ts';
import type { LoadedReport } from './use-report.ts';

/** The files that a report is saved as. */
export type ReportFile = 'json' | 'figures' | 'days' | 'trades' | 'html';

/** Files with the MAE and MFE of trades. */
export const NEEDS_EXCURSIONS: ReadonlySet<ReportFile> = new Set<ReportFile>(['json', 'trades', 'html']);

/** The run of a report as files name it. */
const reportedRun = ({ run: { strategy, instance }, symbol, returns }: ReportSource): ReportedRun => ({
  strategy: strategy.Name,
  instanceId: instance.InstanceId,
  isBacktest: isBacktest(instance),
  symbol,
  account: instance.Account,
  parameters: instance.Parameters,
  assumptions: isBacktest(instance) ? assumptionsLine(instance.Costs) : null,
  feesPaid: returns.FeesPaid,
  slippagePaid: returns.SlippagePaid,
  borrowPaid: returns.BorrowPaid,
});

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
      saveFile(
        fileName(name, 'json'),
        new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
      );
      return;
    case 'html':
      saveFile(
        fileName(name, 'html'),
        new Blob([reportHtml(report, content, runTitle(source.run.strategy, source.run.instance))], {
          type: 'text/html',
        }),
      );
      return;
    case 'figures':
      downloadCsv(document, `${name} figures`, figuresCsv(report, content.run));
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
