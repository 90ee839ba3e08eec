import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createAccountDirectory, type AccountDirectory } from './account-directory.ts';
import { alertValue } from './alerts/alert-value.ts';
import { AlertsService } from './alerts/alerts-service.ts';
import { createStrategyService } from './algostream/create-strategy-service.ts';
import { createStrategyRuntime, type StrategyRuntime } from './algostream/runtime/index.ts';
import type { Brokerage } from './brokerage/brokerage.ts';
import { createCheckpointer } from './brokerage/checkpoint/checkpointer.ts';
import { createBrokerage } from './brokerage/create-brokerage.ts';
import type { Clock } from './clock.ts';
import type { Ports, ServerConfig } from './config.ts';
import { DEFAULT_MATCHER_CONFIG } from '../domain/matching/index.ts';
import { ensureDataFolder } from './data-folder.ts';
import { SchwabBroker } from './brokers/schwab/schwab-broker.ts';
import { ExternalRecords } from './brokers/external-records.ts';
import { createGateway } from './gateway/gateway.ts';
import { MAX_CONNECTIONS, type MaxConnections } from './gateway/sockets/connection-limits.ts';
import { builtWebClient } from './gateway/http/built-web-client.ts';
import type { WebClient } from './gateway/http/web-client.ts';
import { Health } from './health.ts';
import { createIdentity, type IdentityOptions } from './identity/create-identity.ts';
import { ensureFirstUser } from './identity/first-start.ts';
import { createLogger, type Logger } from './logging.ts';
import { DailyFigures } from './market/history/daily-figures.ts';
import { StockScreener } from './market/history/stock-screener.ts';
import type { MarketData } from './market/market-data.ts';
import { withOptions } from './market/options/with-options.ts';
import { storedEpoch, storedSeed } from './market-memory.ts';
import { createReplayNotes, type ReplayNotes } from './replay-notes.ts';
import { applyAmendments } from './risk/apply-amendments.ts';
import { createRiskService } from './risk/create-risk-service.ts';
import { createSettingsService } from './settings/create-settings-service.ts';
import { checkpointFolder } from './storage/journal-paths.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage, SystemValues } from './storage/repositories.ts';

/** A started server. */
export interface RunningServer {
  readonly ports: Ports;
  /** Address of the web client. */
  readonly url: string;
  /** The user made at the first start, the only time its password is known. */
  readonly firstUser: { readonly userName: string; readonly password: string } | undefined;
  readonly market: MarketData;
  readonly brokerage: Brokerage;
  readonly storage: Storage;
  /** Takes no more orders, waits until all is durable, closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** What tests and the development server put in place of the real thing. */
export interface StartOptions {
  /** Progress for the person who started the server, line by line. */
  readonly say?: (line: string) => void;
  readonly market?: MarketData;
  readonly loginLimits?: IdentityOptions['limits'];
  readonly apiRequestsPerMinute?: number;
  /** Folder of another build of the web client. */
  readonly webFolder?: string;
  /** Serves the pages in place of a build. */
  readonly webClient?: WebClient;
  readonly maxConnections?: MaxConnections;
  readonly signInLimitMs?: number;
  readonly duplicateWindowMs?: number | null;
  readonly strategyRuntime?: StrategyRuntime;
}

const API_REQUESTS_PER_MINUTE = 600;
/** A page that waits for its user to sign in may be cut: it connects again when they do. */
const SIGN_IN_LIMIT_MS = 60_000;
/** How often accounts and cash that the admin command set are looked for, ms. */
const FUNDING_MS = 2000;
const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));
const PACKAGE_FILE = fileURLToPath(new URL('../../package.json', import.meta.url));

/** Puts the server together and opens its ports. When any part fails, what was started is stopped again. */
export async function startServer(config: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  const say = options.say ?? (() => {});
  const closed = await ensureDataFolder(config.dataFolder);
  const { logger, close } = createLogger({ level: config.logLevel, dataFolder: config.dataFolder });
  reportClosed(closed, say, logger);
  const stops: (() => Promise<void> | void)[] = [close];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= stopAll(stops, (error) => logger.error({ err: error }, 'a part did not stop cleanly')));

  try {
    say(config.databaseUrl ? 'Opening storage in Postgres…' : `Opening storage in ${config.dataFolder}…`);
    const storage = await openStorage({
      dataFolder: config.dataFolder,
      databaseUrl: config.databaseUrl,
      log: (line) => logger.warn(line),
    });
    stops.push(() => storage.close());
    const { repositories } = storage;
    const firstUser = await ensureFirstUser(storage);
    if (firstUser) {
      // Told at once: should a later part fail, the password would be lost for good.
      say(`First start: sign in as ${firstUser.userName} with password ${firstUser.password}`);
      say('Keep the password: it is shown this once. `npm run admin` can set another.');
    }

    const stocks =
      options.market ??
      (await openMarket(
        config,
        repositories.system,
        createReplayNotes({ say, logger, dataFolder: config.dataFolder }),
      ));
    // A market that a test brings has the same options at every start.
    const market = withOptions(stocks, {
      seed: config.seed ?? (options.market ? 0 : await storedSeed(repositories.system)),
    });
    await market.start();
    stops.push(() => market.stop());
    const history = new DailyFigures({ market, logger });
    stops.push(() => history.stop());
    const screener = new StockScreener({ market, figures: history, hostMs: () => Date.now(), logger });
    stops.push(() => screener.stop());
    const marketName = nameOf(config);
    say(
      `Market: ${marketName}, ${market.symbolCount().toLocaleString('en-US')} symbols, ${market.isOpen() ? 'in session' : 'closed'}.`,
    );

    const clock: Clock = { exchangeMs: () => market.exchangeMs(), hostMs: () => Date.now() };
    // Orders ask the directory for facts, and the directory tells the brokerage of cash: each needs the other, once running.
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
      ...(options.duplicateWindowMs === undefined ? {} : { duplicateWindowMs: options.duplicateWindowMs }),
    });
    await risk.start();
    stops.push(() => risk.stop());
    const brokerage = createBrokerage({
      market,
      journal: storage.journal,
      clock,
      accounts: directory.factsOf,
      facts: risk,
      matching: { ...DEFAULT_MATCHER_CONFIG, queueMode: config.fillMode },
      logger,
      checkpoints: createCheckpointer(checkpointFolder(config), (line) => logger.info(line)),
    });
    say('Rebuilding the order book from the journal…');
    await brokerage.start();
    stops.push(() => brokerage.stop());
    await directory.fundAll();
    stops.push(applyAmendments({ risk, brokerage, store: repositories.risk, hostMs: clock.hostMs, logger }));
    const funding = setInterval(() => {
      if (brokerage.isReady())
        directory
          .fundAll()
          .catch((error: unknown) => logger.error({ err: error }, 'reading the funding of accounts failed'));
    }, FUNDING_MS);
    stops.push(() => clearInterval(funding));

    const identity = createIdentity({
      repositories,
      clock,
      demoLengthMs: config.demoMinutes * 60_000,
      onDemoCreated: directory.fund,
      limits: options.loginLimits,
      log: (line) => logger.warn(line),
    });
    stops.push(() => identity.close());

    const alerts = new AlertsService({
      repositories,
      market,
      valueOf: alertValue((symbol) => history.columnInput(symbol)),
      logger,
    });
    await alerts.start();
    stops.push(() => alerts.stop());

    const strategyRuntime = options.strategyRuntime ?? createStrategyRuntime();
    stops.push(() => strategyRuntime.close());
    const strategies = createStrategyService({
      store: repositories.strategies,
      users: repositories.users,
      market,
      brokerage,
      runtime: strategyRuntime,
      hostMs: clock.hostMs,
      logger,
    });
    await strategies.start();
    stops.push(() => strategies.stop());

    const externalBroker =
      config.externalBroker &&
      new SchwabBroker({ config: config.externalBroker, repositories, identity, clock });
    if (externalBroker) stops.push(() => externalBroker.close());

    const webClient = chooseWebClient(options, say);
    const health = new Health({ brokerage, market, clock, storage });
    stops.push(() => health.close());
    const gateway = createGateway(
      {
        identity,
        settings: createSettingsService(
          repositories,
          (userId, workspace) => void alerts.workspacesStored(userId, workspace),
        ),
        alerts,
        strategies,
        brokerage,
        risk,
        market,
        history,
        screener,
        externalBroker,
        externalRecords: new ExternalRecords(repositories.externalBroker, clock.hostMs),
        clock,
        logger,
        health,
      },
      {
        host: config.host,
        ports: config.ports,
        webClient,
        marketName,
        version: versionOf(PACKAGE_FILE),
        trustedProxies: config.trustedProxies,
        apiRequestsPerMinute: options.apiRequestsPerMinute ?? API_REQUESTS_PER_MINUTE,
        maxConnections: options.maxConnections ?? MAX_CONNECTIONS,
        messageLimits: config.messageLimits,
        signInLimitMs: options.signInLimitMs ?? SIGN_IN_LIMIT_MS,
      },
    );
    const ports = await gateway.listen();
    stops.push(() => gateway.close());
    history.start();
    screener.start();
    logger.info({ ports }, 'listening');
    return {
      ports,
      url: `http://${urlHost(config.host)}:${ports.http}`,
      firstUser,
      market,
      brokerage,
      storage,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Says what of the data folder other accounts could read until now. */
function reportClosed(closed: readonly string[], say: (line: string) => void, logger: Logger): void {
  if (closed.length === 0) return;
  say(`Closed to other accounts of this machine: ${closed.join(', ')}`);
  logger.warn({ closed }, 'the data folder could be read by other accounts; it was closed to them');
}

/** Last started, first stopped; one failure does not keep the others from stopping. */
async function stopAll(
  stops: readonly (() => Promise<void> | void)[],
  onError: (error: unknown) => void,
): Promise<void> {
  for (const stopPart of stops.toReversed()) {
    try {
      await stopPart();
    } catch (error) {
      onError(error);
    }
  }
}

function chooseWebClient(
  { webClient, webFolder = WEB_FOLDER }: StartOptions,
  say: (line: string) => void,
): WebClient {
  const chosen = webClient ?? builtWebClient(webFolder);
  if (!chosen.isAvailable)
    say('The web client is not built: pages will say so. Run `npm start` or `npm run build` to build it.');
  return chosen;
}

/** Loads only the code of the chosen market. */
async function openMarket(config: ServerConfig, system: SystemValues, log: ReplayNotes): Promise<MarketData> {
  const seed = config.seed ?? (await storedSeed(system));
  const nowMs = (): number => Date.now();
  if (config.market.kind === 'replay') {
    const { createReplayMarket } = await import('./market/replay/replay-market.ts');
    return createReplayMarket({
      folder: config.market.folder,
      startDate: config.marketStart,
      speed: config.speed,
      nowMs,
      seed,
      log,
    });
  }
  const { createSimulatedMarket } = await import('./market/simulated/simulated-market.ts');
  return createSimulatedMarket({ seed, nowMs, epoch: await storedEpoch(system, nowMs()) });
}

function nameOf(config: ServerConfig): string {
  return config.market.kind === 'simulated' ? 'simulated' : `replay of ${config.market.folder}`.slice(0, 256);
}

function versionOf(packageFile: string): string {
  if (!existsSync(packageFile)) return 'unknown';
  const parsed: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : 'unknown';
}

/** A host as a URL has it; a wildcard address is reached as this machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
