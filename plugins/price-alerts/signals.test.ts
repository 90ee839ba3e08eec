import { expect, test } from 'vitest';
import { desktopProblem } from './signals.ts';

type Permission = NotificationPermission;
const api = (permission: Permission, answer: Permission = permission) => ({
  permission,
  requestPermission: () => Promise.resolve(answer),
});

test.each([
  ['granted before', api('granted'), true, null],
  ['granted now', api('default', 'granted'), true, null],
  ['refused now', api('default', 'denied'), true, 'site settings'],
  ['refused before', api('denied'), true, 'site settings'],
  ['not known to the browser', undefined, true, 'site settings'],
  ['requested on a page without https', api('denied'), false, 'https address'],
] as const)('says why there are no desktop notifications: %s', async (_case, given, isSecure, part) => {
  const problem = await desktopProblem(given, isSecure);
  if (part === null) expect(problem).toBeNull();
  else expect(problem).toContain(part);
});
