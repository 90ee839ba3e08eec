import { useContext, type ReactNode } from 'react';
import { ALWAYS_VISIBLE, PortalPlace, VisibilityOfPlace } from '../../ui/index.ts';

/** Which browser window the children are in. */
export interface PortalHostProps {
  /** The body of the browser window that the children are in; null for the desk's own. */
  readonly place: HTMLElement | null;
  readonly children: ReactNode;
}

/** Menus, tooltips and dialogs of the children open in their browser window. One of its own is on screen whichever workspace the desk shows. */
export function PortalHost({ place, children }: PortalHostProps) {
  const visibility = useContext(VisibilityOfPlace);
  return (
    <VisibilityOfPlace value={place === null ? visibility : ALWAYS_VISIBLE}>
      <PortalPlace value={place}>{children}</PortalPlace>
    </VisibilityOfPlace>
  );
}
