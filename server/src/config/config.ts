// The settings: read from the environment and the command line, validated, and frozen into one
// object.

import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import {
  clientProgramSettings,
  clientProgramShape,
  wrongClientProgramSetting,
} from './client-program.js';
import {
  databaseSettings,
  databaseShape,
  wrongDatabaseSetting,
  wrongDatabaseUrl,
} from './database.js';
import { exchangeRateSettings, exchangeRateShape } from './exchange-rate.js';
import { homeCountrySettings, homeCountryShape, wrongHomeCountry } from './home-country.js';
import { contradictionInMessaging, messagingSettings, messagingShape } from './messaging.js';
import { contradictionInRoles, nodeSettings, nodeShape, wrongNodeSetting } from './node.js';
import { proxySettings, proxyShape, wrongProxy } from './proxy.js';
import { reportSettings, reportShape, wrongReportSetting } from './report.js';
import {
  COMP_ID,
  contradictionIn,
  type ExchangeRoute,
  RouteShape,
  readSessionFile,
  type SessionSetting,
  SessionShape,
  TIME_OF_DAY,
} from './session.js';
import { webhookSettings, webhookShape, wrongNetwork } from './webhook.js';

/** An IPv6 address must be in brackets. */
const HOST_AND_PORT = '^(\\[[0-9A-Fa-f:.]+\\]|[^\\s:\\[\\]/]+):[0-9]{1,5}$';

const ConfigShape = Type.Object({
  host: Type.String({ minLength: 1 }),
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  fixPort: Type.Integer({ minimum: 0, maximum: 65_535 }),
  dataFolder: Type.String({ minLength: 1 }),
  ...databaseShape,
  demo: Type.Boolean(),
  noAuth: Type.Boolean(),
  allowUnsafeDatabase: Type.Boolean(),
  logLevel: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
  ),
  /** Log lines are buffered up to this many bytes. 0 writes each line at once. */
  logBufferBytes: Type.Integer({ minimum: 0 }),
  /** Loop intervals in milliseconds, keyed by loop name. Tests shorten them. */
  loopIntervalsMs: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
  /** Names of workers that are not started. Tests omit those that they do not need. */
  workersLeftOut: Type.Array(Type.String()),
  /** True to validate each event against its schema, as in tests. */
  checkEvents: Type.Boolean(),
  requestsPerMinute: Type.Integer({ minimum: 1 }),
  /** How many personal data lookups without a result one caller may make per minute. */
  lookUpMissesPerMinute: Type.Integer({ minimum: 1 }),
  /** The virus scanner, `tcp://host:port` or `unix:/path`. If unset, files are not scanned. */
  clamdUrl: Type.Optional(Type.String({ pattern: '^(tcp://[^\\s/:]+:[0-9]{1,5}|unix:/\\S+)$' })),
  /**
   * The keys that encrypt personal numbers, as `2:<base64>,1:<base64>`. The highest version is the
   * newest.
   */
  dataKey: Type.Optional(Type.String({ minLength: 1 })),
  /** The key for lookups of personal numbers, as `<base64>`. */
  dataIndexKey: Type.Optional(Type.String({ minLength: 1 })),
  /**
   * The file that the heads of the audit chain are written to. If unset, they are stored only in
   * the database.
   */
  auditHeadFile: Type.Optional(Type.String({ minLength: 1 })),
  ...webhookShape,
  ...proxyShape,
  ...clientProgramShape,
  ...nodeShape,
  seed: Type.Integer({ minimum: 0 }),
  publicUrl: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+$' })),
  /** The portal page where customers set a new password. The token follows a `#`. */
  customerResetUrl: Type.Optional(Type.String({ pattern: '^https?://[^\\s#]+$' })),
  /** The bearer token for `/metrics`, which must be too long to guess. */
  metricsToken: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{32,200}$' })),
  /** The `host:port` of a separate listener for `/metrics`. */
  metricsAddress: Type.Optional(Type.String({ pattern: HOST_AND_PORT })),
  exchange: Type.Union([Type.Literal('built-in'), Type.Literal('fix'), Type.Literal('none')]),
  sessions: Type.Array(SessionShape),
  exchangeRoutes: Type.Array(RouteShape),
  fixExchange: Type.String({ minLength: 1 }),
  fixHost: Type.String({ minLength: 1 }),
  fixBeginString: Type.Union(
    ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'].map((version) => Type.Literal(version)),
  ),
  fixSender: Type.String({ pattern: COMP_ID }),
  fixTarget: Type.String({ pattern: COMP_ID }),
  fixTls: Type.Boolean(),
  fixTlsCa: Type.Optional(Type.String({ minLength: 1 })),
  fixRoll: Type.Optional(Type.String({ pattern: TIME_OF_DAY })),
  fixStaleOrderSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Longer than the lifetime of any order, so that its messages can always be looked up. */
  fixMessageKeptDays: Type.Integer({ minimum: 400 }),
  ...homeCountryShape,
  ...messagingShape,
  ...reportShape,
  ...exchangeRateShape,
});

/** All settings. The `COUNTINGHOUSE_…` names are listed in docs/operations/configure.md. */
export type Config = Readonly<Static<typeof ConfigShape>>;

/** Thrown for an invalid setting. The program prints the message and exits with code 2. */
export class ConfigRefused extends Error {}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Builds the settings.
 * @param environment normally `process.env`
 * @param flags settings from the command line, which override the environment
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Partial<Config> = {},
): Config {
  const wrong =
    wrongReportSetting(environment) ??
    wrongNodeSetting(environment) ??
    wrongDatabaseSetting(environment) ??
    wrongClientProgramSetting(environment, flags);
  if (wrong !== undefined) throw new ConfigRefused(wrong);
  const settings = {
    sessions: sessionsOf(environment.COUNTINGHOUSE_SESSIONS),
    host: environment.HOST || '127.0.0.1',
    port: whole('PORT', environment.PORT, 8080),
    fixPort: whole('FIX_PORT', environment.FIX_PORT, 0),
    dataFolder: environment.COUNTINGHOUSE_DATA || './data',
    ...databaseSettings(environment),
    ...addressSettings(environment),
    demo: false,
    noAuth: false,
    allowUnsafeDatabase: environment.COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE === 'yes',
    logLevel: environment.COUNTINGHOUSE_LOG_LEVEL || 'info',
    logBufferBytes: 0,
    loopIntervalsMs: {},
    workersLeftOut: [],
    checkEvents: false,
    requestsPerMinute: whole(
      'COUNTINGHOUSE_REQUESTS_PER_MINUTE',
      environment.COUNTINGHOUSE_REQUESTS_PER_MINUTE,
      60_000,
    ),
    lookUpMissesPerMinute: whole(
      'COUNTINGHOUSE_LOOK_UP_MISSES_PER_MINUTE',
      environment.COUNTINGHOUSE_LOOK_UP_MISSES_PER_MINUTE,
      30,
    ),
    seed: whole('COUNTINGHOUSE_SEED', environment.COUNTINGHOUSE_SEED, 1),
    ...evidenceSettings(environment),
    ...(environment.CLAMD_URL ? { clamdUrl: environment.CLAMD_URL } : {}),
    ...fixSettings(environment),
    ...homeCountrySettings(environment),
    ...messagingSettings(environment),
    ...reportSettings(environment),
    ...exchangeRateSettings(environment),
    ...webhookSettings(environment, flags.demo === true),
    ...proxySettings(environment, flags.demo === true),
    ...clientProgramSettings(environment, flags),
    ...nodeSettings(environment),
    exchange: environment.COUNTINGHOUSE_EXCHANGE || (flags.demo === true ? 'built-in' : 'none'),
    ...flags,
  };
  const sessions = [...envSessions(settings), ...settings.sessions];
  const exchangeRoutes = routesOf(settings.exchange, sessions);
  const candidate = { ...settings, sessions, exchangeRoutes };
  const country = wrongHomeCountry(candidate.homeCountry);
  if (country !== undefined) throw new ConfigRefused(country);
  for (const { path, message } of Value.Errors(ConfigShape, candidate)) {
    throw new ConfigRefused(`setting ${path.slice(1)}: ${message}`);
  }
  const config = Value.Decode(ConfigShape, candidate);
  refuseContradictions(config);
  return Object.freeze(config);
}

/** Throws ConfigRefused if settings contradict each other. */
function refuseContradictions(config: Config): void {
  if (config.noAuth && !LOOPBACK.has(config.host)) {
    throw new ConfigRefused(
      '--no-auth serves every caller, so it may only bind a loopback address',
    );
  }
  if (config.webhookLoopback && !config.demo && !LOOPBACK.has(config.host)) {
    throw new ConfigRefused(
      'COUNTINGHOUSE_WEBHOOK_LOOPBACK opens this machine to all owners of webhooks, so it ' +
        'needs --demo or a loopback address to listen on',
    );
  }
  const url = config.databaseUrl === undefined ? undefined : wrongDatabaseUrl(config.databaseUrl);
  if (url !== undefined) throw new ConfigRefused(url);
  const network = wrongNetwork(config.webhookNetworks);
  if (network !== undefined) {
    throw new ConfigRefused(`COUNTINGHOUSE_WEBHOOK_NETWORKS: ${network} is not a network`);
  }
  const proxy = wrongProxy(config.trustedProxies);
  if (proxy !== undefined) {
    throw new ConfigRefused(`COUNTINGHOUSE_TRUSTED_PROXIES: ${proxy}`);
  }
  const contradiction = contradictionIn(config.sessions, config.exchangeRoutes);
  if (contradiction !== undefined) throw new ConfigRefused(`sessions: ${contradiction}`);
  const embedded = config.databaseUrl === undefined;
  const half =
    contradictionInMessaging(config) ?? contradictionInRoles(config.roles, { ...config, embedded });
  if (half !== undefined) throw new ConfigRefused(half);
}

function addressSettings(environment: Readonly<Record<string, string | undefined>>) {
  const { COUNTINGHOUSE_PUBLIC_URL: publicUrl } = environment;
  const { COUNTINGHOUSE_CUSTOMER_RESET_URL: customerResetUrl } = environment;
  const { COUNTINGHOUSE_METRICS_TOKEN: metricsToken } = environment;
  const { COUNTINGHOUSE_METRICS_ADDRESS: metricsAddress } = environment;
  return {
    ...(publicUrl ? { publicUrl } : {}),
    ...(customerResetUrl ? { customerResetUrl } : {}),
    ...(metricsToken ? { metricsToken } : {}),
    ...(metricsAddress ? { metricsAddress } : {}),
  };
}

function evidenceSettings(environment: Readonly<Record<string, string | undefined>>) {
  const { COUNTINGHOUSE_DATA_KEY: dataKey, COUNTINGHOUSE_INDEX_KEY: dataIndexKey } = environment;
  const { COUNTINGHOUSE_AUDIT_HEADS: auditHeadFile } = environment;
  return {
    ...(dataKey ? { dataKey } : {}),
    ...(dataIndexKey ? { dataIndexKey } : {}),
    ...(auditHeadFile ? { auditHeadFile } : {}),
  };
}

/** The session with the built-in exchange, and the simulated exchange. */
export const BUILT_IN = { session: 'built-in', exchange: 'NGX' } as const;

// The built-in exchange and external sessions can run at the same time, each with its own orders.
function routesOf(mode: string, sessions: readonly SessionSetting[]): ExchangeRoute[] {
  const outside = sessions.map(({ name, exchange, offices }) => ({
    session: name,
    exchange,
    ...(offices === undefined ? {} : { offices }),
  }));
  return mode === 'built-in' ? [BUILT_IN, ...outside] : outside;
}

function sessionsOf(path: string | undefined): readonly SessionSetting[] {
  if (path === undefined || path === '') return [];
  try {
    return readSessionFile(path);
  } catch (error) {
    throw new ConfigRefused(
      `COUNTINGHOUSE_SESSIONS: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

type EnvSession = ReturnType<typeof fixSettings> & {
  readonly exchange: string;
  readonly fixPort: number;
};

/**
 * Returns the session defined by environment variables. Undefined unless
 * COUNTINGHOUSE_EXCHANGE=fix.
 */
function envSessions(settings: EnvSession): SessionSetting[] {
  if (settings.exchange !== 'fix') return [];
  if (settings.fixPort === 0) {
    throw new ConfigRefused('COUNTINGHOUSE_EXCHANGE=fix needs FIX_PORT, the port of the exchange');
  }
  const { fixRoll, fixStaleOrderSeconds, fixTlsCa } = settings;
  return [
    {
      name: 'fix',
      exchange: settings.fixExchange,
      host: settings.fixHost,
      port: settings.fixPort,
      beginString: settings.fixBeginString,
      sender: settings.fixSender,
      target: settings.fixTarget,
      ...(fixRoll === undefined ? {} : { roll: fixRoll }),
      ...(fixStaleOrderSeconds === undefined ? {} : { staleOrderSeconds: fixStaleOrderSeconds }),
      ...(settings.fixTls ? { tls: fixTlsCa === undefined ? {} : { ca: fixTlsCa } } : {}),
    },
  ];
}

/** Reads the environment variables that define a session. */
function fixSettings(environment: Readonly<Record<string, string | undefined>>) {
  const stale = environment.FIX_STALE_ORDER_SECONDS;
  return {
    fixExchange: environment.FIX_EXCHANGE || 'NGX',
    fixHost: environment.FIX_HOST || '127.0.0.1',
    fixBeginString: environment.FIX_BEGIN_STRING || 'FIX.4.4',
    fixSender: environment.FIX_SENDER || 'BROKER1',
    fixTarget: environment.FIX_TARGET || 'NGX',
    fixTls: environment.FIX_TLS === 'yes',
    ...(environment.FIX_TLS_CA ? { fixTlsCa: environment.FIX_TLS_CA } : {}),
    ...(environment.FIX_ROLL ? { fixRoll: environment.FIX_ROLL } : {}),
    ...(stale ? { fixStaleOrderSeconds: whole('FIX_STALE_ORDER_SECONDS', stale, 0) } : {}),
    fixMessageKeptDays: whole('FIX_MESSAGE_KEPT_DAYS', environment.FIX_MESSAGE_KEPT_DAYS, 3_650),
  };
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new ConfigRefused(`${name} must be a whole number`);
  return Number(text);
}
