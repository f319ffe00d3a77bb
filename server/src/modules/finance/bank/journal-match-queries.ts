// SQL that matches bank statement lines with journals not created by cash transactions, such as
// manual journals and transfers between bank accounts.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { BANK_STATEMENT } from '../limits.js';

/** A journal that may match a line. */
interface JournalCandidate {
  readonly id: bigint;
  readonly narration: string;
  readonly transaction_date: BusinessDate;
  readonly source_type: string;
}

// SQL condition: the journal moves the line's account by the line's amount and is not matched with
// another line. Journals of cash transactions are excluded, because the transactions themselves are
// matched.
const MATCHES: Sql = sql`
  j.source_type <> 'CASH_TRANSACTION' and j.reversal_of_id is null
  and not exists (select from journal r where r.reversal_of_id = j.id)
  and l.amount_minor = (select sum(x.amount_minor) from journal_line x
    where x.account_id = l.account_id and x.journal_id = j.id)
  and not exists (
    select from bank_statement_line other
    left join manual_journal m on m.id = other.manual_journal_id
    where other.account_id = l.account_id and (other.journal_id = j.id or m.journal_id = j.id))`;

/** Selects the journals near a line's date that may be matched with the line, nearest first. */
export function selectJournalCandidates(db: Database, lineId: bigint): Promise<JournalCandidate[]> {
  return db.query(sql`
    select j.id, j.narration, j.transaction_date, j.source_type
    from bank_statement_line l
    cross join lateral (
      select x.journal_id from account_day d
      join journal_line x on x.account_id = d.account_id
        and x.account_version between d.first_version and d.last_version
      where d.account_id = l.account_id and abs(x.amount_minor) = abs(l.amount_minor)
        and d.transaction_date between l.booked_on - ${BANK_STATEMENT.windowDays}::integer
          and l.booked_on + ${BANK_STATEMENT.windowDays}::integer
      union
      select t.journal_id from ledger_tail(l.account_id) t
      where t.amount_minor = l.amount_minor
        and abs(t.transaction_date - l.booked_on) <= ${BANK_STATEMENT.windowDays}::integer
    ) near
    join journal j on j.id = near.journal_id
    where l.id = ${lineId} and l.transaction_id is null and l.journal_id is null and ${MATCHES}
    order by abs(j.transaction_date - l.booked_on), j.id
    limit ${BANK_STATEMENT.suggestionsMax}`);
}

/** Matches a line with a journal; returns false if the journal does not fit the line. */
export async function storeJournalMatch(
  tx: Tx,
  { lineId, journalId }: { readonly lineId: bigint; readonly journalId: bigint },
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<boolean> {
  const stored = await tx.query(sql`
    update bank_statement_line l set journal_id = j.id, matched_by = ${by}, matched_at = ${at},
      version = version + 1
    from journal j where l.id = ${lineId} and j.id = ${journalId} and ${MATCHES}
    returning l.id`);
  return stored.length > 0;
}
