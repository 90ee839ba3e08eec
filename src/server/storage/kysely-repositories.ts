import type { Kysely } from 'kysely';
import { KyselyAlertStore } from './alert-store.ts';
import { createApiKeyStore } from './api-key-store.ts';
import { createAuditStore } from './audit-store.ts';
import { KyselyDeliveryStore } from './kysely-deliveries.ts';
import { KyselyDocumentStore } from './document-store.ts';
import { createDocumentSplitStore } from './document-splits.ts';
import { KyselyDocumentVersions } from './document-versions.ts';
import { createAccounts } from './kysely-accounts.ts';
import { createSavedItems } from './kysely-saved-items.ts';
import { createStoredSettings, createTradingApis } from './kysely-settings.ts';
import { KyselyExternalBrokerStore } from './external-broker-store.ts';
import { createUsers } from './kysely-users.ts';
import { createOidcIdentities } from './kysely-oidc-identities.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { createResetLinkStore } from './reset-link-store.ts';
import { KyselyRetentionStore } from './retention-store.ts';
import { createRiskStore } from './risk-store.ts';
import { createSecondFactorStore } from './second-factor-store.ts';
import { createStrategyOptimizationStore } from './strategy-optimization-store.ts';
import { createStrategyGateStore } from './strategy-gate-store.ts';
import { createStrategyRunStateStore } from './strategy-run-state-store.ts';
import { createStrategyReconciliationStore } from './strategy-reconciliation-store.ts';
import { createStrategyReportStore } from './strategy-report-store.ts';
import { createStrategyStore } from './strategy-store.ts';
import { createSessions } from './kysely-sessions.ts';
import type { Repositories, SharedSystemValues } from './repositories.ts';
import { createTradeSnapshots } from './trade-snapshots.ts';
import { createWorkspaceVersions } from './kysely-workspace-versions.ts';
import type { Database } from './schema.ts';

function createSystemValues(db: Kysely<Database>): SharedSystemValues {
  return {
    async get(name) {
      const row = await db
        .selectFrom('system_values')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value;
    },
    async set(name, value) {
      await db
        .insertInto('system_values')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    async replace(name, seen, value) {
      if (seen === undefined) {
        const added = await db
          .insertInto('system_values')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirst();
        return Number(added.numInsertedOrUpdatedRows) === 1;
      }
      const changed = await db
        .updateTable('system_values')
        .set({ value })
        .where('name', '=', name)
        .where('value', '=', seen)
        .executeTakeFirst();
      return Number(changed.numUpdatedRows) === 1;
    },
  };
}

/** Every repository over one Kysely instance, the same on SQLite and Postgres. */
export function createRepositories(db: Kysely<Database>): Repositories {
  return {
    users: createUsers(db),
    accounts: createAccounts(db),
    sessions: createSessions(db),
    settings: createStoredSettings(db),
    workspaceVersions: createWorkspaceVersions(db),
    savedItems: createSavedItems(db),
    tradingApis: createTradingApis(db),
    externalBroker: new KyselyExternalBrokerStore(db),
    alerts: new KyselyAlertStore(db),
    documents: new KyselyDocumentStore(db),
    documentVersions: new KyselyDocumentVersions(db),
    documentSplits: createDocumentSplitStore(db),
    deliveries: new KyselyDeliveryStore(db),
    risk: createRiskStore(db),
    audit: createAuditStore(db),
    resetLinks: createResetLinkStore(db),
    secondFactors: createSecondFactorStore(db),
    passkeys: createPasskeyStore(db),
    apiKeys: createApiKeyStore(db),
    oidcIdentities: createOidcIdentities(db),
    strategies: {
      ...createStrategyStore(db),
      ...createStrategyReportStore(db),
      ...createStrategyReconciliationStore(db),
      ...createStrategyOptimizationStore(db),
      ...createStrategyGateStore(db),
      ...createStrategyRunStateStore(db),
    },
    tradeSnapshots: createTradeSnapshots(db),
    retention: new KyselyRetentionStore(db),
    system: createSystemValues(db),
  };
}
