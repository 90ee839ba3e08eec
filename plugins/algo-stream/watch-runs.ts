import type { StrategyStatus } from '../../src/domain/strategy/enumerations.ts';
import { STRATEGY_ERROR, strategyPrompt } from '../../src/domain/strategy/prompts.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { resumeOn } from './resume.ts';
import type { Instance, StrategyEvent } from './types.ts';

const ERROR_TITLES: Partial<Record<StrategyStatus, string>> = {
  SyntaxError: 'Syntax Error',
  RuntimeError: 'Runtime Error',
};
const ENDS: Partial<Record<StrategyStatus, { readonly words: string; readonly tone: 'success' | 'error' }>> =
  {
    BacktestingCompleted: { words: 'the backtest is done', tone: 'success' },
    BacktestingFailed: { words: 'the backtest failed', tone: 'error' },
    Completed: { words: 'the run is completed', tone: 'success' },
  };

/** A log may follow the reason: a toast shows the beginning. */
const TOAST_CHARACTERS = 300;
const shortened = (text: string): string =>
  text.length > TOAST_CHARACTERS ? `${text.slice(0, TOAST_CHARACTERS - 1)}…` : text;

/**
 * Shows what the runs that were started here have to ask and to report, wherever their person is on the desk. Runs of other tabs and machines ask
 * there. Each status of a run is told once; returns the way to stop.
 */
export function watchRuns(platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>): () => void {
  const { strategies, dialogs } = platform;
  const toldOf = new Map<string, string>();

  function onEvent({ kind, name, strategyId, instance, isOwn }: StrategyEvent): void {
    const key = `${strategyId}/${name}/${instance.InstanceId}`;
    if (kind === 'removed') {
      toldOf.delete(key);
      return;
    }
    if (!isOwn) return;
    // A run that was started anew, and ends as before, is told of again.
    const state = `${instance.Status} ${instance.StartedAt}`;
    if (toldOf.get(key) === state) return;
    toldOf.set(key, state);
    void tell(name, instance);
  }

  async function tell(name: string, instance: Instance): Promise<void> {
    const { Status, Message } = instance;
    const errorTitle = ERROR_TITLES[Status];
    if (errorTitle !== undefined) {
      await dialogs.alert({
        title: errorTitle,
        message: Message === '' ? STRATEGY_ERROR : `${STRATEGY_ERROR}\n\n${Message}`,
      });
      return;
    }
    const prompt = strategyPrompt(Status);
    if (prompt !== undefined) {
      if (prompt.answers.length === 0) await dialogs.alert({ title: prompt.title, message: prompt.text });
      else await resumeOn(platform, name, instance, prompt);
      return;
    }
    const end = ENDS[Status];
    // A run that traded nothing, or cannot trade, says why.
    if (Status === 'BacktestingCompleted' && Message !== '' && instance.Returns?.Capital === 0)
      dialogs.toast({
        message: `${name}: the backtest is done, without trades. ${shortened(Message)}`,
        tone: 'warning',
        key: `algo-stream ${instance.InstanceId}`,
      });
    else if (Status === 'Running' && Message !== '')
      dialogs.toast({
        message: `${name}: ${shortened(Message)}`,
        tone: 'warning',
        key: `algo-stream ${instance.InstanceId}`,
      });
    else if (end !== undefined)
      dialogs.toast({
        message: `${name}: ${end.words}${end.tone === 'error' && Message !== '' ? `. ${Message}` : ''}`,
        tone: end.tone,
        key: `algo-stream ${instance.InstanceId}`,
      });
    else if (Status === 'InfoMessage' && Message !== '')
      dialogs.toast({
        message: `${name}: ${Message}`,
        tone: 'neutral',
        key: `algo-stream ${instance.InstanceId}`,
      });
  }
  return strategies.onEvent(onEvent);
}
