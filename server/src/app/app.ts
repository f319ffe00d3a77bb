// The only file that depends on every module. Builds the app from a config, and stops it.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.js';
import { fillDemo } from '../demo/demo.js';
import type { ExchangeAdapter } from '../exchanges/adapter.js';
import { type BuiltInExchange, builtInExchange } from '../exchanges/built-in-exchange.js';
import { fixEvents } from '../exchanges/fix/operation/event.js';
import { fixModule } from '../exchanges/fix/operation/routes.js';
import { instructionRelay } from '../exchanges/instruction-relay.js';
import { outsideExchange } from '../exchanges/outside-exchange.js';
import { BACKGROUND, STOP } from '../limits.js';
import {
  type AssetPorts,
  assetEvents,
  assetModule,
  isTaxClass,
  taxOnIncome,
} from '../modules/asset/index.js';
import { changeEvents, changeModule, shipReferenceData } from '../modules/change/index.js';
import {
  crmEvents,
  crmModule,
  customerConsents,
  shipNotificationRules,
  shipTemplates,
} from '../modules/crm/index.js';
import { custodyEvents, custodyModule, isIncomeAnnounced } from '../modules/custody/index.js';
import { customerCash, financeEvents, financeModule } from '../modules/finance/index.js';
import { type IdentityModule, identityEvents, identityModule } from '../modules/identity/index.js';
import {
  firstBusinessDate,
  marketEvents,
  marketModule,
  setAroundTheClock,
} from '../modules/market/index.js';
import {
  labelsOfPortfolios,
  openPortfolio,
  orderEvents,
  orderModule,
  ownerOfPortfolio,
} from '../modules/order/index.js';
import { type PartyPorts, partyEvents, partyModule } from '../modules/party/index.js';
import {
  dataKeyModule,
  eventModule,
  jobModule,
  sealedTablesOf,
  systemModule,
} from '../modules/system/index.js';
import { leavingLots, wealthEvents, wealthModule } from '../modules/wealth/index.js';
import { webhookEvents, webhookModule } from '../modules/webhook/index.js';
import { present } from '../platform/assert.js';
import { openBusinessDay } from '../platform/calendar/business-day.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { createSignals } from '../platform/concurrency/signal.js';
import type { Context, Principal } from '../platform/context.js';
import { checkDatabase } from '../platform/database/connection/safety.js';
import { type Database, openDatabase } from '../platform/database/database.js';
import { startRestartingPostgres } from '../platform/database/embedded/restart.js';
import { migrate } from '../platform/database/migrate.js';
import { warmMarkdown } from '../platform/document/markdown.js';
import { addReference } from '../platform/document/reference.js';
import { endOfDayEvents } from '../platform/end-of-day/event.js';
import type { EndOfDayStep } from '../platform/end-of-day/step.js';
import { createEventCatalogue, type EventKind } from '../platform/events/catalogue.js';
import { testEvents } from '../platform/events/test-event.js';
import { openAttachmentStore } from '../platform/files/attachment-store.js';
import { setBackgroundNiceness } from '../platform/files/background.js';
import { addConsole } from '../platform/http/console.js';
import { healthModule } from '../platform/http/health.js';
import { metricsListener } from '../platform/http/metrics/listener.js';
import type { Authenticator } from '../platform/http/request/admission.js';
import { buildServer, SERVER_LEAVING, SERVER_REFUSING } from '../platform/http/server.js';
import { compileSchemas } from '../platform/http/shape/schema.js';
import { warmUp } from '../platform/http/warm-up.js';
import { createIds } from '../platform/ids.js';
import { createLog } from '../platform/log/log.js';
import { createMetrics } from '../platform/log/metrics.js';
import { type Module, permissionsIn } from '../platform/module.js';
import { endEach, isSettledWithin } from '../platform/stop.js';
import { sealOldRows } from '../platform/vault/re-encrypt.js';
import { unlockVault } from '../platform/vault/unlock.js';
import { Vault } from '../platform/vault/vault.js';
import type { Worker } from '../platform/worker.js';
import { inDayOrder } from './end-of-day-order.js';
import { workModule } from './own-work/module.js';
import { startWarnings } from './start-warning.js';
import { closePort, type StartedWorker, stopAll } from './stop.js';
import { crmDocuments } from './wiring/crm-document.js';
import { crmHistory } from './wiring/crm-history.js';
import { crmRelated } from './wiring/crm-related.js';
import { crmSubjects } from './wiring/crm-subject.js';
import { messagingOf } from './wiring/gateway.js';
import { identityPorts } from './wiring/identity.js';
import { sharedPathModule } from './wiring/shared-path.js';

/** A running app. */
export interface App {
  readonly url: string;
  readonly context: Context;
  readonly server: FastifyInstance;
  /** Resolves when the server has warmed up. */
  readonly warm: Promise<void>;
  /** Resolves with the reason if the app cannot continue. The caller must then stop it. */
  readonly lost: Promise<Error>;
  /** Makes `/readyz` answer 503. Requests are still served. */
  readonly leave: () => void;
  /**
   * Closes the port. Requests on open connections are still served, and each reply closes its
   * connection.
   */
  readonly refuse: () => void;
  /**
   * Stops everything within the `STOP` limits. Returns false if something failed to stop or is
   * still running.
   */
  readonly stop: () => Promise<boolean>;
}

/** Returns all modules in the order of the dependency rule. */
export function modulesOf(context: Context): readonly Module[] {
  const attachments = openAttachmentStore(context.config.dataFolder);
  const party: PartyPorts = {
    cashAccounts: customerCash,
    portfolios: { open: openPortfolio },
    consents: customerConsents,
    pictures: attachments,
  };
  const messaging = messagingOf(context, party);
  const asset: AssetPorts = {
    portfolios: { ownerOf: ownerOfPortfolio, labelsOf: labelsOfPortfolios },
  };
  const identity = identityModule(identityPorts(customerCash, messaging.gateways));
  const modules = [
    identity,
    webhookModule(identity),
    partyModule(party),
    marketModule({ isTaxClass, isIncomeAnnounced }),
    financeModule({ taxOnIncome }),
    orderModule(),
    assetModule(asset),
    sharedPathModule(asset),
    crmModule(
      {
        attachments,
        party,
        gateways: messaging.gateways,
        fillSecret: identity.fillLink,
        subjects: crmSubjects,
        documents: crmDocuments,
        related: crmRelated,
        history: crmHistory,
      },
      messaging.intake,
    ),
    custodyModule({ leavingLots }),
    wealthModule(),
    ...messaging.modules,
  ];
  return [...modules, changeModule(modules)];
}

/** All event kinds of the program. */
export const EVENT_KINDS: readonly EventKind[] = [
  ...endOfDayEvents,
  ...fixEvents,
  ...testEvents,
  ...identityEvents,
  ...changeEvents,
  ...webhookEvents,
  ...partyEvents,
  ...marketEvents,
  ...financeEvents,
  ...orderEvents,
  ...assetEvents,
  ...crmEvents,
  ...custodyEvents,
  ...wealthEvents,
];

// Collects the modules' end-of-day steps and sorts them with `inDayOrder`.
function stepsOf(modules: readonly Module[], exchange: BuiltInExchange): EndOfDayStep[] {
  const ofModules = modules.flatMap((module) => module.endOfDay ?? []);
  return inDayOrder([exchange.closeStep, ...ofModules, exchange.openStep]);
}

/** Hooks and options for starting the app. */
interface StartSteps {
  /** Runs on the ready database before anything else, for example to write credentials. */
  readonly prepare?: ((context: Context) => Promise<void>) | undefined;
  /** Called with a sentence before each step that may take seconds. */
  readonly announce?: ((sentence: string) => void) | undefined;
  /** The app's clock. Tests pass a clock that they control. */
  readonly clock?: Clock | undefined;
  /** True for a long-running server, which warms its caches before the first requests. */
  readonly warmUp?: boolean | undefined;
  /** Aborts the startup before its next step. Everything already started is then stopped. */
  readonly signal?: AbortSignal | undefined;
}

/** An app without a port or workers, for one-off command-line tasks. */
export interface OpenApp {
  readonly context: Context;
  readonly modules: readonly Module[];
  readonly steps: readonly EndOfDayStep[];
  readonly exchange: BuiltInExchange;
  /** Resolves with the reason if the app cannot continue. */
  readonly lost: Promise<Error>;
  readonly close: () => Promise<void>;
}

/** Opens and migrates the database, and stores the initial data on a first start. */
export async function openApp(config: Config, on: StartSteps = {}): Promise<OpenApp> {
  const announce = on.announce ?? (() => undefined);
  if (config.databaseUrl === undefined) {
    announce(`Starting the database server in ${config.dataFolder}`);
  }
  const log = createLog(config.logLevel, { bufferBytes: config.logBufferBytes });
  const metrics = createMetrics();
  const store = await openStore(config, { log, metrics, signal: on.signal });
  const clock = on.clock ?? systemClock;
  const context: Context = Object.freeze({
    config,
    db: store.db,
    clock,
    ids: createIds(),
    log,
    metrics,
    signals: createSignals(),
    vault: new Vault(clock),
    eventCatalogue: createEventCatalogue(EVENT_KINDS, config.checkEvents),
  });
  try {
    announce('Preparing the database');
    const parts = partsOf(context);
    await prepareDatabase(context, parts, on);
    return { context, ...parts, lost: store.lost, close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Prepares the database for startup. The startup's signal can abort this between two steps. */
async function prepareDatabase(context: Context, parts: Parts, on: StartSteps): Promise<void> {
  const { config, db, log } = context;
  const steps = [
    () => checkDatabase(db, config.allowUnsafeDatabase),
    async () => {
      const applied = await migrate(db);
      if (applied.length > 0) log.info({ applied }, 'migrated');
    },
    () => unlockVault({ ...context, source: config }),
    () => sealOldRows(context, sealedTablesOf(parts.business)),
    () => openBusinessDay(db, () => firstBusinessDate(context.clock.now())),
    () => shipReferenceData(context, parts.business),
    () => shipTemplates(context),
    async () => {
      if (!config.demo) return;
      on.announce?.('Filling missing demonstration data');
      await openDemonstration(context);
    },
    () => shipNotificationRules(context),
    async () => on.prepare?.(context),
  ];
  for (const step of steps) {
    on.signal?.throwIfAborted();
    await step();
  }
  on.signal?.throwIfAborted();
}

interface Parts extends Pick<OpenApp, 'modules' | 'steps' | 'exchange'> {
  /** The business modules, without the system's own. */
  readonly business: readonly Module[];
}

function partsOf(context: Context): Parts {
  const business = modulesOf(context);
  const exchange = builtInExchange();
  const steps = stepsOf(business, exchange);
  const system = systemModule({ steps, demo: context.config.demo });
  const dataKeys = dataKeyModule(business);
  const own = [
    ...[system, fixModule(), eventModule(context), dataKeys],
    jobModule([...business, system, dataKeys]),
  ];
  const listed = [...business, ...own];
  const modules = [...listed, workModule(listed)];
  return { business, modules, steps, exchange };
}

async function openDemonstration(context: Context): Promise<void> {
  await fillDemo(context);
  await setAroundTheClock(context.db, true);
}

/**
 * Starts the database, migrations, workers, and finally the port. If the startup fails, stops what
 * was already started. Otherwise the program would neither serve nor exit.
 */
export async function startApp(config: Config, on: StartSteps = {}): Promise<App> {
  setBackgroundNiceness(config.backgroundNiceness ?? BACKGROUND.niceness);
  const open = await openApp(config, on);
  on.announce?.('Starting the server');
  const { context, modules, close } = open;
  const workers: StartedWorker[] = [];
  const health = healthModule(context, workers);
  const isApi = config.roles.includes('http');
  const served = isApi ? [...modules, health] : [health];
  const authenticate = authenticatorOf(context, [...modules, health]);
  const addPages = async (to: FastifyInstance) => {
    await addReference(to, { context, modules: served });
    await addConsole(to);
  };
  const parts = { context, modules: served, authenticate, ...(isApi ? { addPages } : {}) };
  const server = await buildServer(parts).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const stopping = new AbortController();
  let drained: Promise<void> | undefined;
  const stop = () => {
    stopping.abort();
    return stopAll({ server, drained, workers, close, log: context.log });
  };
  try {
    for await (const worker of startedWorkers(open)) {
      workers.push(worker);
      on.signal?.throwIfAborted();
    }
    const url = await listen(open, server);
    const routes = served.flatMap((module) => module.routes);
    const warm =
      on.warmUp === true
        ? warmUp([compileSchemas(routes), warmMarkdown()], stopping.signal)
        : Promise.resolve();
    const leave = () => context.signals.raise(SERVER_LEAVING);
    const refuse = () => {
      context.signals.raise(SERVER_REFUSING);
      drained ??= closePort(server);
    };
    return { url, context, server, warm, lost: open.lost, leave, refuse, stop };
  } catch (error) {
    await stop();
    throw portInUse(error, config) ?? error;
  }
}

/** Starts the workers one after another. */
async function* startedWorkers({ context, modules, exchange }: OpenApp) {
  const { config } = context;
  for (const warning of startWarnings(config)) context.log.warn(warning);
  for (const role of config.roles) context.metrics.gauges.set({ name: `role_${role}` }, 1);
  // Only a server turns off round-the-clock trading. Command-line tasks leave it unchanged.
  if (!config.demo) await setAroundTheClock(context.db, false);
  const offered = modules.flatMap((module) => module.workers ?? []);
  const { metricsAddress } = config;
  const figures = metricsAddress === undefined ? [] : [metricsListener(metricsAddress)];
  const connected: readonly ExchangeAdapter[] = [
    ...(config.exchange === 'built-in' ? [exchange.adapter] : []),
    ...config.sessions.map(outsideExchange),
  ];
  const all: readonly Worker[] = [
    ...offered,
    instructionRelay,
    ...connected.map((adapter) => ({ ...adapter, role: 'fix' as const })),
    ...figures,
  ];
  for (const { name, role, start } of all) {
    const isOurs = role === undefined || config.roles.includes(role);
    if (!isOurs || config.workersLeftOut.includes(name)) continue;
    yield { name, role, ...(await start(context)) };
  }
}

async function listen({ context, modules }: OpenApp, server: FastifyInstance): Promise<string> {
  const { host, port } = context.config;
  const url = await server.listen({ host, port });
  for (const module of modules) module.listening?.(url);
  return url;
}

/**
 * Returns an error that names the setting for a port that another program uses. Undefined for other
 * errors.
 */
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

/** An open database that can be closed. */
export interface Store {
  readonly db: Database;
  /** Resolves if the embedded server has ended and cannot be restarted. */
  readonly lost: Promise<Error>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database of a config: the server at its URL, or the embedded one in its data folder.
 */
export function openDatabaseOf(config: Config): Promise<Store> {
  return openStore(config, {});
}

/** Observers of the embedded server, and the signal that aborts its startup. */
interface StoreWatch extends Partial<Pick<Context, 'log' | 'metrics'>> {
  readonly signal?: AbortSignal | undefined;
}

async function openStore(config: Config, watch: StoreWatch): Promise<Store> {
  const { databaseUrl: connectionString, databaseConnections: max } = config;
  const pool = max === undefined ? {} : { max };
  if (connectionString !== undefined) {
    const db = openDatabase({ connectionString, ...pool });
    return { db, lost: new Promise(() => undefined), close: () => closePool(db) };
  }
  const { log, metrics, signal } = watch;
  metrics?.gauges.set({ name: 'embedded_postgres_up' }, 1);
  const embedded = await startRestartingPostgres({
    dataFolder: config.dataFolder,
    log: (message) => log?.info(message),
    ...(signal === undefined ? {} : { ending: signal }),
    onChange: (change) => {
      log?.warn({ change }, 'the embedded PostgreSQL server ended unexpectedly, or was restarted');
      metrics?.events.inc({ name: `embedded_postgres_${change.toLowerCase()}` });
      metrics?.gauges.set({ name: 'embedded_postgres_up' }, change === 'RESTARTED' ? 1 : 0);
    },
  });
  const db = openDatabase({ ...embedded.connection, ...pool });
  return {
    db,
    lost: embedded.lost,
    close: () => endEach(() => closePool(db), embedded.stop),
  };
}

// Without the timeout, a pool would wait forever for connections in use and for servers that do not
// respond.
async function closePool(db: Database): Promise<void> {
  await isSettledWithin(db.close(), STOP.poolMs);
}

function authenticatorOf(context: Context, modules: readonly Module[]): Authenticator {
  if (!context.config.noAuth) {
    const identity = modules.find(
      (module): module is IdentityModule => 'authenticatorFor' in module,
    );
    return present(identity, 'identity is a module').authenticatorFor(context, {
      permissions: permissionsIn(modules),
      routes: modules.flatMap(({ routes }) => routes),
    });
  }
  const anyCaller: Principal = {
    kind: 'system',
    id: 0n,
    name: 'anybody',
    permissions: permissionsIn(modules),
    offices: undefined,
  };
  return async () => anyCaller;
}
