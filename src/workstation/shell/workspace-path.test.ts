import { expect, it } from 'vitest';
import { workspaceIn, workspacePath } from './workspace-path.ts';

it('finds a workspace by the address that was made of its name, or of its number where the name can be no part of a path', () => {
  for (const Name of ['Workspace 1', 'Puts & calls / 2', '100 %', 'Größe', '..', "O'Neil (x)*!"]) {
    const found = workspaceIn(new URL(workspacePath({ Id: 7, Name }), 'http://desk.test').pathname);
    expect([Name, '7']).toContain(found);
  }
});

it('reads no workspace from other addresses, and takes what cannot be decoded as it is', () => {
  expect(workspaceIn('/workspace')).toBeUndefined();
  expect(workspaceIn('/workspace/')).toBeUndefined();
  expect(workspaceIn('/profile')).toBeUndefined();
  expect(workspaceIn('/WORKSPACE/2/')).toBe('2');
  expect(workspaceIn('/workspace/%E0%A4%A')).toBe('%E0%A4%A');
});
