// The chart of accounts and the account mapping as clients see and propose them.

import type { Call, Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { proposeChange } from '../../change/index.js';
import { ACCOUNT_MAPPING_KIND, codeBody, entryFrom, LEDGER_CODE_KIND, nameOf } from './change.js';
import { type LedgerCodeRow, type MappingRow, selectCode } from './queries.js';
import type { LedgerCodeProposal, MappingProposal } from './schema.js';

type CountedCode = LedgerCodeRow & { readonly accounts: bigint };

/** The codes of the chart, each with the number of its accounts, in the order they were made. */
export async function listLedgerCodes(call: Call, page: PageRequest): Promise<Page<object>> {
  const found = await call.db.query<CountedCode>(sql`
    select c.id, c.code, c.label, c.class as "accountClass", c.control, c.by_hand as "byHand",
      c.client_money as "clientMoney", c.inline, c.family, c.active, c.created_by, c.created_at,
      c.modified_by, c.modified_at, (
        select count(*) from account a
        where a.acct_type = c.code or c.family and starts_with(a.acct_type, c.code || ':')
      ) as accounts
    from ledger_code c where c.id > ${page.after ?? 0n}
    order by c.id limit ${page.limit + 1} offset ${page.offset}`);
  const { rows, nextAfter } = pageFrom(found, page);
  const [all] = await call.db.query<{ count: bigint }>(sql`select count(*) from ledger_code`);
  return { count: all?.count ?? 0n, result: rows.map(codeRecord), nextAfter };
}

function codeRecord(row: CountedCode) {
  const { code, ...traits } = codeBody(row);
  const isDebit = row.accountClass === 'ASSET' || row.accountClass === 'EXPENSE';
  return {
    id: row.id,
    name: code,
    ...traits,
    normalSide: isDebit ? 'DEBIT' : 'CREDIT',
    accounts: row.accounts,
    ...shownStamp(row),
  };
}

/** Proposes a new code, or another shape of one; a second person approves it. */
export async function proposeLedgerCode(work: Work, body: LedgerCodeProposal): Promise<Outcome> {
  const { reason, effectiveNote, ...wished } = body;
  const standing = await selectCode(work.tx, body.code);
  const { inline = false, family = false } = standing ?? {};
  return proposeChange(work, {
    kind: LEDGER_CODE_KIND,
    subject: body.code,
    body: entryFrom({ ...wished, inline, family }),
    reason,
    effectiveNote,
  });
}

type ClassedMapping = MappingRow & {
  readonly account_class: string;
  readonly client_money: boolean;
};

/** Every line of an entry that the program books, and the code that it goes to. */
export async function listAccountMapping(call: Call, page: PageRequest): Promise<Page<object>> {
  const found = await call.db.query<ClassedMapping>(sql`
    select m.*, c.class as account_class, c.client_money
    from account_mapping m join ledger_code c on c.code = m.code
    where m.id > ${page.after ?? 0n}
    order by m.id limit ${page.limit + 1} offset ${page.offset}`);
  const { rows, nextAfter } = pageFrom(found, page);
  const [all] = await call.db.query<{ count: bigint }>(sql`select count(*) from account_mapping`);
  return { count: all?.count ?? 0n, result: rows.map(mappingRecord), nextAfter };
}

function mappingRecord(row: ClassedMapping) {
  return {
    id: row.id,
    name: nameOf(row),
    entry: row.entry,
    line: row.line,
    label: row.label,
    code: row.code,
    accountClass: row.account_class,
    clientMoney: row.client_money,
    ...shownStamp(row),
  };
}

/** Proposes another account for a line of an entry; a second person approves it. */
export function proposeAccountMapping(work: Work, body: MappingProposal): Promise<Outcome> {
  const { reason, effectiveNote, ...mapping } = body;
  return proposeChange(work, {
    kind: ACCOUNT_MAPPING_KIND,
    subject: nameOf(mapping),
    body: mapping,
    reason,
    effectiveNote,
  });
}
