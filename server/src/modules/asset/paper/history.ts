// The history of a holding: its placement and every end of a part or of the whole, never changed.

import { HTTP } from '../../../limits.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { midnight } from '../deposit/record.js';
import type { Stamp } from '../stamp.js';
import { KIND_WORDS } from './kind.js';
import { type DiscountedKey, selectDiscounted } from './queries.js';
import { shownRate } from './record.js';

/** One line of history to write. Amounts are minor units, the rate a discount rate in percent. */
export interface NewDiscountedChange {
  readonly instrument_id: bigint;
  readonly kind: 'PLACEMENT' | 'PART_TERMINATION' | 'TERMINATION' | 'MATURITY';
  readonly effective_date: BusinessDate;
  readonly booked_date: BusinessDate;
  readonly face_minor: bigint;
  readonly face_after_minor: bigint;
  readonly cost_minor: bigint;
  readonly rate: Decimal | null;
  readonly amount_minor: bigint;
  readonly book_value_minor: bigint;
  readonly earned_minor: bigint;
  /** Of the discount in the ledger, what the end released. */
  readonly released_minor: bigint;
  readonly tax_minor: bigint;
  readonly journal_id: bigint;
  readonly description: string | null;
}

interface DiscountedChangeRow extends NewDiscountedChange {
  readonly id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
}

/** Writes lines of history in the given order. */
export async function recordChanges(
  tx: Tx,
  changes: readonly NewDiscountedChange[],
  stamp: Omit<Stamp, 'id'>,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(sql`
    insert into discounted_change (instrument_id, kind, effective_date, booked_date, face_minor,
      face_after_minor, cost_minor, rate, amount_minor, book_value_minor, earned_minor,
      released_minor, tax_minor, journal_id, description, created_by, created_at)
    select r.instrument_id, r.kind, r.effective_date, r.booked_date, r.face_minor,
      r.face_after_minor, r.cost_minor, r.rate, r.amount_minor, r.book_value_minor,
      r.earned_minor, r.released_minor, r.tax_minor, r.journal_id, r.description, ${stamp.by},
      ${stamp.at}
    from jsonb_populate_recordset(null::discounted_change, ${toJson(changes)}::jsonb) r`);
}

/** A part like this one that was terminated just before, if any. */
export async function partTwin(
  tx: Tx,
  change: NewDiscountedChange,
  now: Instant,
): Promise<bigint | undefined> {
  const [twin] = await tx.query<{ id: bigint }>(sql`
    select id from discounted_change
    where instrument_id = ${change.instrument_id} and kind = 'PART_TERMINATION'
      and face_minor = ${change.face_minor} and amount_minor = ${change.amount_minor}
      and created_at > ${now}::timestamptz - make_interval(secs => ${HTTP.duplicateWindowSeconds})
    order by id desc limit 1`);
  return twin?.id;
}

/** Face and cost, in minor units, that ended early for days after a date: held on that date. */
export async function endedAfter(
  on: Database | Tx,
  instrumentId: bigint,
  date: BusinessDate,
): Promise<{ readonly faceMinor: bigint; readonly costMinor: bigint }> {
  const [row] = await on.query<{ face: bigint; cost: bigint }>(sql`
    select coalesce(sum(face_minor), 0)::bigint as face,
      coalesce(sum(cost_minor), 0)::bigint as cost
    from discounted_change
    where instrument_id = ${instrumentId} and kind = 'PART_TERMINATION'
      and effective_date > ${date}`);
  return { faceMinor: row?.face ?? 0n, costMinor: row?.cost ?? 0n };
}

/** The history of one holding, the oldest line first. */
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
  const [counted] = await call.db.query<{ count: bigint }>(
    sql`select count(*) as count from discounted_change where instrument_id = ${row.id}`,
  );
  const found = await call.db.query<DiscountedChangeRow>(sql`
    select * from discounted_change
    where instrument_id = ${row.id} and (${page.after}::bigint is null or id > ${page.after})
    order by id limit ${page.limit + 1} offset ${page.offset}`);
  const { rows, nextAfter } = pageFrom(found, page);
  return {
    count: counted?.count ?? 0n,
    result: rows.map((change) => changeRecord(change, row.currency)),
    nextAfter,
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
          paidOut: amount(change.amount_minor - change.tax_minor),
        }
      : {}),
    journalId: change.journal_id,
    description: change.description ?? undefined,
    createdBy: change.created_by,
    createdDttm: change.created_at,
  };
}
