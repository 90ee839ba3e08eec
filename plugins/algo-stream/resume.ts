import type { StrategyPrompt } from '../../src/domain/strategy/prompts.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { Instance } from './types.ts';

/** Lets the user choose the data that a backtest waits for, and continues the backtest with it. */
export async function resumeOn(
  { strategies, dialogs }: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  name: string,
  instance: Pick<Instance, 'InstanceId'>,
  prompt: StrategyPrompt,
): Promise<void> {
  const { askData } = await import('./dialogs/ask-data.tsx');
  const dataType = await askData({ dialogs }, prompt);
  if (dataType === null) return;
  const outcome = await strategies.resume(name, instance.InstanceId, dataType);
  if (!outcome.ok) await dialogs.alert({ title: prompt.title, message: outcome.message });
}
