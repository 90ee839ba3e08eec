import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { apiKeysMigration, type ApiKeyTables } from './api-key-tables.ts';
import { auditMigration, type AuditTables } from './audit-tables.ts';
import { alertsMigration, type AlertTables } from './alert-tables.ts';
import { deliveriesMigration, type DeliveryTables } from './delivery-tables.ts';
import {
  documentsByStateMigration,
  documentsMigration,
  savesAreDocumentsMigration,
  type DocumentTables,
} from './document-tables.ts';
import { documentVersionsMigration, type DocumentVersionTables } from './document-version-tables.ts';
import {
  externalBrokerMigration,
  externalFiguresMigration,
  type ExternalBrokerTables,
} from './external-broker-tables.ts';
import { identityMigration, type IdentityTables } from './identity-tables.ts';
import { oidcIdentitiesMigration, type OidcIdentityTables } from './oidc-identity-tables.ts';
import { riskMigration, type RiskTables } from './risk-tables.ts';
import {
  strategyReconciliationsMigration,
  type StrategyReconciliationTables,
} from './strategy-reconciliation-tables.ts';
import {
  strategyOptimizationsMigration,
  type StrategyOptimizationTables,
} from './strategy-optimization-tables.ts';
import { strategyGatesMigration, type StrategyGateTables } from './strategy-gate-tables.ts';
import { strategyReportsMigration, type StrategyReportTables } from './strategy-report-tables.ts';
import { tradeSnapshotsMigration, type TradeSnapshotTables } from './trade-snapshot-tables.ts';
import { workspaceVersionsMigration, type WorkspaceVersionTables } from './workspace-version-tables.ts';
import {
  strategiesMigration,
  strategyRunStateMigration,
  strategySchedulesMigration,
  type StrategyTables,
} from './strategy-tables.ts';
import { strategyVersionsMigration, type StrategyVersionTables } from './strategy-version-tables.ts';

/** Tables as both databases have them: integers (times in ms, money in E4, 0/1 for yes and no) and text. */
export interface Database
  extends
    ExternalBrokerTables,
    AlertTables,
    ApiKeyTables,
    AuditTables,
    DeliveryTables,
    DocumentTables,
    DocumentVersionTables,
    TradeSnapshotTables,
    IdentityTables,
    OidcIdentityTables,
    RiskTables,
    StrategyTables,
    StrategyGateTables,
    StrategyOptimizationTables,
    StrategyReconciliationTables,
    StrategyReportTables,
    StrategyVersionTables,
    WorkspaceVersionTables {
  users: {
    user_id: string;
    user_name: string;
    /** `user_name` folded for comparison. */
    user_name_key: string;
    password_hash: string;
    permission_mask: number;
    is_demo: number;
    is_disabled: number;
    expires_at_ms: number | null;
    is_one_machine: number;
    /** JSON text of a UserProfile. */
    profile: string;
  };
  accounts: {
    account: string;
    user_id: string;
    is_live: number;
    is_locked: number;
    opening_cash_e4: number;
    cash_version: number;
    is_default: number;
  };
  sessions: {
    session_id: string;
    user_id: string;
    is_demo: number;
    created_at_ms: number;
    expires_at_ms: number;
    revoked_at_ms: number | null;
    seen_at_ms: number | null;
    seen_address: string | null;
    seen_user_agent: string | null;
  };
  settings: {
    user_id: string;
    workspace: string;
    settings: string;
    page: string;
    revision: ColumnType<number, number, number>;
  };
  trading_apis: { user_id: string; api: string; data: string | null };
  system_values: { name: string; value: string };
}

const firstTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('users')
      .addColumn('user_id', 'text', (c) => c.primaryKey())
      .addColumn('user_name', 'text', (c) => c.notNull())
      .addColumn('user_name_key', 'text', (c) => c.notNull().unique())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('permission_mask', 'bigint', (c) => c.notNull())
      .addColumn('is_demo', 'integer', (c) => c.notNull().check(sql`is_demo in (0, 1)`))
      .addColumn('is_disabled', 'integer', (c) => c.notNull().check(sql`is_disabled in (0, 1)`))
      .addColumn('expires_at_ms', 'bigint')
      .addColumn('profile', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('accounts')
      .addColumn('account', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('is_live', 'integer', (c) => c.notNull().check(sql`is_live in (0, 1)`))
      .addColumn('is_locked', 'integer', (c) => c.notNull().check(sql`is_locked in (0, 1)`))
      .addColumn('opening_cash_e4', 'bigint', (c) => c.notNull())
      .addColumn('cash_version', 'bigint', (c) => c.notNull())
      .addColumn('is_default', 'integer', (c) => c.notNull().check(sql`is_default in (0, 1)`))
      .execute();
    await db.schema.createIndex('accounts_user_id').on('accounts').column('user_id').execute();
    await db.schema
      .createTable('sessions')
      .addColumn('session_id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('is_demo', 'integer', (c) => c.notNull().check(sql`is_demo in (0, 1)`))
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at_ms', 'bigint')
      .execute();
    await db.schema.createIndex('sessions_user_id').on('sessions').column('user_id').execute();
    await db.schema.createIndex('sessions_expires_at_ms').on('sessions').column('expires_at_ms').execute();
    await db.schema
      .createTable('settings')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('page', 'text', (c) => c.notNull())
      .addColumn('revision', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('system_values')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
  },
};

const savedItemsAndTradingApis: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('is_one_machine', 'integer', (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`is_one_machine in (0, 1)`),
      )
      .execute();
    await db.schema
      .createTable('saved_items')
      .addColumn('item_id', 'bigint', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('tool_type', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addUniqueConstraint('saved_items_name', ['user_id', 'tool_type', 'name'])
      .execute();
    await db.schema
      .createTable('trading_apis')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('api', 'text', (c) => c.notNull())
      .addColumn('data', 'text')
      .execute();
  },
};

const sightings: Migration = {
  async up(db: Kysely<unknown>) {
    // One column a statement: SQLite takes no more.
    await db.schema.alterTable('sessions').addColumn('seen_at_ms', 'bigint').execute();
    await db.schema.alterTable('sessions').addColumn('seen_address', 'text').execute();
    await db.schema.alterTable('sessions').addColumn('seen_user_agent', 'text').execute();
  },
};

/** In order of their names; a published one never changes, the next change is a new entry. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_first_tables': firstTables,
  '0002_saved_items': savedItemsAndTradingApis,
  '0003_external_broker': externalBrokerMigration,
  '0004_alerts': alertsMigration,
  '0005_risk': riskMigration,
  '0006_strategies': strategiesMigration,
  '0007_sightings': sightings,
  '0008_strategy_reports': strategyReportsMigration,
  '0009_documents': documentsMigration,
  '0010_documents_by_state': documentsByStateMigration,
  '0011_workspace_versions': workspaceVersionsMigration,
  '0012_audit': auditMigration,
  '0013_identity': identityMigration,
  '0014_deliveries': deliveriesMigration,
  '0015_document_versions': documentVersionsMigration,
  '0016_oidc_identities': oidcIdentitiesMigration,
  '0017_saves_are_documents': savesAreDocumentsMigration,
  '0019_trade_snapshots': tradeSnapshotsMigration,
  '0020_strategy_reconciliations': strategyReconciliationsMigration,
  '0021_strategy_versions': strategyVersionsMigration,
  '0022_strategy_optimizations': strategyOptimizationsMigration,
  '0024_api_keys': apiKeysMigration,
  '0025_strategy_gates': strategyGatesMigration,
  '0026_strategy_run_state': strategyRunStateMigration,
  '0028_external_figures': externalFiguresMigration,
  '0029_strategy_schedules': strategySchedulesMigration,
};
