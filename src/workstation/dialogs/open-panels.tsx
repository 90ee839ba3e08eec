import type { Dialogs, OpenPanel } from '../../plugin-api/dialog-types.ts';
import { Panel, type PanelHandle } from '../../ui/index.ts';
import { focusWhenLost } from '../shell/focus-tab.ts';
import type { DialogStack } from './dialog-stack.ts';
import { PanelPlaces } from './panel-places.ts';

/** Opens panels of a stack. */
export function openPanels(stack: DialogStack, userId: () => string | null): Dialogs['panel'] {
  const places = new PanelPlaces({ storage: () => localStorage, userId });
  return ({ id, title, width, leaveKey, mayLeave, content: Content }) =>
    new Promise((resolve) => {
      let handle: PanelHandle | null = null;
      let close = () => {};
      const place = stack.placeNow();
      const panel: OpenPanel = {
        isHere: () => stack.placeNow() === place,
        focus: () => handle?.focus(),
        close: () => close(),
      };
      const closed = stack.show<void>(
        (answer, leave) => {
          close = () => answer();
          return (
            <Panel
              ref={(shown) => {
                handle = shown;
                // Open once it is on the page, with its content.
                if (shown !== null) resolve(panel);
              }}
              title={title}
              width={width}
              leaveKey={leaveKey}
              place={places.get(id)}
              onMoved={(moved) => places.keep(id, moved)}
              onLeave={leave}
              onClose={close}
            >
              <Content close={leave} />
            </Panel>
          );
        },
        () => undefined,
        mayLeave,
        false,
      );
      void closed.then(() => {
        resolve(panel);
        // What had the focus before may be gone.
        focusWhenLost();
      });
    });
}
