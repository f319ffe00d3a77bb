// Settings: from the environment and the command line into one frozen, checked object.

import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** What a FIX CompID may look like: it is a value between separators on the wire. */
const COMP_ID = '^[!-~]{1,64}$';

const ConfigShape = Type.Object({
  host: Type.String({ minLength: 1 }),
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  fixPort: Type.Integer({ minimum: 0, maximum: 65_535 }),
  dataFolder: Type.String({ minLength: 1 }),
  databaseUrl: Type.Optional(Type.String({ minLength: 1 })),
  demo: Type.Boolean(),
  noAuth: Type.Boolean(),
  allowUnsafeDatabase: Type.Boolean(),
  logLevel: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
  ),
  checkReplies: Type.Boolean(),
  requestsPerMinute: Type.Integer({ minimum: 1 }),
  seed: Type.Integer({ minimum: 0 }),
  publicUrl: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+$' })),
  exchange: Type.Union([Type.Literal('built-in'), Type.Literal('fix'), Type.Literal('none')]),
  fixHost: Type.String({ minLength: 1 }),
  fixBeginString: Type.Union(
    ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'].map((version) => Type.Literal(version)),
  ),
  fixSender: Type.String({ pattern: COMP_ID }),
  fixTarget: Type.String({ pattern: COMP_ID }),
  fixTls: Type.Boolean(),
  fixTlsCa: Type.Optional(Type.String({ minLength: 1 })),
  fixRoll: Type.Optional(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })),
  fixStaleOrderSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** Every setting. `COUNTINGHOUSE_…` names are listed in docs/operations/configure.md. */
export type Config = Readonly<Static<typeof ConfigShape>>;

/** A setting that cannot be used; the program ends with exit code 2 and this sentence. */
export class ConfigRefused extends Error {}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Builds the settings.
 * @param environment normally `process.env`
 * @param flags what the command line said; it wins over the environment
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Partial<Config> = {},
): Config {
  const candidate = {
    host: environment.HOST || '127.0.0.1',
    port: whole('PORT', environment.PORT, 8080),
    fixPort: whole('FIX_PORT', environment.FIX_PORT, 0),
    dataFolder: environment.COUNTINGHOUSE_DATA || './data',
    ...(environment.DATABASE_URL ? { databaseUrl: environment.DATABASE_URL } : {}),
    ...(environment.COUNTINGHOUSE_PUBLIC_URL
      ? { publicUrl: environment.COUNTINGHOUSE_PUBLIC_URL }
      : {}),
    demo: false,
    noAuth: false,
    allowUnsafeDatabase: environment.COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE === 'yes',
    logLevel: environment.COUNTINGHOUSE_LOG_LEVEL || 'info',
    checkReplies: false,
    requestsPerMinute: whole(
      'COUNTINGHOUSE_REQUESTS_PER_MINUTE',
      environment.COUNTINGHOUSE_REQUESTS_PER_MINUTE,
      60_000,
    ),
    seed: whole('COUNTINGHOUSE_SEED', environment.COUNTINGHOUSE_SEED, 1),
    ...fixSettings(environment),
    exchange: environment.COUNTINGHOUSE_EXCHANGE || (flags.demo === true ? 'built-in' : 'none'),
    ...flags,
  };
  for (const wrong of Value.Errors(ConfigShape, candidate)) {
    throw new ConfigRefused(`setting ${wrong.path.slice(1)}: ${wrong.message}`);
  }
  const config = Value.Decode(ConfigShape, candidate);
  if (config.noAuth && !LOOPBACK.has(config.host)) {
    throw new ConfigRefused('--no-auth serves everybody, so it may only bind a loopback address');
  }
  if (config.exchange === 'fix' && config.fixPort === 0) {
    throw new ConfigRefused('COUNTINGHOUSE_EXCHANGE=fix needs FIX_PORT, the port of the exchange');
  }
  return Object.freeze(config);
}

/** The session with an exchange outside: with COUNTINGHOUSE_EXCHANGE=fix. */
function fixSettings(environment: Readonly<Record<string, string | undefined>>) {
  const stale = environment.FIX_STALE_ORDER_SECONDS;
  return {
    fixHost: environment.FIX_HOST || '127.0.0.1',
    fixBeginString: environment.FIX_BEGIN_STRING || 'FIX.4.4',
    fixSender: environment.FIX_SENDER || 'BROKER1',
    fixTarget: environment.FIX_TARGET || 'NGX',
    fixTls: environment.FIX_TLS === 'yes',
    ...(environment.FIX_TLS_CA ? { fixTlsCa: environment.FIX_TLS_CA } : {}),
    ...(environment.FIX_ROLL ? { fixRoll: environment.FIX_ROLL } : {}),
    ...(stale ? { fixStaleOrderSeconds: whole('FIX_STALE_ORDER_SECONDS', stale, 0) } : {}),
  };
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new ConfigRefused(`${name} must be a whole number`);
  return Number(text);
}
