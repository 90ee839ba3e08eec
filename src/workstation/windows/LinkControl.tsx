import { ChevronDown, Link2Off } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { IconProps } from '../../plugin-api/index.ts';
import { IconButton, Menu, type MenuEntry } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { LINK_GROUPS, linkGroupName, type LinkGroupMark } from './link-groups.ts';
import type { WindowController } from './window-controller.ts';
import styles from './WindowFrame.module.css';

/** The mark of a link group: its letter inside its shape, in its colour. */
function LinkMark({
  mark,
  size = 15,
}: {
  readonly mark: LinkGroupMark;
  readonly size?: number | string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden
      className={styles.mark}
      data-link-group={mark.group}
    >
      <path d={mark.path} />
      <text
        x="8"
        y={
          mark.shape === 'triangle'
            ? 13.4
            : mark.shape === 'flag'
              ? 11
              : mark.shape === 'shield'
                ? 10.4
                : 11.2
        }
        textAnchor="middle"
      >
        {mark.letter}
      </text>
    </svg>
  );
}
const MARKS = new Map(
  LINK_GROUPS.map((mark) => [mark.group, (props: IconProps) => <LinkMark mark={mark} size={props.size} />]),
);

/** The link toggle of a window's title, and the menu of the groups that it can be linked in. */
export function LinkControl({ window }: { readonly window: WindowController }) {
  const { commands } = useDesk();
  const group = useSyncExternalStore(window.subscribe, window.linkGroup);
  const mark = LINK_GROUPS.find((candidate) => candidate.group === group);
  const hint = mark === undefined ? 'Link inactive, click to link' : 'Link active, click to unlink';
  const choose = (next: number) => () =>
    void commands.run('window.link-group', { windowId: window.id, group: next });
  const entries: MenuEntry[] = [
    ...LINK_GROUPS.map((each): MenuEntry => {
      const icon = MARKS.get(each.group);
      return {
        id: `group-${each.group}`,
        label: linkGroupName(each),
        ...(icon === undefined ? {} : { icon }),
        isChecked: each.group === group,
        run: choose(each.group),
      };
    }),
    {
      id: 'none',
      label: 'Not linked',
      icon: Link2Off,
      isChecked: group === 0,
      hasSeparator: true,
      run: choose(0),
    },
  ];
  return (
    <span className={styles.link}>
      <IconButton
        label={hint}
        isOn={mark !== undefined}
        onClick={() => void commands.run('window.toggle-link', { windowId: window.id })}
      >
        {mark === undefined ? <Link2Off size={14} /> : <LinkMark mark={mark} />}
      </IconButton>
      <Menu
        label="Link group"
        entries={entries}
        trigger={
          <button
            type="button"
            className={styles.linkMenu}
            aria-label={mark === undefined ? 'Link group: none' : `Link group: ${linkGroupName(mark)}`}
            title="Link group"
          >
            <ChevronDown size={10} />
          </button>
        }
      />
    </span>
  );
}
