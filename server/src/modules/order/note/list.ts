// Lists contract notes, paged by page number or by cursor.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Sql } from '../../../platform/database/sql.js';
import {
  PAGE_BC,
  PAGE_BS,
  type PageRequest,
  pageFrom,
  pageOf,
} from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { requireExchange } from '../../market/index.js';
import { requireCustodian } from '../../party/index.js';
import { requireCustomer } from '../portfolio/portfolio.js';
import type { ContractNotesQuery, CustomerNotesQuery } from '../schema.js';
import {
  countNotes,
  notesOfCustomer,
  notesTraded,
  selectNote,
  selectNotes,
} from './list-queries.js';
import { toNoteRecord } from './record.js';

async function notePage(call: Call, page: PageRequest, where: Sql): Promise<Page<object>> {
  const rows = await selectNotes(call.db, page, where);
  const count = await countNotes(call.db, where);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count, result: kept.map(toNoteRecord), nextAfter };
}

/** Lists contract notes by date range, exchange, security type and order status. */
export async function contractNotes(
  call: Call,
  query: Static<typeof ContractNotesQuery>,
): Promise<Page<object>> {
  const { id: exchangeId } = await requireExchange(call.db, query.x, 'x');
  await refuseUnknownCustodian(call, query);
  const where = notesTraded(call.principal.offices, { ...query, exchangeId });
  return notePage(call, pageOf(query, PAGE_BC), where);
}

/** Lists one customer's contract notes. */
export async function customerNotes(
  call: Call,
  customerId: bigint,
  query: Static<typeof CustomerNotesQuery>,
): Promise<Page<object>> {
  await requireCustomer(call.db, call, customerId);
  await refuseUnknownCustodian(call, query);
  return notePage(call, pageOf(query, PAGE_BS), notesOfCustomer(customerId, query));
}

async function refuseUnknownCustodian(
  { db }: Call,
  { custodianName }: { readonly custodianName?: string },
): Promise<void> {
  if (custodianName !== undefined) await requireCustodian(db, custodianName);
}

/** Returns one contract note with its charges. */
export async function contractNote(call: Call, id: bigint): Promise<object> {
  const row = await selectNote(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(toNoteRecord(row), row.version);
}
