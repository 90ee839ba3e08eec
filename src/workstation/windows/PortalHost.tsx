import type { ReactNode } from 'react';
import { PortalPlace } from '../../ui/index.ts';

/** Which browser window the children are in. */
export interface PortalHostProps {
  /** The body of the browser window that the children are in; null for the desk's own. */
  readonly place: HTMLElement | null;
  readonly children: ReactNode;
}

/** Menus, tooltips and dialogs of the children open in their browser window. */
export function PortalHost({ place, children }: PortalHostProps) {
  return <PortalPlace value={place}>{children}</PortalPlace>;
}
