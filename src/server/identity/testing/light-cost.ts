import type { PasswordCost } from '../passwords.ts';

/** Thousands of sign-ins of the tests would each hash for 40 ms. `src/server/identity/passwords.test.ts` tests the cost of the product. */
export const LIGHT_COST: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };
