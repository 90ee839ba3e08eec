import type { DrawingDocuments } from '../drawings/drawing-documents.ts';
import type { DailyFigures } from '../market/history/daily-figures.ts';
import type { MarketData } from '../market/market-data.ts';
import type { ChangedDocument } from '../storage/document-splits.ts';
import type { Repositories } from '../storage/repositories.ts';
import { AlertsService, type AlertsServiceOptions } from './alerts-service.ts';
import { alertValue } from './alert-value.ts';
import { DocumentSplits } from './document-splits.ts';

interface AlertsParts extends Pick<AlertsServiceOptions, 'hostMs'> {
  readonly repositories: AlertsServiceOptions['repositories'] & Pick<Repositories, 'documentSplits'>;
  readonly market: AlertsServiceOptions['market'] &
    Pick<MarketData, 'corporateActions' | 'sessionDay' | 'onSession'>;
  readonly history: Pick<DailyFigures, 'columnInput'>;
  readonly drawings: Pick<DrawingDocuments, 'publish'>;
}

/** Starts the evaluation of alerts, with the columns that the daily history has figures for. Alerts and shared drawings are adjusted to splits first. */
export async function startAlerts(
  logger: AlertsServiceOptions['logger'],
  { history, drawings, market, repositories, hostMs }: AlertsParts,
): Promise<AlertsService> {
  const splits: DocumentSplits = new DocumentSplits({
    market,
    store: repositories.documentSplits,
    hostMs,
    logger,
    onChanged: (changed) => publish(changed),
  });
  const alerts: AlertsService = new AlertsService({
    repositories,
    market,
    hostMs,
    logger,
    splits,
    valueOf: alertValue((symbol) => history.columnInput(symbol)),
  });
  const publish = (changed: readonly ChangedDocument[]): void => {
    for (const { userId, document } of changed.filter(({ kind }) => kind === 'drawing'))
      drawings.publish(userId, document);
    const ofAlerts = Map.groupBy(
      changed.filter(({ kind }) => kind === 'alert'),
      ({ userId }) => userId,
    );
    for (const [userId, rows] of ofAlerts)
      alerts.adjusted(
        userId,
        rows.map(({ document }) => document),
      );
  };
  await splits.start();
  await alerts.start();
  return alerts;
}
