// Creates the adapters for exchanges outside this process, with one configured FIX session each.

import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { adoptWaitingOrders } from '../modules/order/index.js';
import { assert } from '../platform/assert.js';
import type { Context } from '../platform/context.js';
import type { ExchangeAdapter, RunningAdapter } from './adapter.js';
import { startOrderAdapter } from './fix/adapter/order-adapter.js';
import type { SessionSettings } from './fix/session/config.js';
import { isBeginString } from './fix/session/message/dictionary.js';
import { type ExchangeRow, selectExchange } from './queries.js';

const MS_PER_SECOND = 1_000;
/**
 * The maximum delay before a reconnect, in milliseconds. Orders wait while the exchange is
 * disconnected, so the delay is short.
 */
const RECONNECT_MAX_MS = 5_000;

type Setting = Context['config']['sessions'][number];

const NO_EXCHANGE: RunningAdapter = {
  isConnected: () => false,
  ready: () => true,
  stop: async () => undefined,
};

/**
 * Connects to the exchange of a session and keeps trying. The adapter is ready immediately. While
 * the exchange is disconnected, its orders wait and everything else continues.
 */
export function outsideExchange(setting: Setting): ExchangeAdapter {
  return {
    name: `exchange session ${setting.name}`,
    sessionName: setting.name,
    start: async (context) => {
      const exchange = await exchangeOf(context, setting);
      if (exchange === undefined) return NO_EXCHANGE;
      const { exchangeRoutes: routes } = context.config;
      const beginning = { sessionName: setting.name, exchangeId: exchange.id, routes };
      await adoptWaitingOrders(context.db, beginning);
      return startOrderAdapter(context, {
        name: setting.name,
        exchangeId: exchange.id,
        host: setting.host,
        port: setting.port,
        ...(setting.tls === undefined ? {} : { tls: await tlsOf(setting.tls) }),
        session: sessionOf(setting, exchange.time_zone),
        marketData: setting.marketData === true,
        settlementText: setting.settlementText === true,
        linkOrders: setting.linkOrders === true,
        parties: setting.parties ?? [],
      });
    },
  };
}

async function exchangeOf(
  { db, log }: Context,
  { name, exchange: code }: Setting,
): Promise<ExchangeRow | undefined> {
  const exchange = await selectExchange(db, code);
  if (exchange === undefined) log.error({ session: name, code }, 'there is no such exchange');
  return exchange;
}

/**
 * Requires the exchange's certificate to be signed by the given authority, or by one that Node
 * trusts.
 */
async function tlsOf(tls: NonNullable<Setting['tls']>): Promise<ConnectionOptions> {
  return {
    ...(tls.ca === undefined ? {} : { ca: await readFile(tls.ca) }),
    ...(tls.certificate === undefined ? {} : { cert: await readFile(tls.certificate) }),
    ...(tls.key === undefined ? {} : { key: await readFile(tls.key) }),
  };
}

function sessionOf(setting: Setting, timeZone: string): Omit<SessionSettings, 'role'> {
  const { beginString, sender, target, qualifier, heartbeatSeconds } = setting;
  const { roll, hours, staleOrderSeconds } = setting;
  assert(isBeginString(beginString), 'the configuration has checked the version');
  return {
    key: {
      beginString,
      senderCompId: sender,
      targetCompId: target,
      ...(qualifier === undefined ? {} : { qualifier }),
    },
    reconnectMaxMs: RECONNECT_MAX_MS,
    ...(heartbeatSeconds === undefined ? {} : { heartBtIntSeconds: heartbeatSeconds }),
    ...(roll === undefined ? {} : { roll: { time: roll, timeZone } }),
    ...(hours === undefined ? {} : { hours: { ...hours, timeZone } }),
    ...(staleOrderSeconds === undefined
      ? {}
      : { staleOrderAgeMs: staleOrderSeconds * MS_PER_SECOND }),
  };
}
