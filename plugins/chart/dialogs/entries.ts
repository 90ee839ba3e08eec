import {
  STUDIES,
  settleParameters,
  studyById,
  studyLabel,
  type StudyKind,
} from '../../../src/domain/studies/index.ts';
import { TRADES_OVERLAY } from '../model/panes.ts';
import { PROFIT_PANE } from '../model/panes.ts';

/** What the dialog of the studies lists. */
export interface StudyEntry {
  readonly id: string;
  readonly name: string;
  readonly help: string;
  /** Where it is drawn. */
  readonly place: string;
  /** What is worked out of the bars; absent for what is drawn from the account's trade log. */
  readonly study?: StudyKind;
}

const OVER_PRICE = 'Drawn over the price.';
const OWN_PANE = 'Shown in a pane of its own.';

/** Every study, then what the trade log gives. */
export const STUDY_ENTRIES: readonly StudyEntry[] = [
  ...STUDIES.map((study) => ({
    id: study.id,
    name: nameOf(study),
    help: study.help,
    place: study.pane === 'own' ? OWN_PANE : OVER_PRICE,
    study,
  })),
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

/** What the list calls a study: averages of several periods by their usual one. */
function nameOf(study: StudyKind): string {
  return STUDIES.some((other) => other.id !== study.id && other.title === study.title)
    ? studyLabel(study, settleParameters(study))
    : study.title;
}

export function entryOf(id: string): StudyEntry | undefined {
  return STUDY_ENTRIES.find((entry) => entry.id === id);
}

/** The name of a study that is stored; its id when this version does not know it. */
export function studyName(id: string): string {
  const study = studyById(id);
  return study === undefined ? id : nameOf(study);
}
