// Settings for client programs: the web origins that may call the API, and the lifetime of access
// tokens.

import { Type } from '@sinclair/typebox';

/** The lifetime of an API client's access token in seconds, with limits and default. */
const TOKEN_SECONDS = { min: 300, usual: 36_000, max: 86_400 } as const;

/** The values that allow every origin or none. */
const ANY = '*';
const NONE = 'none';

const ORIGINS_MAX = 100;

export const clientProgramShape = {
  /** Web origins whose pages may call this server: `*` alone, or a list. Empty: none. */
  corsOrigins: Type.Array(Type.String({ minLength: 1 }), { maxItems: ORIGINS_MAX }),
  /** Lifetime of an access token issued to an API client by `security/request/access-token`. */
  clientTokenSeconds: Type.Integer({ minimum: TOKEN_SECONDS.min, maximum: TOKEN_SECONDS.max }),
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The command-line flags that affect a default. */
interface Beside {
  readonly demo?: boolean;
  readonly noAuth?: boolean;
}

/** Reads the settings from the environment. `wrongClientProgramSetting` finds invalid ones. */
export function clientProgramSettings(environment: Environment, { demo, noAuth }: Beside) {
  const { COUNTINGHOUSE_CLIENT_TOKEN_SECONDS: seconds } = environment;
  const usual = demo === true && noAuth !== true ? ANY : NONE;
  const origins = environment.COUNTINGHOUSE_CORS_ORIGINS?.trim() || usual;
  return {
    corsOrigins: origins === NONE ? [] : [...new Set(originsIn(origins))],
    clientTokenSeconds: seconds ? Number(seconds) : TOKEN_SECONDS.usual,
  };
}

/** Returns an error message about the first invalid setting. Undefined if all are valid. */
export function wrongClientProgramSetting(
  environment: Environment,
  { noAuth }: Beside,
): string | undefined {
  const { COUNTINGHOUSE_CORS_ORIGINS: text, COUNTINGHOUSE_CLIENT_TOKEN_SECONDS: seconds } =
    environment;
  const { min, max } = TOKEN_SECONDS;
  const isLife = /^\d{1,5}$/.test(seconds ?? '') && Number(seconds) >= min;
  if (seconds && !(isLife && Number(seconds) <= max)) {
    return (
      `COUNTINGHOUSE_CLIENT_TOKEN_SECONDS must be a whole number from ${min} to ${max}, ` +
      `not "${seconds}"`
    );
  }
  const origins = text?.trim() ?? '';
  if (origins === '' || origins === NONE) return undefined;
  if (noAuth === true) {
    return (
      'COUNTINGHOUSE_CORS_ORIGINS and --no-auth exclude each other: without authentication, any ' +
      'page in a browser on this machine could act on the books'
    );
  }
  const wrong = wrongOrigin(originsIn(origins));
  return wrong === undefined ? undefined : `COUNTINGHOUSE_CORS_ORIGINS: ${wrong}`;
}

function wrongOrigin(origins: readonly string[]): string | undefined {
  if (origins.length > ORIGINS_MAX) return `at most ${ORIGINS_MAX} origins are allowed`;
  if (origins.length === 1 && origins[0] === ANY) return undefined;
  if (origins.includes(ANY)) return `${ANY} allows every origin, so it must be the only one`;
  const wrong = origins.find((origin) => !isOrigin(origin));
  return wrong === undefined
    ? undefined
    : `"${wrong}" is not an origin such as https://portal.example.com, in lower case and ` +
        'without a path or a default port';
}

// Browsers send an origin in exactly this form, and it is compared as a string.
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function originsIn(text: string): readonly string[] {
  return text.split(',').map((origin) => origin.trim());
}
