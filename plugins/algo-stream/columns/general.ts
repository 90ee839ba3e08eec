import { formatInteger } from '../../../src/domain/columns/index.ts';
import {
  dataText,
  fromText,
  momentText,
  queueText,
  rejectedText,
  runDisplayName,
  toText,
} from '../run-labels.ts';
import {
  nextScheduled,
  nextScheduledText,
  runStatusLabel,
  scheduleText,
  statusSchedule,
} from '../schedule/schedule-labels.ts';
import { number, text, type RunColumn } from './column-parts.tsx';
import { StatusCell } from './StatusCell.tsx';

/** What a run is and how it stands. */
export const generalColumns: readonly RunColumn[] = [
  text(
    { id: 'Run', header: 'Run', title: 'Live run or backtest, and its limit', width: 196 },
    ({ instance }) => runDisplayName(instance),
  ),
  {
    ...text(
      { id: 'Status', header: 'Status', title: 'Status, and progress of a backtest', width: 216 },
      ({ instance }) =>
        [
          instance.QueuePlace > 0 ? queueText(instance.QueuePlace) : runStatusLabel(instance),
          rejectedText(instance),
          statusSchedule(instance),
        ]
          .filter((part) => part !== '')
          .join(', '),
    ),
    Cell: StatusCell,
  },
  text(
    { id: 'Started', header: 'Started', title: 'When the run was started', width: 132 },
    ({ instance }) => momentText(instance.StartedAt),
    ({ instance }) => instance.StartedAt,
  ),
  text(
    { id: 'Finished', header: 'Finished', title: 'When the run ended', width: 132 },
    ({ instance }) => momentText(instance.FinishedAt),
    ({ instance }) => instance.FinishedAt,
  ),
  text(
    { id: 'Schedule', header: 'Schedule', title: 'When a live run starts and stops by itself', width: 140 },
    ({ instance }) => scheduleText(instance),
  ),
  text(
    { id: 'NextStep', header: 'Next step', title: 'Next scheduled start or stop', width: 152 },
    ({ instance }) => nextScheduledText(instance),
    ({ instance }) => nextScheduled(instance)?.atMs ?? null,
  ),
  text(
    { id: 'From', header: 'From', title: 'First day of a backtest' },
    ({ instance }) => fromText(instance),
    ({ instance }) => instance.BacktestFrom,
  ),
  text(
    { id: 'To', header: 'To', title: 'Last day of a backtest' },
    ({ instance }) => toText(instance),
    ({ instance }) => instance.BacktestTo,
  ),
  number(
    {
      id: 'Version',
      header: 'Version',
      title: 'Version of the strategy that it runs; none when the code was not saved',
      width: 64,
    },
    String,
    ({ instance }) => instance.Version,
  ),
  text({ id: 'DataType', header: 'Data', title: 'Data that a backtest runs on' }, ({ instance }) =>
    dataText(instance),
  ),
  text(
    { id: 'Account', header: 'Account', title: 'Account that it runs for' },
    ({ instance }) => instance.Account,
  ),
  number(
    { id: 'RejectedCount', header: 'Rejected', title: 'Orders that were rejected', width: 72 },
    formatInteger,
    ({ instance }) => instance.RejectedCount,
  ),
  text(
    { id: 'LastRejection', header: 'Last rejection', title: 'Why the last order was rejected', width: 200 },
    ({ instance }) => instance.LastRejection,
  ),
  text(
    { id: 'Message', header: 'Message', title: 'Message of the run, or its error', width: 240 },
    ({ instance }) => instance.Message,
  ),
];
