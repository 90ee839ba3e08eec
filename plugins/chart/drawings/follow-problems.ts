import type { ToolPlatform } from '../../../src/plugin-api/index.ts';

/**
 * Shows what becomes of shared drawings other than the user meant, from when their store is loaded. The code for it comes after the store: the first page
 * load does not contain it. Returns the function that ends it.
 */
export function followDrawingProblems(
  platform: Pick<ToolPlatform, 'dialogs' | 'sharedDrawings'>,
): () => void {
  const { sharedDrawings } = platform;
  let end: (() => void) | undefined;
  const follow = (): void => {
    const store = sharedDrawings.get();
    end ??= store?.onProblem((problem) => {
      void import('./report-problem.ts').then(({ reportProblem }) => reportProblem(platform, problem));
    });
  };
  const unsubscribe = sharedDrawings.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    end?.();
  };
}
