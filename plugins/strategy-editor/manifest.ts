import { FilePlus2, Play, Save, SquareTerminal } from 'lucide-react';
import { hasPermission, Permission } from '../../src/domain/permissions.ts';
import {
  definePlugin,
  type Command,
  type ToolPlatform,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { strategyEditorState, type StrategyEditorState } from './state.ts';

type EditorWindow = ToolWindow<StrategyEditorState>;

/** Lists of strategies run it with the name of a strategy of the user. */
function openCommand(platform: ToolPlatform): Command {
  return {
    id: 'strategy-editor.open',
    title: 'Open a strategy in the editor window',
    needsArguments: true,
    isEnabled: ({ strategy }) =>
      typeof strategy === 'string' &&
      !platform.session.get().isDemo &&
      hasPermission(platform.session.get().permissionMask, Permission.AlgoTrading),
    run: async ({ strategy }) => {
      const { openStrategy } = await import('./open-strategy.ts');
      await openStrategy(platform, String(strategy));
    },
  };
}

/** Runs an action of the window's view, which is loaded with it. */
const action = (name: 'create' | 'save' | 'run') => async (window: EditorWindow) => {
  const { act } = await import('./window-actions.ts');
  await act(window, name);
};

/** Strategy Editor: the code of a strategy beside its parameters, problems, log and results. */
export const strategyEditor = definePlugin<StrategyEditorState>({
  id: 'strategy-editor',
  title: 'Strategy Editor',
  summary: 'Write a strategy beside its log and results',
  icon: SquareTerminal,
  permission: Permission.AlgoTrading,
  isSingleton: false,
  isHiddenInDemo: true,
  state: strategyEditorState,
  linking: { sends: [], receives: [] },
  commands: [
    { id: 'new', title: 'New strategy', icon: FilePlus2, run: action('create') },
    { id: 'save', title: 'Save strategy', icon: Save, key: '$mod+s', run: action('save') },
    { id: 'run', title: 'Run a backtest', icon: Play, key: '$mod+Enter', run: action('run') },
  ],
  toolbar: ['new', 'save', 'run'],
  titleOf: ({ Strategy, Draft }) => {
    const name = Draft?.Name.trim() || Strategy || (Draft === null ? '' : 'New strategy');
    return name === '' ? 'Strategy Editor' : `${name} - Strategy Editor`;
  },
  isChanged: ({ Draft }) => Draft !== null,
  undo: { RunOnSave: 'run on save' },
  helpTopic: 'strategy-editor',
  platformCommands: (platform) => [openCommand(platform)],
  onClosed(states, platform) {
    if (states.some(({ Draft }) => Draft !== null))
      void import('./closed-windows.ts').then(({ saveClosed }) => saveClosed(states, platform));
  },
  savedItemType: null,
  load: () => import('./StrategyEditor.tsx'),
});
