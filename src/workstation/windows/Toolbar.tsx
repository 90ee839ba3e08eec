import { ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { AnyPlugin } from '../../plugin-api/index.ts';
import { IconButton, Menu, type MenuEntry } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk-context.ts';
import { commandAnswer } from '../tool-faults.ts';
import { LinkControl } from './LinkControl.tsx';
import type { WindowController } from './window-controller.ts';
import styles from './WindowFrame.module.css';

type ToolCommand = AnyPlugin['commands'][number];
type ToolMenu = Exclude<AnyPlugin['toolbar'][number], string>;

/** The tool's buttons and menus as its manifest lists them, and the control of its link group. */
export function Toolbar({ window }: { readonly window: WindowController }) {
  const desk = useDesk();
  // The commands depend on the state of the tool and on the session.
  useSyncExternalStore(window.subscribe, window.getState);
  useSessionState();
  const run = (id: string) => () =>
    void desk.commands.run(`${window.plugin.id}.${id}`, { windowId: window.id });
  const commandOf = (id: string) => {
    const command = window.plugin.commands.find((candidate) => candidate.id === id);
    return command !== undefined &&
      commandAnswer(window.plugin, () => command.isShown?.(window) ?? true, true)
      ? command
      : undefined;
  };
  return window.plugin.toolbar.map((item) => {
    if (item === 'link') return <LinkControl key={item} window={window} />;
    if (typeof item !== 'string') {
      const entries = item.commands.flatMap((id): readonly MenuEntry[] => {
        const command = commandOf(id);
        return command === undefined ? [] : [menuEntry(command, window, run(id))];
      });
      return <ToolMenuButton key={item.title} menu={item} entries={entries} />;
    }
    const command = commandOf(item);
    return command === undefined ? null : (
      <CommandButton key={item} command={command} window={window} onClick={run(item)} />
    );
  });
}

const isOn = (command: ToolCommand, window: WindowController): boolean | undefined =>
  commandAnswer(window.plugin, () => command.isOn?.(window), undefined);
const isEnabled = (command: ToolCommand, window: WindowController): boolean =>
  commandAnswer(window.plugin, () => command.isEnabled?.(window) ?? true, false);

function menuEntry(command: ToolCommand, window: WindowController, run: () => void): MenuEntry {
  const isChecked = isOn(command, window);
  return {
    id: command.id,
    label: command.title,
    ...(command.icon === undefined ? {} : { icon: command.icon }),
    ...(isChecked === undefined ? {} : { isChecked }),
    isDisabled: !isEnabled(command, window),
    run,
  };
}

function ToolMenuButton({
  menu: { title, icon: Icon },
  entries,
}: {
  readonly menu: ToolMenu;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <Menu
      label={title}
      entries={entries}
      trigger={
        <button type="button" className={styles.drop} aria-label={title} title={title}>
          <Icon size={14} aria-hidden />
          <ChevronDown size={10} aria-hidden />
        </button>
      }
    />
  );
}

function CommandButton({
  command,
  window,
  onClick,
}: {
  readonly command: ToolCommand;
  readonly window: WindowController;
  readonly onClick: () => void;
}) {
  const Icon = command.icon;
  const isPressed = isOn(command, window);
  return (
    <IconButton
      label={command.title}
      disabled={!isEnabled(command, window)}
      {...(isPressed === undefined ? {} : { isOn: isPressed })}
      onClick={onClick}
    >
      {Icon ? <Icon size={14} /> : command.title}
    </IconButton>
  );
}
