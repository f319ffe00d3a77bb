// Exchanges, on which securities are listed. Each has a code, and may have former codes as aliases.

import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import {
  countActiveExchanges,
  type Exchange,
  insertExchange,
  type NewExchange,
  selectActiveExchanges,
  selectExchange,
} from './queries.js';

/** Adds an exchange without holidays or rules; returns its id. */
export async function addExchange(work: Work, exchange: NewExchange): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'exchange_id');
  await insertExchange(work.tx, exchange, { id, by: work.principal.name, at: work.now });
  return id;
}

/** Returns the exchange with this code or alias, ignoring case: `NGX`, or `NSE` for old clients. */
export async function exchangeByCode(
  on: Database | Tx,
  code: string,
): Promise<Exchange | undefined> {
  return selectExchange(on, { code });
}

/** Returns the exchange with this id. */
export async function exchangeById(on: Database | Tx, id: bigint): Promise<Exchange | undefined> {
  return selectExchange(on, { id });
}

/** Returns the exchange to which a member refers. Refuses with UNKNOWN_REFERENCE. */
export async function requireExchange(
  on: Database | Tx,
  code: string,
  member: string,
): Promise<Exchange> {
  const exchange = await exchangeByCode(on, code);
  if (exchange === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any exchange');
  }
  return exchange;
}

/** Returns a body with the current code of its exchange. Refuses with UNKNOWN_REFERENCE. */
export async function withExchangeCode<Body extends ExchangeNames>(
  on: Database | Tx,
  body: Body,
): Promise<Body> {
  const { exchange, exchangeName } = body;
  const codeOf = async (code: string, member: string) =>
    (await requireExchange(on, code, member)).name;
  return {
    ...body,
    ...(exchange === undefined ? {} : { exchange: await codeOf(exchange, 'exchange') }),
    ...(exchangeName === undefined
      ? {}
      : { exchangeName: await codeOf(exchangeName, 'exchangeName') }),
  };
}

interface ExchangeNames {
  readonly exchange?: string;
  readonly exchangeName?: string;
}

/** Lists the active exchanges, by id. */
export async function listActiveExchanges(on: Database, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveExchanges(on, page), page);
  return { count: await countActiveExchanges(on), result: rows.map(exchangeRecord), nextAfter };
}

function exchangeRecord(exchange: Exchange): object {
  return {
    id: exchange.id,
    active: exchange.active,
    name: exchange.name,
    label: exchange.label,
    aliases: exchange.aliases,
    currency: exchange.currency,
    timeZone: exchange.timeZone,
    weekend: exchange.weekend,
    createdBy: exchange.createdBy,
    createdDttm: exchange.createdAt,
    lastModifiedBy: exchange.modifiedBy,
    lastModifiedDttm: exchange.modifiedAt,
  };
}
