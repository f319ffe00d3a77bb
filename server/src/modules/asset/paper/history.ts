// The history of a holding: its placement, every partial termination, and its final termination or
// maturity. Rows never change.

import { type Call, seesOffice } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { midnight } from '../deposit/record.js';
import {
  countChanges,
  type DiscountedChangeRow,
  type NewDiscountedChange,
  selectChangePage,
} from './history-queries.js';
import { KIND_WORDS } from './kind.js';
import { type DiscountedKey, selectDiscounted } from './queries.js';
import { type DiscountedRow, shownRate } from './record.js';

/** Lists one holding's history, oldest line first. */
export async function listDiscountedHistory(
  call: Call,
  key: DiscountedKey,
  page: PageRequest,
): Promise<Page<object>> {
  const row = await selectDiscounted(call.db, key);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    const detail = `no such ${KIND_WORDS[key.kind].text}`;
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail });
  }
  const found = await selectChangePage(call.db, row.id, page);
  const { rows, nextAfter } = pageFrom(found, page);
  return {
    count: await countChanges(call.db, row.id),
    result: rows.map((change) => changeRecord(change, row.currency)),
    nextAfter,
  };
}

/** Returns the history line for the placement of an instrument. */
export function placementOf(
  row: Pick<DiscountedRow, 'id' | 'start_date' | 'face_value_minor' | 'cost_minor'> &
    Pick<DiscountedRow, 'discount_rate'>,
  journalId: bigint,
): NewDiscountedChange {
  return {
    instrument_id: row.id,
    kind: 'PLACEMENT',
    effective_date: row.start_date,
    booked_date: row.start_date,
    face_minor: row.face_value_minor,
    face_after_minor: row.face_value_minor,
    cost_minor: row.cost_minor,
    rate: row.discount_rate,
    amount_minor: row.cost_minor,
    book_value_minor: row.cost_minor,
    earned_minor: 0n,
    released_minor: 0n,
    tax_minor: 0n,
    rolled_minor: 0n,
    journal_id: journalId,
    description: null,
  };
}

function changeRecord(change: DiscountedChangeRow, currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const isEnd = change.kind !== 'PLACEMENT';
  return {
    id: change.id,
    kind: change.kind,
    date: midnight(change.effective_date),
    bookedDate: midnight(change.booked_date),
    currency,
    faceValue: amount(change.face_minor),
    faceValueAfter: amount(change.face_after_minor),
    cost: amount(change.cost_minor),
    discountRate: change.rate === null ? undefined : shownRate(change.rate),
    ...(isEnd
      ? {
          proceeds: amount(change.amount_minor),
          bookValue: amount(change.book_value_minor),
          gain: amount(change.amount_minor - change.book_value_minor),
          interest: amount(change.earned_minor),
          withholdingTax: amount(change.tax_minor),
          rolledAmount: change.rolled_minor === 0n ? undefined : amount(change.rolled_minor),
          paidOut: amount(change.amount_minor - change.tax_minor - change.rolled_minor),
        }
      : {}),
    journalId: change.journal_id,
    description: change.description ?? undefined,
    createdBy: change.created_by,
    createdDttm: change.created_at,
  };
}
