// Lists the chart of accounts and the account mapping, and proposes changes to them.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { proposeChange } from '../../change/index.js';
import { ACCOUNT_MAPPING_KIND, codeBody, entryFrom, LEDGER_CODE_KIND, nameOf } from './change.js';
import {
  type ClassedMapping,
  type CountedCode,
  countCodes,
  countMapping,
  selectClassedMapping,
  selectCode,
  selectCountedCodes,
} from './queries.js';
import type { LedgerCodeProposal, MappingProposal } from './schema.js';

/** Lists the codes in the chart with the number of their accounts, oldest first. */
export async function listLedgerCodes(call: Call, page: PageRequest): Promise<Page<object>> {
  const found = await selectCountedCodes(call.db, page);
  const { rows, nextAfter } = pageFrom(found, page);
  return { count: await countCodes(call.db), result: rows.map(codeRecord), nextAfter };
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

/** Proposes a new or changed code; a second person approves it. */
export async function proposeLedgerCode(work: Work, body: LedgerCodeProposal): Promise<Outcome> {
  const { reason, effectiveNote, ...proposed } = body;
  const stored = await selectCode(work.tx, body.code);
  const { inline = false, family = false } = stored ?? {};
  return proposeChange(work, {
    kind: LEDGER_CODE_KIND,
    subject: body.code,
    body: entryFrom({ ...proposed, inline, family }),
    reason,
    effectiveNote,
  });
}

/** Lists every line of an entry with the code to which it is booked. */
export async function listAccountMapping(call: Call, page: PageRequest): Promise<Page<object>> {
  const found = await selectClassedMapping(call.db, page);
  const { rows, nextAfter } = pageFrom(found, page);
  return { count: await countMapping(call.db), result: rows.map(mappingRecord), nextAfter };
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
