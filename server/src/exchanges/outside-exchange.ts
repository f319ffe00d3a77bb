// The worker for an exchange outside of this process: one FIX session by configuration.

import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { assert } from '../platform/assert.js';
import type { Context } from '../platform/context.js';
import { sql } from '../platform/database/sql.js';
import type { Worker } from '../platform/http/module.js';
import { startOrderAdapter } from './fix/order-adapter.js';
import type { SessionSettings } from './fix/session/config.js';
import { isBeginString } from './fix/session/dictionary.js';

const EXCHANGE = 'NGX';
const MS_PER_SECOND = 1_000;
/** Orders wait while the exchange is away, so it is looked for often. */
const RECONNECT_MOST_MS = 5_000;

interface ExchangeRow {
  readonly id: bigint;
  readonly time_zone: string;
}

/**
 * Connects to the exchange of the FIX_ settings and keeps trying. It counts as ready at once: while
 * the exchange is away, orders wait and everything else goes on.
 */
export function outsideExchange(): Worker {
  return {
    name: 'exchange over FIX',
    start: async (context) => {
      const exchange = await exchangeOf(context);
      if (exchange === undefined) return { ready: () => true, stop: async () => undefined };
      const { config } = context;
      const adapter = startOrderAdapter(context, {
        exchangeId: exchange.id,
        host: config.fixHost,
        port: config.fixPort,
        ...(config.fixTls ? { tls: await tlsOf(config) } : {}),
        session: sessionOf(config, exchange.time_zone),
      });
      return { ready: () => true, stop: () => adapter.stop() };
    },
  };
}

async function exchangeOf({ db, log }: Context): Promise<ExchangeRow | undefined> {
  const [exchange] = await db.query<ExchangeRow>(
    sql`select id, time_zone from exchange where name = ${EXCHANGE}`,
  );
  if (exchange === undefined) log.error({ exchange: EXCHANGE }, 'there is no such exchange');
  return exchange;
}

/** The exchange's certificate must be signed by the given authority, or by one that Node knows. */
async function tlsOf({ fixTlsCa }: Context['config']): Promise<ConnectionOptions> {
  return fixTlsCa === undefined ? {} : { ca: await readFile(fixTlsCa) };
}

function sessionOf(config: Context['config'], timeZone: string): Omit<SessionSettings, 'role'> {
  const { fixBeginString, fixSender, fixTarget, fixRoll, fixStaleOrderSeconds } = config;
  assert(isBeginString(fixBeginString), 'the configuration has checked the version');
  return {
    key: { beginString: fixBeginString, senderCompId: fixSender, targetCompId: fixTarget },
    reconnectMostMs: RECONNECT_MOST_MS,
    ...(fixRoll === undefined ? {} : { roll: { time: fixRoll, timeZone } }),
    ...(fixStaleOrderSeconds === undefined
      ? {}
      : { staleOrderAgeMs: fixStaleOrderSeconds * MS_PER_SECOND }),
  };
}
