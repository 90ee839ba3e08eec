import { useMatch } from 'react-router-dom';
import type { Workspace } from '../workspace/workspace-state.ts';

/** The address of a workspace: its name, or its number where a name can be no part of a path. */
export function workspacePath({ Id, Name }: Pick<Workspace, 'Id' | 'Name'>): string {
  return `/workspace/${/^\.{1,2}$|%2F/i.test(Name) ? Id : encodeURIComponent(Name)}`;
}

/** The name or number of a workspace in an address; undefined for one without. What cannot be decoded is returned as it is. */
export function workspaceIn(pathname: string): string | undefined {
  const part = /^\/workspace\/([^/]+)\/?$/i.exec(pathname)?.[1];
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True for the addresses that show the windows of a workspace. */
export const isDeskPath = (pathname: string): boolean => /^\/workspace(\/|$)/i.test(pathname);

/** True while the windows of a workspace are on screen, and not another page. */
export function useIsAtDesk(): boolean {
  return useMatch({ path: '/workspace/:name?', caseSensitive: false }) !== null;
}
