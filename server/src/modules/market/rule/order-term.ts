// Order terms. A term determines how long an order lives, and has a FIX value.

import type { Work } from '../../../platform/context.js';
import type { Database } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { MARKET } from '../limits.js';
import {
  countActiveOrderTerms,
  type FixTimeInForce,
  insertOrderTerm,
  type NewOrderTerm,
  type OrderTerm,
  selectActiveOrderTerms,
} from './order-term-queries.js';

/** Adds an order term; returns its id. */
export async function addOrderTerm(work: Work, term: NewOrderTerm): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'order_term_id');
  await insertOrderTerm(work.tx, term, { id, by: work.principal.name, at: work.now });
  return id;
}

/** Lists the active order terms, by id. */
export async function listActiveOrderTerms(on: Database, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveOrderTerms(on, page), page);
  return { count: await countActiveOrderTerms(on), result: rows.map(orderTermRecord), nextAfter };
}

/**
 * Returns the number of calendar days for which an order lives if its request has no end date. It
 * is 0 for terms that end with their session, and for GTD terms that require an end date.
 */
export function usualLifeDays(
  term: Pick<OrderTerm, 'fixTimeInForce' | 'defaultLifeDays' | 'longestLifeDays'>,
): number {
  const { fixTimeInForce, defaultLifeDays, longestLifeDays } = term;
  if (endsWithSession(fixTimeInForce)) return 0;
  if (defaultLifeDays !== null) return defaultLifeDays;
  if (fixTimeInForce === '6') return 0;
  return Math.min(MARKET.goodTillCancelledDays, longestLifeDays ?? MARKET.goodTillCancelledDays);
}

/** Returns whether orders with this time in force live for only one session. */
export function endsWithSession(timeInForce: FixTimeInForce): boolean {
  return timeInForce !== '1' && timeInForce !== '6';
}

function orderTermRecord(term: OrderTerm): object {
  return {
    id: term.id,
    active: term.active,
    name: term.name,
    label: term.label,
    aliases: term.aliases,
    fixTimeInForce: term.fixTimeInForce,
    defLifeTime: usualLifeDays(term),
    longestLifeTime: term.longestLifeDays ?? undefined,
    createdBy: term.createdBy,
    createdDttm: term.createdAt,
    lastModifiedBy: term.modifiedBy,
    lastModifiedDttm: term.modifiedAt,
  };
}
