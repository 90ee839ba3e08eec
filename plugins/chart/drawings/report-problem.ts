import type { DrawingProblem, ToolPlatform } from '../../../src/plugin-api/index.ts';

/** Shows what became of a shared drawing other than the user meant. */
export function reportProblem({ dialogs }: Pick<ToolPlatform, 'dialogs'>, problem: DrawingProblem): void {
  dialogs.toast({ message: textOf(problem), tone: 'warning', key: `shared drawings ${problem.kind}` });
}

function textOf(problem: DrawingProblem): string {
  switch (problem.kind) {
    case 'refused':
      return `A change of a drawing on ${problem.row.Symbol} was not stored. ${problem.message}`;
    case 'copied':
      return `A drawing on ${problem.row.Symbol} was changed in two places at once. Both versions are on the chart: delete the one that you do not need.`;
    case 'kept':
      return `A drawing on ${problem.row.Symbol} was deleted in one place and changed in another. It stays on the chart: delete it again if you do not need it.`;
    case 'unlisted':
      return `The shared drawings of ${problem.symbol} are not shown. ${problem.message}`;
  }
}
