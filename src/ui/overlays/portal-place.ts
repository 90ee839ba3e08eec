import { createContext, useContext } from 'react';

/** Where floating things of the children are put: the body of their browser window; null for the usual place. */
export const PortalPlace = createContext<HTMLElement | null>(null);

/** The container of a portal, as its component takes it. */
export function usePortalPlace(): HTMLElement | undefined {
  return useContext(PortalPlace) ?? undefined;
}
