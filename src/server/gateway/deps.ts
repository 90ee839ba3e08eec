import type { AdminService } from '../admin/admin-service.ts';
import type { SessionLossWatch } from './session-loss.ts';
import type { StrategyService } from '../algostream/service.ts';
import type { ApiKeys } from '../automation/api-keys.ts';
import type { KeyRateLimits } from '../automation/key-rate.ts';
import type { AlertsService } from '../alerts/alerts-service.ts';
import type { Brokerage } from '../brokerage/brokerage.ts';
import type { Clock } from '../clock.ts';
import type { Ports } from '../config.ts';
import type { ExternalBrokerService } from '../brokers/external-broker-service.ts';
import type { ExternalRecords } from '../brokers/external-records.ts';
import type { DeliveryService } from '../delivery/delivery-service.ts';
import type { Drain } from '../drain.ts';
import type { DocumentHistory } from '../documents/document-history.ts';
import type { DrawingDocuments } from '../drawings/drawing-documents.ts';
import type { Identity } from '../identity/identity.ts';
import type { MailedResets } from '../identity/mailed-resets.ts';
import type { Health } from '../health.ts';
import type { ServerCertificate } from '../server-certificate.ts';
import type { Logger } from '../logging.ts';
import type { DailyFigures } from '../market/history/daily-figures.ts';
import type { StockScreener } from '../market/history/stock-screener.ts';
import type { MarketData } from '../market/market-data.ts';
import type { OptionMarket } from '../market/options/option-market.ts';
import type { GatewayObserver } from '../metrics/gateway-figures.ts';
import type { StatusRecorder } from '../metrics/status-recorder.ts';
import type { ScrapedMetrics } from '../metrics/metrics-route.ts';
import type { MessageLimits } from './sockets/message-limits.ts';
import type { MaxConnections } from './sockets/connection-limits.ts';
import type { ThirdPartyTools } from '../tools/read-tools.ts';
import type { WebClient } from './http/web-client.ts';
import type { RiskService } from '../risk/create-risk-service.ts';
import type { SaveDocuments } from '../saves/save-documents.ts';
import type { TradeSnapshots } from '../storage/trade-snapshots.ts';
import type { SettingsService } from '../settings/create-settings-service.ts';

/** What the gateway translates to and from. */
export interface GatewayDeps {
  readonly identity: Identity;
  readonly apiKeys: ApiKeys;
  /** Undefined when this server mails no reset links. */
  readonly mailedResets: MailedResets | undefined;
  readonly admin: AdminService;
  /** What the status page shows. */
  readonly status: Pick<StatusRecorder, 'report'>;
  readonly settings: SettingsService;
  readonly alerts: AlertsService;
  readonly drawings: DrawingDocuments;
  readonly saveDocuments: SaveDocuments;
  readonly documentHistory: DocumentHistory;
  readonly tradeSnapshots: TradeSnapshots;
  readonly deliveries: DeliveryService;
  readonly sessionLoss: SessionLossWatch;
  readonly strategies: StrategyService;
  readonly brokerage: Brokerage;
  /** What administrators set of accounts and routes. */
  readonly risk: Pick<RiskService, 'account' | 'onChanged'>;
  readonly market: MarketData & OptionMarket;
  readonly history: DailyFigures;
  readonly screener: StockScreener;
  /** Undefined when this server has no external broker. */
  readonly externalBroker: ExternalBrokerService | undefined;
  readonly externalRecords: ExternalRecords;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Undefined: the ports are without TLS. */
  readonly certificate: Pick<ServerCertificate, 'pair' | 'keepCurrent'> | undefined;
  readonly health: Pick<Health, 'report'>;
  readonly drain: Pick<Drain, 'isDraining' | 'track'>;
  /** Receives what metrics count; undefined when there are none. */
  readonly observer?: GatewayObserver | undefined;
}

/** Addresses and limits of the gateway. */
export interface GatewayOptions {
  readonly host: string;
  readonly ports: Ports;
  /** Whether each socket listens on a port of its own, beside its path on the HTTP port. */
  readonly hasSocketPorts: boolean;
  readonly webClient: WebClient;
  /** Names shown by /api/config. */
  readonly marketName: string;
  readonly version: string;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** The address that clients use, when proxies are in front of the server. */
  readonly publicUrl: URL | undefined;
  /** Requests a minute and address that /api answers. */
  readonly apiRequestsPerMinute: number;
  /** Requests a minute of API keys. */
  readonly keyRequests: KeyRateLimits;
  /** Connections that each of the three sockets holds at once. */
  readonly maxConnections: MaxConnections;
  readonly messageLimits: MessageLimits;
  /** The third-party tools and the folders without a sound one. */
  readonly tools: ThirdPartyTools;
  /** Served at /metrics of the HTTP port; undefined: that is not found. */
  readonly metrics: { readonly scraped: ScrapedMetrics; readonly token: string } | undefined;
  /** A trading connection without a sign-in is closed after this long, ms. */
  readonly signInLimitMs: number;
}
