// Journals as a source of the audit chain: each journal with its lines, once it is folded.

import { sql } from '../../../platform/database/sql.js';
import { type LinkedSource, momentText } from '../../identity/index.js';

// Every journal up to the folded number already exists. The number therefore determines the order,
// and a posting need not write to the chain.
export const journalSource: LinkedSource = {
  name: 'journal',
  from: sql`journal r`,
  id: sql`r.id`,
  settled: sql`r.id <= (select folded_journal_id from ledger_fold_state)`,
  text: sql`jsonb_build_array(r.id::text, r.office_id::text,
    to_char(r.transaction_date, 'YYYY-MM-DD'), to_char(r.value_date, 'YYYY-MM-DD'), r.narration,
    r.source_type, r.source_id::text, r.reversal_of_id::text, r.created_by,
    ${momentText(sql`r.created_at`)}, ${momentText(sql`r.recorded_at`)},
    (select jsonb_agg(jsonb_build_array(l.line_no, l.account_id::text, l.currency,
        l.amount_minor::text, l.account_version::text, l.balance_minor::text) order by l.line_no)
      from journal_line l where l.journal_id = r.id))::text`,
  tableName: sql`'journal'`,
  record: sql`r.id::text`,
  reason: 'ROW_DIFFERS',
};
