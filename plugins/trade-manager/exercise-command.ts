import type { Command, ToolPlatform } from '../../src/plugin-api/index.ts';

/** Argument: symbol. Opens the dialog that exercises a long option before expiration. */
export function exerciseCommand(platform: ToolPlatform): Command {
  const { dialogs, orders, tradingApi } = platform;
  const refuse = (message: string): void => dialogs.toast({ message, tone: 'error' });
  return {
    id: 'option.exercise',
    title: 'Exercise option…',
    needsArguments: true,
    isEnabled: ({ symbol }) =>
      typeof symbol === 'string' && tradingApi.get().capabilities.lacks.exercise === undefined,
    run: async ({ symbol = '' }) => {
      const verdict = platform.canTrade(symbol);
      if (!verdict.ok) return refuse(verdict.message);
      const position = orders.get().positions.get(symbol);
      const { isExercisable } = await import('./exercise-figures.ts');
      if (position === undefined || !isExercisable(position))
        return refuse('Only a long option on shares can be exercised before expiration.');
      const { openExercise } = await import('./ExerciseDialog.tsx');
      await openExercise(platform, symbol);
    },
  };
}
