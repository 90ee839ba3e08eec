import { openCalendar } from './calendar-file.ts';
import { createAccountDirectory, fundRepeatedly, type AccountDirectory } from './account-directory.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import { createStrategyService } from './algostream/create-strategy-service.ts';
import type { StrategyService } from './algostream/service.ts';
import { createStrategyRuntime, type StrategyRuntime } from './algostream/runtime/index.ts';
import { ApiKeys } from './automation/api-keys.ts';
import { backUpBeforeMigration } from './backup/backup-before-migration.ts';
import type { Brokerage } from './brokerage/brokerage.ts';
import { createCheckpointer } from './brokerage/checkpoint/checkpointer.ts';
import { createBrokerage } from './brokerage/create-brokerage.ts';
import { observedOrders } from './brokerage/observed-orders.ts';
import type { Clock } from './clock.ts';
import type { Ports, ServerConfig } from './config.ts';
import { DEFAULT_MATCHER_CONFIG } from '../domain/matching/index.ts';
import { ensureDataFolder, reportClosed } from './data-folder.ts';
import { openExternalBroker } from './brokers/registry.ts';
import type { ExternalBrokerService } from './brokers/external-broker-service.ts';
import { ExternalRecords } from './brokers/external-records.ts';
import { AdminService } from './admin/admin-service.ts';
import { openMailedResets } from './delivery/open-mailed-resets.ts';
import { startDeliveries } from './delivery/start-deliveries.ts';
import { checkPorts } from './gateway/check-ports.ts';
import { startSessionLoss } from './gateway/session-loss.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { DocumentHistory } from './documents/document-history.ts';
import { DrawingDocuments } from './drawings/drawing-documents.ts';
import { SaveDocuments } from './saves/save-documents.ts';
import { Drain, ORDERS_WAIT_MS } from './drain.ts';
import { choresOf } from './chores.ts';
import { Health } from './health.ts';
import { Housekeeping } from './housekeeping.ts';
import { createIdentity } from './identity/create-identity.ts';
import type { Identity } from './identity/identity.ts';
import { ensureFirstUser } from './identity/first-start.ts';
import { openCertificate, type ServerCertificate } from './server-certificate.ts';
import { createLogger, type Logger } from './logging.ts';
import type { MarketData } from './market/market-data.ts';
import { Metrics, type MetricSources } from './metrics/metrics.ts';
import { Observers } from './metrics/observers.ts';
import { StatusRecorder } from './metrics/status-recorder.ts';
import { serveMetrics } from './metrics/metrics-listener.ts';
import { worksAhead } from './open-market.ts';
import { packageVersion } from './package-version.ts';
import { applyAmendments } from './risk/apply-amendments.ts';
import { createRiskService, type RiskService } from './risk/create-risk-service.ts';
import { createSettingsService } from './settings/create-settings-service.ts';
import { checkpointFolder } from './storage/journal-paths.ts';
import { openStorage } from './storage/open-storage.ts';
import {
  chooseWebClient,
  gatewayOptions,
  loggerOptions,
  type StartOptions,
  serverUrl,
} from './start-options.ts';
import { startMarket, type MarketParts } from './start-market.ts';
import { StopList } from './stop-list.ts';
import type { Storage } from './storage/repositories.ts';

export type { StartOptions } from './start-options.ts';

/** A server whose ports are open. */
export interface RunningServer {
  readonly ports: Ports;
  /** Of the metrics, when they have a port of their own. */
  readonly metricsPort: number | undefined;
  /** Address of the web client. */
  readonly url: string;
  /** The user created at the first start; its password is known only then. */
  readonly firstUser: { readonly userName: string; readonly password: string } | undefined;
  readonly market: MarketData;
  readonly brokerage: Brokerage;
  readonly storage: Storage;
  /** Drains: accepts no more orders, stops strategies, waits until all records are durable, and closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts all services and opens the ports. When a service fails to start, those that were started are stopped again. */
export async function startServer(config: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  const say = options.say ?? (() => {});
  await checkPorts(config);
  const closed = await ensureDataFolder(config.dataFolder);
  const { logger, close } = createLogger(loggerOptions(config, options));
  reportClosed(closed, say, logger);
  const stops = new StopList((error) => logger.error({ err: error }, 'a part did not stop cleanly'));
  stops.add(close);
  try {
    return await new ServerParts(config, options, logger, stops).start();
  } catch (error) {
    await stops.stopAll();
    throw error;
  }
}

interface TradingParts {
  readonly directory: AccountDirectory;
  readonly risk: RiskService;
  readonly brokerage: Brokerage;
}

/** Starts the services in the order of their dependencies, and registers how to stop each. */
class ServerParts {
  readonly #config: ServerConfig;
  readonly #options: StartOptions;
  readonly #logger: Logger;
  readonly #stops: StopList;
  readonly #drain = new Drain();
  readonly #metrics: Metrics | undefined;
  readonly #status = new StatusRecorder();
  readonly #observers: Observers;
  readonly #say: (line: string) => void;
  #certificate: ServerCertificate | undefined;

  constructor(config: ServerConfig, options: StartOptions, logger: Logger, stops: StopList) {
    this.#config = config;
    this.#options = options;
    this.#logger = logger;
    this.#stops = stops;
    this.#say = options.say ?? (() => {});
    this.#metrics = config.metrics && new Metrics();
    this.#observers = new Observers(this.#status, this.#metrics);
  }

  async start(): Promise<RunningServer> {
    // Before anything is stored: a first start that fails here makes no user.
    openCalendar(this.#config.calendarFile, this.#say);
    const { certificateCheckMs: checkMs } = this.#options;
    this.#certificate = openCertificate(this.#config.tls, { logger: this.#logger, say: this.#say, checkMs });
    this.#stops.add(() => this.#certificate?.close());
    const storage = await this.#openStorage();
    const firstUser = await this.#ensureFirstUser(storage);
    const market = await startMarket({
      config: this.#config,
      given: this.#options.market,
      repositories: storage.repositories,
      logger: this.#logger,
      say: this.#say,
      stops: this.#stops,
    });
    const trading = await this.#startTrading(storage, market);
    const runtime = this.#createRuntime();
    const strategies = await this.#startStrategies(storage, market, trading.brokerage, runtime);
    const health = this.#createHealth(storage, market, trading.brokerage, runtime);
    const gateway = await this.#createGateway(storage, market, trading, strategies, health);
    const sources: MetricSources = {
      version: packageVersion(),
      gateway: () => gateway.figures(),
      health: () => health.report(),
      database: () => storage.repositories.risk.revision().then(() => true),
      runs: () => strategies.runCounts(),
      processes: (use) => runtime.processCount?.(use) ?? 0,
      archive: () => ({ records: storage.archive.archivedSeq(), ...storage.archive.size() }),
    };
    this.#status.start(sources);
    this.#stops.add(() => this.#status.stop());
    const metricsListener = await serveMetrics(this.#metrics, this.#config, sources);
    this.#stops.add(() => metricsListener?.close());
    const ports = await gateway.listen();
    this.#stops.add(() => gateway.close());
    // Strategies stop, and orders in progress are answered, while clients are connected.
    this.#stops.add(async () => {
      this.#drain.begin();
      await Promise.all([strategies.stop(), this.#drain.settled(ORDERS_WAIT_MS)]);
    });
    this.#startHousekeeping(storage, strategies, market.clock);
    if (worksAhead(this.#config)) market.history.start();
    market.screener.start();
    this.#logger.info({ ports }, 'listening');
    return {
      ports,
      metricsPort: metricsListener?.port,
      url: serverUrl(this.#config, ports.http),
      firstUser,
      market: market.market,
      brokerage: trading.brokerage,
      storage,
      stop: this.#stops.stopAll,
    };
  }

  async #openStorage(): Promise<Storage> {
    const { dataFolder, databaseUrl } = this.#config;
    this.#say(databaseUrl ? 'Opening storage in Postgres…' : `Opening storage in ${dataFolder}…`);
    await backUpBeforeMigration({ dataFolder, databaseUrl, log: this.#say });
    const storage = await openStorage({
      dataFolder,
      databaseUrl,
      log: (line) => this.#logger.warn(line),
      onCommit: this.#observers.commitEnded,
    });
    this.#stops.add(() => storage.close());
    return storage;
  }

  #startHousekeeping(storage: Storage, strategies: StrategyService, clock: Clock): void {
    const parts = {
      ...{ storage, config: this.#config, strategies, clock, logger: this.#logger },
      archiveObserver: this.#metrics,
    };
    const housekeeping = new Housekeeping(choresOf(parts), this.#logger);
    housekeeping.start();
    this.#stops.add(() => housekeeping.stop());
  }

  async #ensureFirstUser(storage: Storage): Promise<RunningServer['firstUser']> {
    const firstUser = await ensureFirstUser(storage);
    if (firstUser) {
      // Printed at once: if a later part failed, the password would be lost.
      this.#say(`First start: sign in as ${firstUser.userName} with password ${firstUser.password}`);
      this.#say('Keep the password: it is shown this once. `npm run admin` can set another.');
    }
    return firstUser;
  }

  async #startTrading(
    { repositories, journal }: Storage,
    { market, clock }: MarketParts,
  ): Promise<TradingParts> {
    const logger = this.#logger;
    const { duplicateWindowMs } = this.#options;
    // The brokerage reads account facts from the directory, and the directory posts cash to the brokerage.
    const directory: AccountDirectory = createAccountDirectory({
      accounts: repositories.accounts,
      hostMs: clock.hostMs,
      fundAccount: (account, cash) => brokerage.fundAccount(account, cash),
    });
    const risk = createRiskService({
      repositories,
      market,
      accounts: directory.factsOf,
      hostMs: clock.hostMs,
      logger,
      ...(duplicateWindowMs === undefined ? {} : { duplicateWindowMs }),
    });
    await risk.start();
    this.#stops.add(() => risk.stop());
    const brokerage = createBrokerage({
      market,
      journal,
      clock,
      accounts: directory.factsOf,
      facts: risk,
      matching: { ...DEFAULT_MATCHER_CONFIG, queueMode: this.#config.fillMode },
      logger,
      checkpoints: createCheckpointer(checkpointFolder(this.#config), (line) => logger.info(line)),
    });
    this.#say('Rebuilding the order book from the journal…');
    await brokerage.start();
    this.#stops.add(() => brokerage.stop());
    await directory.fundAll();
    this.#stops.add(
      applyAmendments({ risk, brokerage, store: repositories.risk, hostMs: clock.hostMs, logger }),
    );
    this.#stops.add(fundRepeatedly(directory, brokerage, logger));
    return {
      directory,
      risk,
      brokerage: observedOrders(brokerage, this.#observers),
    };
  }

  async #createGateway(
    storage: Storage,
    { market, history, screener, clock }: MarketParts,
    { directory, risk, brokerage }: TradingParts,
    strategies: StrategyService,
    health: Health,
  ): Promise<Gateway> {
    const { repositories } = storage;
    const identity = this.#createIdentity(storage, directory, clock);
    const { hostMs } = clock;
    const log = (line: string): void => this.#logger.warn(line);
    const mailedResets = await openMailedResets(this.#config, { repositories, clock, log });
    this.#stops.add(() => mailedResets?.settled());
    const drawings = new DrawingDocuments(repositories.documents, hostMs);
    this.#stops.add(() => drawings.settled());
    const alerts = await startAlerts(this.#logger, { repositories, market, history, drawings, hostMs });
    this.#stops.add(() => alerts.stop());
    const saveDocuments = new SaveDocuments(repositories.documents, hostMs);
    this.#stops.add(() => saveDocuments.settled());
    const deliveries = await startDeliveries({
      config: this.#config.delivery,
      ...{ repositories, brokerage, alerts, strategies, clock, logger: this.#logger },
      publicUrl: this.#config.publicUrl,
      observe: this.#metrics?.delivered,
      returnMs: this.#options.returnMs,
    });
    this.#stops.add(() => deliveries.stop());
    const sessionLoss = await startSessionLoss({
      ...{ repositories, brokerage, hostMs, logger: this.#logger, stops: this.#stops },
      secondMs: this.#options.sessionSecondMs,
    });
    const externalBroker = this.#createExternalBroker(storage, identity, clock);
    const webClient = chooseWebClient(this.#options, this.#say);
    const onHistoryFailure = (err: unknown) =>
      this.#logger.error({ err }, 'a version of workspaces was not kept');
    const settings = createSettingsService(repositories, { hostMs, onHistoryFailure, saveDocuments });
    return createGateway(
      {
        identity,
        apiKeys: new ApiKeys({ repositories, identity, hostMs, limits: this.#options.wrongKeyLimits }),
        mailedResets,
        admin: new AdminService(repositories, hostMs, log, this.#config.oidc?.issuer),
        settings,
        alerts,
        drawings,
        saveDocuments,
        documentHistory: new DocumentHistory(repositories),
        tradeSnapshots: repositories.tradeSnapshots,
        deliveries,
        sessionLoss,
        strategies,
        brokerage,
        risk,
        market,
        history,
        screener,
        externalBroker,
        externalRecords: new ExternalRecords(repositories.externalBroker, hostMs),
        clock,
        logger: this.#logger,
        certificate: this.#certificate,
        health,
        drain: this.#drain,
        observer: this.#observers,
        status: this.#status,
      },
      await gatewayOptions(this.#config, this.#options, webClient, this.#metrics),
    );
  }

  #createHealth(
    storage: Storage,
    { market, clock }: MarketParts,
    brokerage: Brokerage,
    runtime: StrategyRuntime,
  ): Health {
    const drain = this.#drain;
    const onLag = this.#observers.lagMeasured;
    const health = new Health({ brokerage, market, clock, storage, drain, runtime, onLag });
    this.#stops.add(() => health.close());
    return health;
  }

  #createIdentity({ repositories }: Storage, directory: AccountDirectory, clock: Clock): Identity {
    const identity = createIdentity({
      repositories,
      clock,
      demoLengthMs: this.#config.demoMinutes * 60_000,
      endedSessionsKeptMs: this.#config.retention.sessionsMs,
      onDemoCreated: directory.fund,
      oidc: this.#config.oidc,
      onAccountMade: directory.fund,
      limits: this.#options.loginLimits,
      onLoginRefused: this.#observers.loginRefused,
      log: (line) => this.#logger.warn(line),
    });
    this.#stops.add(() => identity.close());
    return identity;
  }

  #createRuntime(): StrategyRuntime {
    const runtime = this.#options.strategyRuntime ?? createStrategyRuntime();
    this.#stops.add(() => runtime.close());
    return runtime;
  }

  async #startStrategies(
    { repositories }: Storage,
    { market, clock }: MarketParts,
    brokerage: Brokerage,
    runtime: StrategyRuntime,
  ): Promise<StrategyService> {
    const strategies = createStrategyService({
      store: repositories.strategies,
      users: repositories.users,
      market,
      brokerage,
      runtime,
      system: repositories.system,
      ...{ hostMs: clock.hostMs, logger: this.#logger },
    });
    await strategies.start();
    this.#stops.add(() => strategies.stop());
    return strategies;
  }

  #createExternalBroker(
    { repositories }: Storage,
    identity: Identity,
    clock: Clock,
  ): ExternalBrokerService | undefined {
    const choice = this.#config.externalBroker;
    const broker = choice && openExternalBroker(choice, { repositories, identity, clock });
    if (broker) this.#stops.add(() => broker.close());
    return broker;
  }
}
