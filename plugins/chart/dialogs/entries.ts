import { settleParameters, studyLabel, type StudyKind } from '../../../src/domain/studies/index.ts';
import type { DeskStudy } from '../../../src/plugin-api/index.ts';
import { fileOfStudy } from '../my-studies/my-study.ts';
import { PROFIT_PANE, TRADES_OVERLAY } from '../model/panes.ts';
import type { StudyCatalogue } from '../model/study-catalogue.ts';

/** What the dialog of the studies lists. */
export interface StudyEntry {
  readonly id: string;
  readonly name: string;
  readonly help: string;
  /** Where it is drawn. */
  readonly place: string;
  /** What is worked out of the bars; absent for what is drawn from the account's trade log. */
  readonly study?: StudyKind;
  /** It is a file of the user. */
  readonly isMine?: boolean;
}

const OVER_PRICE = 'Drawn over the price.';
const OWN_PANE = 'Shown in a pane of its own.';

/** What the trade log gives. */
const TRADE_LOG_ENTRIES: readonly StudyEntry[] = [
  {
    id: TRADES_OVERLAY,
    name: 'Trades',
    help: 'Marks your executions of the symbol: purchases below the bar, sales above it, with a line at the price.',
    place: OVER_PRICE,
  },
  {
    id: PROFIT_PANE,
    name: 'P&L',
    place: OWN_PANE,
    help: 'Realized profit of the symbol since the start of the trade log: first in, first out, after fees. Sales of shares that you held before that add no profit.',
  },
];

/** What the dialogs call the studies of a chart. */
export interface StudyEntries {
  /** Every study, then what the trade log gives. */
  readonly all: readonly StudyEntry[];
  readonly catalogue: StudyCatalogue;
  get(id: string): StudyEntry | undefined;
  /** The name of a study that is stored; its id when no study has it. */
  nameOf(id: string): string;
}

/** The entries of a catalogue. */
export function studyEntries(catalogue: StudyCatalogue): StudyEntries {
  const all = [...catalogue.all.map((study) => entryOf(study, catalogue)), ...TRADE_LOG_ENTRIES];
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  return {
    all,
    catalogue,
    get: (id) => byId.get(id),
    nameOf: (id) => byId.get(id)?.name ?? id,
  };
}

function entryOf(study: StudyKind | DeskStudy, catalogue: StudyCatalogue): StudyEntry {
  const place = study.pane === 'own' ? OWN_PANE : OVER_PRICE;
  return {
    id: study.id,
    name: nameOf(study, catalogue),
    help: study.help,
    isMine: fileOfStudy(study.id) !== null,
    place: 'tool' in study ? `${place} Added by ${study.tool}.` : place,
    study,
  };
}

/** What the list calls a study: averages of several periods by their usual one. */
function nameOf(study: StudyKind, { all }: StudyCatalogue): string {
  return all.some((other) => other.id !== study.id && other.title === study.title)
    ? studyLabel(study, settleParameters(study))
    : study.title;
}
