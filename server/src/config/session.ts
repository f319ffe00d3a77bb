// Reads and validates the file of external exchange sessions at startup.

import { readFileSync } from 'node:fs';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Maximum number of sessions in a file, and of offices in a session. */
const SESSIONS_MAX = 50;
const OFFICES_MAX = 500;

/** The format of a FIX CompID: printable characters without separators. */
export const COMP_ID = '^[!-~]{1,64}$';
export const TIME_OF_DAY = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

const closed = { additionalProperties: false } as const;
const file = Type.String({ minLength: 1 });

/** One session. It contains the paths of key and certificate files, but no secrets. */
export const SessionShape = Type.Object(
  {
    /** The name that orders, operators and the log use for the session. */
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
    /**
     * The code of the session's exchange, and the offices whose orders it carries. Default: all
     * other offices.
     */
    exchange: Type.String({ minLength: 1 }),
    offices: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: OFFICES_MAX }),
    ),
    host: Type.String({ minLength: 1 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    beginString: Type.Union(
      ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'].map((version) => Type.Literal(version)),
    ),
    sender: Type.String({ pattern: COMP_ID }),
    target: Type.String({ pattern: COMP_ID }),
    qualifier: Type.Optional(Type.String({ pattern: COMP_ID })),
    heartbeatSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600 })),
    roll: Type.Optional(Type.String({ pattern: TIME_OF_DAY })),
    /** The hours in which the session may be logged on, in the exchange's time zone. */
    hours: Type.Optional(
      Type.Object(
        {
          from: Type.String({ pattern: TIME_OF_DAY }),
          until: Type.String({ pattern: TIME_OF_DAY }),
          weekdays: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
          ),
        },
        closed,
      ),
    ),
    /** True to request prices over this session. */
    marketData: Type.Optional(Type.Boolean()),
    /** True to send the settlement instructions of an order as Text (58). */
    settlementText: Type.Optional(Type.Boolean()),
    /** True to send the first order of a chain of references as ClOrdLinkID (583). */
    linkOrders: Type.Optional(Type.Boolean()),
    /** The parties sent with an order (NoPartyIDs, 453). */
    parties: Type.Optional(
      Type.Array(Type.Union([Type.Literal('CUSTODIAN'), Type.Literal('AGENT')]), {
        maxItems: 2,
        uniqueItems: true,
      }),
    ),
    staleOrderSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
    tls: Type.Optional(
      Type.Object(
        {
          ca: Type.Optional(file),
          certificate: Type.Optional(file),
          key: Type.Optional(file),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** The settings of one session. */
export type SessionSetting = Readonly<Static<typeof SessionShape>>;

const FileShape = Type.Object(
  { sessions: Type.Array(SessionShape, { maxItems: SESSIONS_MAX }) },
  closed,
);

/** The session that carries the orders for an exchange or for certain offices. */
export const RouteShape = Type.Object({
  session: Type.String(),
  exchange: Type.String(),
  offices: Type.Optional(Type.Array(Type.String())),
});

export type ExchangeRoute = Readonly<Static<typeof RouteShape>>;

/**
 * Reads the session file.
 * @throws Error with a message about the first invalid setting
 */
export function readSessionFile(path: string): readonly SessionSetting[] {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  for (const wrong of Value.Errors(FileShape, content)) {
    throw new Error(`${wrong.path.slice(1)}: ${wrong.message}`);
  }
  return Value.Decode(FileShape, content).sessions;
}

/** Returns an error message if sessions contradict each other. Undefined if none do. */
export function contradictionIn(
  sessions: readonly SessionSetting[],
  routes: readonly ExchangeRoute[],
): string | undefined {
  const destinations = routes.flatMap(({ exchange, offices }) =>
    (offices ?? ['']).map((office) => (office === '' ? exchange : `${exchange} of ${office}`)),
  );
  const keys = sessions.map(({ beginString, sender, target, qualifier }) =>
    [beginString, sender, target, qualifier ?? ''].join(' '),
  );
  const name = duplicateIn(routes.map(({ session }) => session));
  if (name !== undefined) return `two sessions have the name ${name}`;
  const key = duplicateIn(keys);
  if (key !== undefined) return `two sessions have the key ${key.trim()}: give one a qualifier`;
  const destination = duplicateIn(destinations);
  return destination === undefined
    ? undefined
    : `two sessions carry the orders of ${destination}: name the offices of one of them`;
}

function duplicateIn(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) < index);
}
