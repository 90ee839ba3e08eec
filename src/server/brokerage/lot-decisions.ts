import type { LotEvent } from '../../domain/lots/events.ts';
import type { DecisionParts } from './decision-parts.ts';
import { MAX_OPTION_CHANGES, RateWindow } from './rate-window.ts';
import type { Batch } from './release-queue.ts';

/** What a holder decides about lots; the writer adds the time. */
export type LotDecision =
  | Omit<Extract<LotEvent, { readonly kind: 'lotMethodSet' }>, 'timeMs'>
  | Omit<Extract<LotEvent, { readonly kind: 'lotsChosen' }>, 'timeMs'>;

/** Records what holders decide about their lots. They change no order and no position, so the book does not know them. */
export class LotDecisions {
  readonly #run: DecisionParts['run'];
  readonly #changes = new RateWindow(MAX_OPTION_CHANGES);

  constructor({ run }: Pick<DecisionParts, 'run'>) {
    this.#run = run;
  }

  /** `refuse` is called when the account decides too often. */
  record(decision: LotDecision, refuse: () => void): Batch | undefined {
    return this.#run((view, commit) => {
      if (this.#changes.take(decision.account, view.nowMs) > 0) return refuse();
      commit([{ ...decision, timeMs: view.nowMs }]);
    });
  }
}
