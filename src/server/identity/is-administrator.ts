import { ADMINISTRATOR, hasPermission } from '../../domain/permissions.ts';
import type { Principal } from './identity.ts';

/** Whether the user of a token may control what all users share. */
export const isAdministrator = ({
  isDemo,
  permissionMask,
}: Pick<Principal, 'isDemo' | 'permissionMask'>): boolean =>
  !isDemo && hasPermission(permissionMask, ADMINISTRATOR);
