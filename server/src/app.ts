// The only file that knows every module: builds the app from a config and takes it down again.

import type { FastifyInstance } from 'fastify';
import { crmDocuments } from './app-crm-document.js';
import { crmHistory } from './app-crm-history.js';
import { crmRelated } from './app-crm-related.js';
import { crmSubjects } from './app-crm-subject.js';
import { dataKeyModule, sealedTablesOf } from './app-data-key.js';
import { inDayOrder } from './app-end-of-day-order.js';
import { eventModule } from './app-event.js';
import { fixModule } from './app-fix.js';
import { fixEvents } from './app-fix-event.js';
import { messagingOf } from './app-gateway.js';
import { identityPorts } from './app-identity.js';
import { jobModule } from './app-job.js';
import { sharedPathModule } from './app-shared-path.js';
import { systemModule } from './app-system.js';
import { startWarnings } from './app-warning.js';
import type { Config } from './config.js';
import { fillDemo } from './demo/demo.js';
import type { ExchangeAdapter } from './exchanges/adapter.js';
import { type BuiltInExchange, builtInExchange } from './exchanges/built-in-exchange.js';
import { outsideExchange } from './exchanges/outside-exchange.js';
import { HTTP } from './limits.js';
import { type AssetPorts, assetEvents, assetModule } from './modules/asset/index.js';
import {
  crmEvents,
  crmModule,
  customerConsents,
  shipNotificationRules,
  shipTemplates,
} from './modules/crm/index.js';
import { customerCash, financeEvents, financeModule } from './modules/finance/index.js';
import {
  changeModule,
  type IdentityModule,
  identityEvents,
  identityModule,
  shipReferenceData,
} from './modules/identity/index.js';
import {
  firstBusinessDate,
  marketEvents,
  marketModule,
  setAroundTheClock,
} from './modules/market/index.js';
import {
  openPortfolio,
  orderEvents,
  orderModule,
  ownerOfPortfolio,
} from './modules/order/index.js';
import { type PartyPorts, partyEvents, partyModule } from './modules/party/index.js';
import { webhookEvents, webhookModule } from './modules/webhook/index.js';
import { present } from './platform/assert.js';
import { openBusinessDay } from './platform/calendar/business-day.js';
import { type Clock, systemClock } from './platform/clock.js';
import type { Context, Principal } from './platform/context.js';
import { type Database, openDatabase } from './platform/database/database.js';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.js';
import { migrate } from './platform/database/migrate.js';
import { checkDatabase } from './platform/database/safety.js';
import { endOfDayEvents } from './platform/end-of-day/event.js';
import { createEventCatalogue, type EventKind } from './platform/events/catalogue.js';
import { testEvents } from './platform/events/test-event.js';
import { openAttachmentStore } from './platform/files/attachment-store.js';
import type { Authenticator } from './platform/http/admission.js';
import { SEE_PERSONAL_DATA } from './platform/http/data-class.js';
import { healthModule } from './platform/http/health.js';
import { metricsListener } from './platform/http/metrics-listener.js';
import type { EndOfDayStep, Module, RunningWorker } from './platform/http/module.js';
import { buildServer } from './platform/http/server.js';
import { warmUp } from './platform/http/warm-up.js';
import { createIds } from './platform/ids.js';
import { createLog } from './platform/log.js';
import { createMetrics } from './platform/metrics.js';
import { createSignals } from './platform/signal.js';
import { sealOldRows } from './platform/vault/reseal.js';
import { unlockVault } from './platform/vault/unlock.js';
import { Vault } from './platform/vault/vault.js';

/** A running app. */
export interface App {
  readonly url: string;
  readonly context: Context;
  readonly server: FastifyInstance;
  /** Resolves when the warm-up is over. */
  readonly warm: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Every module; the order is that of the dependency rule. */
export function modulesOf(context: Context): readonly Module[] {
  const party: PartyPorts = {
    cashAccounts: customerCash,
    portfolios: { open: openPortfolio },
    consents: customerConsents,
  };
  const messaging = messagingOf(context, party);
  const asset: AssetPorts = { portfolios: { ownerOf: ownerOfPortfolio } };
  const identity = identityModule(identityPorts(customerCash, messaging.gateways));
  const modules = [
    identity,
    webhookModule(identity),
    partyModule(party),
    marketModule(),
    financeModule(),
    orderModule(),
    assetModule(asset),
    sharedPathModule(asset),
    crmModule({
      attachments: openAttachmentStore(context.config.dataFolder),
      party,
      gateways: messaging.gateways,
      fillSecret: identity.fillLink,
      subjects: crmSubjects,
      documents: crmDocuments,
      related: crmRelated,
      history: crmHistory,
    }),
    ...messaging.modules,
  ];
  return [...modules, changeModule(modules)];
}

/** Every kind of event that is written. */
export const EVENT_KINDS: readonly EventKind[] = [
  ...endOfDayEvents,
  ...fixEvents,
  ...testEvents,
  ...identityEvents,
  ...webhookEvents,
  ...partyEvents,
  ...marketEvents,
  ...financeEvents,
  ...orderEvents,
  ...assetEvents,
  ...crmEvents,
];

// Everybody who has something to do at the end of a day offers it; the list says when it is done.
function stepsOf(modules: readonly Module[], exchange: BuiltInExchange): EndOfDayStep[] {
  const ofModules = modules.flatMap((module) => module.endOfDay ?? []);
  return inDayOrder([exchange.closeStep, ...ofModules, exchange.openStep]);
}

/** What is called on the way to a running app. */
interface StartSteps {
  /** Done on the ready database before anything else runs, such as making credentials. */
  readonly prepare?: ((context: Context) => Promise<void>) | undefined;
  /** Gets a sentence before each step that may take seconds. */
  readonly announce?: ((sentence: string) => void) | undefined;
  /** The clock of the app; tests move theirs. */
  readonly clock?: Clock | undefined;
  /** True for a server that runs for long: it then makes what requests need before they come. */
  readonly warmUp?: boolean | undefined;
}

/** An app without its port and its workers: what the command line needs for single tasks. */
export interface OpenApp {
  readonly context: Context;
  readonly modules: readonly Module[];
  readonly steps: readonly EndOfDayStep[];
  readonly exchange: BuiltInExchange;
  readonly close: () => Promise<void>;
}

/** Opens the database, migrates it and fills what a first start fills. */
export async function openApp(config: Config, on: StartSteps = {}): Promise<OpenApp> {
  const announce = on.announce ?? (() => undefined);
  if (config.databaseUrl === undefined) {
    announce(`Starting the database server in ${config.dataFolder}`);
  }
  const log = createLog(config.logLevel, config.logBufferBytes);
  const store = await openStore(config, (message) => log.info(message));
  const clock = on.clock ?? systemClock;
  const context: Context = Object.freeze({
    config,
    db: store.db,
    clock,
    ids: createIds(),
    log,
    metrics: createMetrics(),
    signals: createSignals(),
    vault: new Vault(clock),
    eventCatalogue: createEventCatalogue(EVENT_KINDS, config.checkEvents),
  });
  try {
    announce('Preparing the database');
    const parts = partsOf(context);
    await checkDatabase(store.db, config.allowUnsafeDatabase);
    const applied = await migrate(store.db);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    await unlockVault({ ...context, source: config });
    await sealOldRows(context, sealedTablesOf(parts.business));
    await openBusinessDay(store.db, () => firstBusinessDate(context.clock.now()));
    await shipReferenceData(context, parts.business);
    await shipTemplates(context);
    if (config.demo) {
      announce('Filling the demonstration data that is missing');
      await openDemonstration(context);
    }
    await shipNotificationRules(context);
    await on.prepare?.(context);
    return { context, ...parts, close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Parts extends Pick<OpenApp, 'modules' | 'steps' | 'exchange'> {
  /** The modules of the business alone. */
  readonly business: readonly Module[];
}

function partsOf(context: Context): Parts {
  const business = modulesOf(context);
  const exchange = builtInExchange();
  const steps = stepsOf(business, exchange);
  const system = systemModule({ steps, demo: context.config.demo });
  const dataKeys = dataKeyModule(business);
  const modules = [
    ...business,
    system,
    fixModule(),
    eventModule(context),
    dataKeys,
    jobModule([...business, system, dataKeys]),
  ];
  return { business, modules, steps, exchange };
}

async function openDemonstration(context: Context): Promise<void> {
  await fillDemo(context);
  await setAroundTheClock(context.db, true);
}

/**
 * Starts everything: database, migrations, workers, and at last the port. A start that fails takes
 * down again what it had started: else the program would neither serve nor end.
 */
export async function startApp(config: Config, on: StartSteps = {}): Promise<App> {
  const open = await openApp(config, on);
  on.announce?.('Starting the server');
  const { context, modules, close } = open;
  const workers: RunningWorker[] = [];
  const served = [...modules, healthModule(context, workers)];
  const authenticate = authenticatorOf(context, served);
  const server = await buildServer({ context, modules: served, authenticate }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    return stopAll({ server, workers, close, log: context.log });
  };
  try {
    const url = await startServing(open, server, workers);
    const routes = served.flatMap((module) => module.routes);
    const warm = on.warmUp === true ? warmUp(routes, stopping.signal) : Promise.resolve();
    return { url, context, server, warm, stop };
  } catch (error) {
    await stop();
    throw portInUse(error, config) ?? error;
  }
}

async function startServing(
  { context, modules, exchange }: OpenApp,
  server: FastifyInstance,
  workers: RunningWorker[],
): Promise<string> {
  const { config } = context;
  for (const warning of startWarnings(config)) context.log.warn(warning);
  // Single tasks of the command line do not know, and leave it as the last server said.
  if (!config.demo) await setAroundTheClock(context.db, false);
  const offered = modules.flatMap((module) => module.workers ?? []);
  const { metricsAddress } = config;
  const figures = metricsAddress === undefined ? [] : [metricsListener(metricsAddress)];
  const connected: readonly ExchangeAdapter[] = [
    ...(config.exchange === 'built-in' ? [exchange.adapter] : []),
    ...config.sessions.map(outsideExchange),
  ];
  for (const worker of [...offered, ...connected, ...figures]) {
    workers.push(await worker.start(context));
  }
  const url = await server.listen({ host: config.host, port: config.port });
  for (const module of modules) module.listening?.(url);
  return url;
}

/** The sentence about a port that another program has, with the setting that chooses it. */
function portInUse(error: unknown, { port, metricsAddress }: Config): Error | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') {
    return undefined;
  }
  const taken = 'port' in error ? Number(error.port) : port;
  const others = metricsAddress?.endsWith(`:${taken}`)
    ? 'COUNTINGHOUSE_METRICS_ADDRESS'
    : 'FIX_PORT';
  const setting = taken === port ? 'PORT or --port' : others;
  return new Error(
    `Port ${taken} is in use by another program. Stop that program, or choose another port ` +
      `with ${setting}.`,
    { cause: error },
  );
}

/** An open database and how to let go of it. */
export interface Store {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** The database of a config: a server by its URL, or the embedded one of the data folder. */
export function openDatabaseOf(config: Config): Promise<Store> {
  return openStore(config, () => undefined);
}

async function openStore(config: Config, log: (message: string) => void): Promise<Store> {
  if (config.databaseUrl !== undefined) {
    const db = openDatabase({ connectionString: config.databaseUrl });
    return { db, close: () => db.close() };
  }
  const embedded = await startEmbeddedPostgres({ dataFolder: config.dataFolder, log });
  const db = openDatabase(embedded.connection);
  return {
    db,
    close: async () => {
      await db.close();
      await embedded.stop();
    },
  };
}

function authenticatorOf(context: Context, modules: readonly Module[]): Authenticator {
  const routes = modules.flatMap((module) => module.routes);
  if (!context.config.noAuth) {
    const identity = modules.find(
      (module): module is IdentityModule => 'authenticatorFor' in module,
    );
    return present(identity, 'identity is a module').authenticatorFor(context, routes);
  }
  const everybody: Principal = {
    kind: 'system',
    id: 0n,
    name: 'anybody',
    permissions: new Set(routes.map((route) => route.permission)).add(SEE_PERSONAL_DATA),
    offices: undefined,
  };
  return async () => everybody;
}

interface Running {
  readonly server: FastifyInstance;
  readonly workers: readonly RunningWorker[];
  readonly close: () => Promise<void>;
  readonly log: Context['log'];
}

// Requests drain first, then the workers end, then the database: nothing is cut off that still
// writes.
async function stopAll({ server, workers, close, log }: Running): Promise<void> {
  const deadline = setTimeout(() => server.server.closeAllConnections(), HTTP.drainTimeoutMs);
  await server.close();
  clearTimeout(deadline);
  for (const worker of [...workers].reverse()) await worker.stop();
  await close();
  log.info('stopped');
}
