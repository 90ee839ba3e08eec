import { ChevronDown, Link2Off } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { IconProps } from '../../plugin-api/index.ts';
import { IconButton, Menu, type MenuEntry } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { LINK_GROUPS, linkGroupName, type LinkGroupLook } from './link-groups.ts';
import type { WindowController } from './window-controller.ts';
import styles from './WindowFrame.module.css';

/** The sign of a group: its shape in its colour, its letter inside. */
function LinkMark({
  look,
  size = 15,
}: {
  readonly look: LinkGroupLook;
  readonly size?: number | string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden
      className={styles.mark}
      data-link-group={look.group}
    >
      <path d={look.path} />
      <text
        x="8"
        y={
          look.shape === 'triangle'
            ? 13.4
            : look.shape === 'flag'
              ? 11
              : look.shape === 'shield'
                ? 10.4
                : 11.2
        }
        textAnchor="middle"
      >
        {look.letter}
      </text>
    </svg>
  );
}
const MARKS = new Map(
  LINK_GROUPS.map((look) => [look.group, (props: IconProps) => <LinkMark look={look} size={props.size} />]),
);

/** The link toggle of a window's title, and the menu of the groups that it can be linked in. */
export function LinkControl({ window }: { readonly window: WindowController }) {
  const { commands } = useDesk();
  const group = useSyncExternalStore(window.subscribe, window.linkGroup);
  const look = LINK_GROUPS.find((candidate) => candidate.group === group);
  const hint = look === undefined ? 'Link inactive, click to link' : 'Link active, click to unlink';
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
        isOn={look !== undefined}
        onClick={() => void commands.run('window.toggle-link', { windowId: window.id })}
      >
        {look === undefined ? <Link2Off size={14} /> : <LinkMark look={look} />}
      </IconButton>
      <Menu
        label="Link group"
        entries={entries}
        trigger={
          <button
            type="button"
            className={styles.linkMenu}
            aria-label={look === undefined ? 'Link group: none' : `Link group: ${linkGroupName(look)}`}
            title="Link group"
          >
            <ChevronDown size={10} />
          </button>
        }
      />
    </span>
  );
}
