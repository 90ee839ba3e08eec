import type { Readable, SaveProblem } from '../../client/types.ts';
import type { Desk } from '../desk-context.ts';
import { moveEarlierLayouts } from '../workspace/move-layouts.ts';
import { drawingStep } from '../workspace/undo-drawings.ts';
import { saveStep } from '../workspace/undo-saves.ts';

/**
 * Makes each change of shared drawings and saves a step of undo, and shows what became of a save other than the user meant, from when their stores are loaded. Layouts of
 * an earlier release become saves.
 * Returns the function that ends it.
 */
export function followDocuments(desk: Desk): () => void {
  const { platform, undo, toaster } = desk;
  const { sharedDrawings, savedDocuments } = platform;
  const ends = [
    whenLoaded(sharedDrawings, (store) => store.onChange((changes) => undo.record(drawingStep(changes)))),
    whenLoaded(savedDocuments, (store) => store.onChange((changes) => undo.record(saveStep(changes)))),
    whenLoaded(savedDocuments, (store) =>
      store.onProblem((problem) =>
        toaster.show({ message: textOf(problem), tone: 'warning', key: `saves ${problem.kind}` }),
      ),
    ),
    moveEarlierLayouts(desk),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Follows a store from when it is loaded. */
function whenLoaded<Store>(lazy: Readable<Store | null>, follow: (store: Store) => () => void): () => void {
  let end: (() => void) | undefined;
  const begin = (): void => {
    const store = lazy.get();
    if (store !== null) end ??= follow(store);
  };
  const unsubscribe = lazy.subscribe(begin);
  begin();
  return () => {
    unsubscribe();
    end?.();
  };
}

function textOf(problem: SaveProblem): string {
  const name = `“${problem.row.Name}”`;
  switch (problem.kind) {
    case 'refused':
      return `A change of ${name} was not saved. ${problem.message}`;
    case 'copied':
      return `${name} was changed in two places at once. Yours is saved as “${problem.copy.Name}”.`;
    case 'kept':
      return `${name} was deleted in one place and changed in another. It stays: delete it again if you do not need it.`;
    case 'renamed':
      return `“${problem.wanted}” was saved elsewhere meanwhile. Yours is saved as ${name}.`;
  }
}
