// The step of the end of day that keeps what the books said: the trial balance of the date, and the
// proof that what customers are owed lies apart for them.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { systemWork } from '../../../platform/system-work.js';
import { clientMoneyOf } from '../bank/client-money.js';
import { type BookRow, byBooks, sumBooks, sumOf } from './book-row.js';

/** The proof of one office and currency, in minor units. */
interface Proof {
  readonly office_id: bigint;
  readonly currency: string;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly owed_minor: bigint;
  readonly bank_minor: bigint;
  readonly settlement_minor: bigint;
}

/**
 * Stores what all journals up to the closing date add up to. Run again for a date it stores what
 * came since, and touches nothing that is the same. A proof that fails does not stop the day: it is
 * told by an event, because the books are as they are. Returns how many figures it stored.
 */
export function closeBooks(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return systemWork(context, `end-of-day ${day.closing}`, async (work) => {
    const rows = await sumBooks(work.tx, { to: day.closing, offices: undefined });
    const stored = await storeTrialBalance(work.tx, day.closing, rows);
    for (const proof of await storeProofs(work.tx, day.closing, proofsOf(rows))) {
      tellFailures(work, day.closing, proof);
    }
    await progress?.count(work.tx, stored);
    return stored;
  });
}

function tellFailures(work: Work, date: BusinessDate, proof: Proof & { id: bigint }): void {
  const { id, office_id: officeId, currency } = proof;
  const event = { subjectId: id, officeId, data: { date, currency } };
  const unbalanced = proof.debit_minor !== proof.credit_minor;
  const uncovered = proof.bank_minor + proof.settlement_minor < proof.owed_minor;
  if (unbalanced) work.events.push({ ...event, type: 'closed-books.unbalanced' });
  if (uncovered) work.events.push({ ...event, type: 'closed-books.uncovered' });
  if (unbalanced || uncovered) {
    work.context.log.error({ date, officeId, currency, unbalanced, uncovered }, 'proof failed');
  }
}

function proofsOf(rows: readonly BookRow[]): Proof[] {
  return byBooks(rows).map(({ officeId, currency, rows: own }) => {
    const money = clientMoneyOf(own);
    return {
      office_id: present(officeId, 'books that are not consolidated are of an office'),
      currency,
      debit_minor: sumOf(own, (row) => row.debit_minor),
      credit_minor: sumOf(own, (row) => row.credit_minor),
      owed_minor: money.cashMinor + money.unsettledMinor,
      bank_minor: money.bankMinor,
      settlement_minor: money.settlementMinor,
    };
  });
}

async function storeTrialBalance(
  tx: Tx,
  date: BusinessDate,
  rows: readonly BookRow[],
): Promise<number> {
  const stored = await tx.query(sql`
    insert into closed_trial_balance as t (closing_date, office_id, acct_type, class, currency,
      account_count, debit_minor, credit_minor)
    select ${date}::date, r.office_id, r.acct_type, r.class, r.currency, r.account_count,
      r.debit_minor, r.credit_minor
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (office_id bigint, acct_type text,
      class text, currency text, account_count bigint, debit_minor bigint, credit_minor bigint)
    order by r.office_id, r.currency, r.class, r.acct_type
    on conflict (closing_date, office_id, currency, class, acct_type) do update
      set account_count = excluded.account_count, debit_minor = excluded.debit_minor,
        credit_minor = excluded.credit_minor
      where (t.account_count, t.debit_minor, t.credit_minor)
        <> (excluded.account_count, excluded.debit_minor, excluded.credit_minor)
    returning office_id`);
  return stored.length;
}

/** Answers the proofs that are new or another than before. */
function storeProofs(
  tx: Tx,
  date: BusinessDate,
  proofs: readonly Proof[],
): Promise<(Proof & { id: bigint })[]> {
  return tx.query(sql`
    insert into closed_books as b (closing_date, office_id, currency, debit_minor, credit_minor,
      owed_minor, bank_minor, settlement_minor)
    select ${date}::date, r.office_id, r.currency, r.debit_minor, r.credit_minor, r.owed_minor,
      r.bank_minor, r.settlement_minor
    from jsonb_to_recordset(${toJson(proofs)}::jsonb) as r (office_id bigint, currency text,
      debit_minor bigint, credit_minor bigint, owed_minor bigint, bank_minor bigint,
      settlement_minor bigint)
    order by r.office_id, r.currency
    on conflict (closing_date, office_id, currency) do update
      set debit_minor = excluded.debit_minor, credit_minor = excluded.credit_minor,
        owed_minor = excluded.owed_minor, bank_minor = excluded.bank_minor,
        settlement_minor = excluded.settlement_minor
      where (b.debit_minor, b.credit_minor, b.owed_minor, b.bank_minor, b.settlement_minor)
        <> (excluded.debit_minor, excluded.credit_minor, excluded.owed_minor, excluded.bank_minor,
          excluded.settlement_minor)
    returning id, office_id, currency, debit_minor, credit_minor, owed_minor, bank_minor,
      settlement_minor`);
}

interface ClosedBooksRow extends Proof {
  readonly id: bigint;
  readonly closing_date: BusinessDate;
  readonly office_name: string;
}

/** Which dates are listed, newest first. */
interface ClosedBooksQuery {
  readonly sd?: BusinessDate;
  readonly ed?: BusinessDate;
}

export async function listClosedBooks(
  call: Call,
  query: ClosedBooksQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const condition = matching(query, call.principal.offices);
  const [found, count] = await Promise.all([
    findClosedBooks(call.db, condition, page),
    countRows(call.db, sql`select count(*) as count from closed_books b where ${condition}`),
  ]);
  const { rows, nextAfter } = pageFrom(found, page);
  return { count, result: rows.map(closedBooksRecord), nextAfter };
}

function matching(query: ClosedBooksQuery, offices: readonly bigint[] | undefined): Sql {
  const conditions: Sql[] = [inOffices(sql`b.office_id`, offices)];
  if (query.sd) conditions.push(sql`b.closing_date >= ${query.sd}`);
  if (query.ed) conditions.push(sql`b.closing_date <= ${query.ed}`);
  return joinSql(conditions, ' and ');
}

function findClosedBooks(
  db: Database,
  condition: Sql,
  page: PageRequest,
): Promise<ClosedBooksRow[]> {
  return db.query(sql`
    select b.*, o.name as office_name
    from closed_books b join business_office o on o.id = b.office_id
    where ${condition} and (${page.after}::bigint is null or b.id < ${page.after})
    order by b.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

function closedBooksRecord(row: ClosedBooksRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  const surplus = row.bank_minor + row.settlement_minor - row.owed_minor;
  return {
    id: row.id,
    date: row.closing_date,
    businessOfficeName: row.office_name,
    currency: row.currency,
    debitBalance: amount(row.debit_minor),
    creditBalance: amount(row.credit_minor),
    balanced: row.debit_minor === row.credit_minor,
    owedToCustomers: amount(row.owed_minor),
    clientBank: amount(row.bank_minor),
    settlement: amount(row.settlement_minor),
    surplus: amount(surplus),
    covered: surplus >= 0n,
  };
}
