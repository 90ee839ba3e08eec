import type { StrategyStatus } from '../../src/domain/strategy/enumerations.ts';
import { STRATEGY_ERROR, strategyPrompt } from '../../src/domain/strategy/prompts.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { resumeOn } from './resume.ts';
import { isShownInPlace } from './shown-in-place.ts';
import type { Instance, StrategyEvent } from './types.ts';

const ERROR_TITLES: Partial<Record<StrategyStatus, string>> = {
  SyntaxError: 'Syntax Error',
  RuntimeError: 'Runtime Error',
};
const ENDS: Partial<Record<StrategyStatus, { readonly text: string; readonly tone: 'success' | 'error' }>> = {
  BacktestingCompleted: { text: 'the backtest is done', tone: 'success' },
  BacktestingFailed: { text: 'the backtest failed', tone: 'error' },
  Completed: { text: 'the run is completed', tone: 'success' },
};

/** Maximum length of a message in a toast; the end of a log may follow the reason. */
const TOAST_CHARACTERS = 300;
const shortened = (text: string): string =>
  text.length > TOAST_CHARACTERS ? `${text.slice(0, TOAST_CHARACTERS - 1)}…` : text;

type Toast = Pick<Parameters<ToolPlatform['dialogs']['toast']>[0], 'message' | 'tone'>;

/** The toast about a status; undefined when there is nothing to show. */
function toastOf({ Status, Message, Returns }: Instance): Toast | undefined {
  // A run without trades, or one that cannot trade, has the reason in its message.
  if (Status === 'BacktestingCompleted' && Message !== '' && Returns?.Capital === 0)
    return { message: `the backtest is done, without trades. ${shortened(Message)}`, tone: 'warning' };
  if (Status === 'Running' && Message !== '') return { message: shortened(Message), tone: 'warning' };
  const end = ENDS[Status];
  if (end !== undefined)
    return {
      message: end.tone === 'error' && Message !== '' ? `${end.text}. ${Message}` : end.text,
      tone: end.tone,
    };
  return Status === 'InfoMessage' && Message !== '' ? { message: Message, tone: 'neutral' } : undefined;
}

/**
 * Shows the questions and reports of the runs that this page started, wherever the user is in the workstation. Other tabs and machines show
 * those of their own runs. Each status of a run is shown once, and what a window shows in place only there. Returns a function that ends the watch.
 */
export function watchRuns(platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>): () => void {
  const { strategies, dialogs } = platform;
  const shown = new Map<string, string>();

  function onEvent({ kind, name, strategyId, instance, isOwn }: StrategyEvent): void {
    const key = `${strategyId}/${name}/${instance.InstanceId}`;
    if (kind === 'removed') {
      shown.delete(key);
      return;
    }
    if (!isOwn) return;
    // The start time distinguishes a restarted run from its earlier part, which may have had the same status.
    const state = `${instance.Status} ${instance.StartedAt}`;
    if (shown.get(key) === state) return;
    shown.set(key, state);
    void show(name, instance);
  }

  async function show(name: string, instance: Instance): Promise<void> {
    const { Status, Message } = instance;
    const errorTitle = ERROR_TITLES[Status];
    const isInPlace = isShownInPlace(strategies, name, instance.InstanceId);
    if (errorTitle !== undefined && isInPlace) return;
    if (errorTitle !== undefined)
      return dialogs.alert({
        title: errorTitle,
        message: Message === '' ? STRATEGY_ERROR : `${STRATEGY_ERROR}\n\n${Message}`,
      });
    const prompt = strategyPrompt(Status);
    if (prompt?.answers.length === 0) return dialogs.alert({ title: prompt.title, message: prompt.text });
    if (prompt !== undefined) return resumeOn(platform, name, instance, prompt);
    const toast = isInPlace ? undefined : toastOf(instance);
    if (toast !== undefined)
      dialogs.toast({
        message: `${name}: ${toast.message}`,
        tone: toast.tone,
        key: `algo-stream ${instance.InstanceId}`,
      });
  }
  return strategies.onEvent(onEvent);
}
