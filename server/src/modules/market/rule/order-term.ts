// Order terms: how long an order lives, and what FIX calls it.

import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import {
  countActiveOrderTerms,
  insertOrderTerm,
  selectActiveOrderTerms,
  selectOrderTerm,
} from './order-term-queries.js';

/** Tag 59 of FIX 4.4. */
export type FixTimeInForce = '0' | '1' | '2' | '3' | '4' | '6' | '7';

export interface OrderTerm {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly fixTimeInForce: FixTimeInForce;
  /** Calendar days that a GTD or GTC order lives when the caller gives no end. */
  readonly defaultLifeDays: number | null;
  /** The most calendar days that the house lets an order of the term live. */
  readonly longestLifeDays: number | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

/** What makes an order term. */
export interface NewOrderTerm {
  readonly name: string;
  readonly label: string;
  readonly active?: boolean | undefined;
  readonly fixTimeInForce: FixTimeInForce;
  readonly defaultLifeDays?: number | null | undefined;
  readonly longestLifeDays?: number | null | undefined;
}

/** Adds an order term; returns its id. */
export async function addOrderTerm(work: Work, term: NewOrderTerm): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'order_term_id');
  await insertOrderTerm(work.tx, term, { id, by: work.principal.name, at: work.now });
  return id;
}

/** The order term with this code, active or not. */
export async function orderTermByName(
  on: Database | Tx,
  name: string,
): Promise<OrderTerm | undefined> {
  return selectOrderTerm(on, { name });
}

/** The active order terms, by id. */
export async function listActiveOrderTerms(on: Database, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveOrderTerms(on, page), page);
  return { count: await countActiveOrderTerms(on), result: rows.map(orderTermRecord), nextAfter };
}

function orderTermRecord(term: OrderTerm): object {
  return {
    id: term.id,
    active: term.active,
    name: term.name,
    label: term.label,
    fixTimeInForce: term.fixTimeInForce,
    defLifeTime: term.defaultLifeDays ?? undefined,
    longestLifeTime: term.longestLifeDays ?? undefined,
    createdBy: term.createdBy,
    createdDttm: term.createdAt,
    lastModifiedBy: term.modifiedBy,
    lastModifiedDttm: term.modifiedAt,
  };
}
