// Imports bank statements from files, matches them with posted cash transactions, and undoes
// imports.

import { present } from '../../../platform/assert.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { columnsNotRead } from '../../../platform/row-file/import-rows.js';
import { type FirmAccountRow, findFirmAccount } from '../cash/account-queries.js';
import { financeProblems } from '../problems.js';
import { storeRefused } from './error-file.js';
import { FileRefused } from './file-fault.js';
import { splitLines } from './identity.js';
import { certainPairs, type Pair, storePairs, storeUncleared } from './match-queries.js';
import { findGaps, storePages } from './page.js';
import { removePages } from './page-queries.js';
import {
  countBooked,
  countStatements,
  handOverLines,
  insertStatement,
  type LineRow,
  lockBankAccount,
  removeLines,
  type StatementRow,
  selectEqualLines,
  selectStatement,
  selectStatements,
  storeUndone,
} from './queries.js';
import type { BankStatementBody } from './schema.js';
import { type BankLine, readBankFile } from './statement-file.js';
import type { FileNote } from './statement-line.js';

/**
 * Imports a file and matches unambiguous pairs. Lines that were imported before are counted and
 * skipped, so a file may be sent twice or overlap another. If the file is refused, only its invalid
 * rows are stored, for the error file.
 */
export async function importBankStatement(work: Work, body: BankStatementBody): Promise<Outcome> {
  const account = await bankAccountOf(work, body.contraAcctName);
  const file = await readOrRefusal(body, account.currency);
  if (file instanceof FileRefused) {
    // A dry run stores nothing, so it has no error file.
    if (work.tx.dryRun) throw file;
    return storeRefused(work, await newStatement(work, account, body), file);
  }
  await lockBankAccount(work.tx, account.id);
  const row = await newStatement(work, account, body);
  const { id, currency } = row;
  const hashes = file.lines.map(({ contentHash }) => contentHash);
  const stored = await selectEqualLines(work.tx, account.id, hashes);
  const split = splitLines(file.lines, file.pages, stored);
  await insertStatement(work.tx, row, { ...split, ...stampOf(work) });
  const found = await storePages(work, row, file.pages);
  await matchCertain(work, account.id);
  const outcome = await written(work, id, 'imported');
  const unread = body.columns === undefined ? columnsNotRead(file.headers, body.mapping) : [];
  const warnings = [
    ...found,
    ...skippedWarnings(body, file.notes),
    ...valueDateWarnings(file.valueDateHeader),
    ...unread,
  ];
  const shown = work.tx.dryRun
    ? { lines: await mapInTurns(file.lines, (line) => shownLine(line, currency)) }
    : {};
  return {
    ...outcome,
    created: true,
    location: `finance/bank-statement/line/list?statementId=${id}`,
    extra: {
      ...(file.reading && { reading: file.reading }),
      ...shown,
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

async function newStatement(
  work: Work,
  { id: accountId, currency, office_id }: FirmAccountRow,
  { fileName }: BankStatementBody,
) {
  const id = await work.context.ids.next(work.tx, 'bank_statement_id');
  const of = { account_id: accountId, office_id, currency, file_name: fileName ?? null };
  return { id, name: codeOf(id), ...of };
}

async function readOrRefusal(body: BankStatementBody, currency: string) {
  try {
    return await readBankFile(body, currency);
  } catch (error) {
    if (error instanceof FileRefused) return error;
    throw error;
  }
}

function valueDateWarnings(header: string | undefined) {
  if (header === undefined) return [];
  const detail = `the file has no booking date, so ${header} is read as the booking date`;
  return [{ code: 'VALUE_DATE_AS_BOOKING_DATE', detail, columns: [header] }];
}

function skippedWarnings(body: BankStatementBody, notes: readonly FileNote[]) {
  const text = body.mt940 === undefined ? 'camt053' : 'mt940';
  const member = body.file === undefined ? text : 'file';
  return notes.map(({ row, detail }) => ({
    code: 'LEFT_OUT_OF_FILE',
    detail: `row ${row}: ${detail}`,
    pointer: `/${member}/${row}`,
  }));
}

function shownLine(line: BankLine, currency: string) {
  const { lineNo, bookedOn, amountMinor, reference, description } = line;
  return {
    lineNo,
    bookedOn,
    amount: minorToDecimal(amountMinor, currency),
    reference: reference ?? undefined,
    description: description ?? undefined,
  };
}

/** Matches unambiguous pairs again, after more transactions were posted. */
export async function matchBankStatement(work: Work, id: bigint): Promise<Outcome> {
  const { account_id: accountId } = await statementSteps.lockVisible(work, id, ['IMPORTED']);
  await matchCertain(work, accountId);
  return written(work, id, 'matched');
}

/**
 * Undoes an import: deletes its lines, and its transactions are no longer cleared. Lines that
 * another statement also contains are kept with their matches.
 */
export async function undoBankStatement(work: Work, id: bigint): Promise<Outcome> {
  const row = await statementSteps.lockVisible(work, id, ['IMPORTED']);
  await handOverLines(work.tx, id);
  await refuseBooked(work, id);
  await markUncleared(work, row.office_id, await removeLines(work.tx, id));
  const pages = await removePages(work.tx, row);
  await findGaps(work, row, pages);
  await storeUndone(work.tx, id, stampOf(work));
  return written(work, id, 'undone');
}

// Without its line, the journal would not be found when the file is imported again.
async function refuseBooked(work: Work, id: bigint): Promise<void> {
  const booked = await countBooked(work.tx, id);
  if (booked === 0n) return;
  throw refusal(financeProblems.BANK_STATEMENT_WRONG_STATE, {
    detail: `journals have booked ${booked} lines of the import: cancel or reverse them first`,
    args: ['BOOKED'],
  });
}

/** Lists the statements in the caller's offices, newest first. */
export async function listBankStatements(call: Call, page: PageRequest): Promise<Page<object>> {
  const { offices } = call.principal;
  const { rows, nextAfter } = pageFrom(await selectStatements(call.db, offices, page), page);
  return { count: await countStatements(call.db, offices), result: rows.map(toRecord), nextAfter };
}

interface PairEvent {
  readonly type: 'cash-transaction.cleared' | 'cash-transaction.uncleared';
  readonly officeId: bigint;
}

/** Marks the transactions of undone pairs as not cleared, and sends their events. */
export async function markUncleared(
  work: Work,
  officeId: bigint,
  pairs: readonly Pair[],
): Promise<void> {
  const shown = pairs.filter((pair) => !pair.of_reversal).map((pair) => pair.transaction_id);
  await storeUncleared(work.tx, shown, stampOf(work));
  notifyPairs(work, { type: 'cash-transaction.uncleared', officeId }, pairs);
}

/**
 * Sends an event for each pair that was matched or undone. A line for a reversal does not change
 * its transaction.
 */
export function notifyPairs(work: Work, event: PairEvent, pairs: readonly Pair[]): void {
  for (const { line_id, transaction_id, of_reversal } of pairs) {
    if (of_reversal) continue;
    work.events.push({ ...event, subjectId: transaction_id, data: { bankLineId: line_id } });
  }
}

/** Returns the author and the time of the change. */
export function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}

async function matchCertain(work: Work, accountId: bigint): Promise<void> {
  const pairs = await certainPairs(work.tx, accountId);
  if (pairs.length === 0) return;
  const matched = await storePairs(work.tx, pairs, stampOf(work));
  const account = present(await findFirmAccount(work.tx, { id: accountId }), 'the account exists');
  notifyPairs(work, { type: 'cash-transaction.cleared', officeId: account.office_id }, matched);
}

async function bankAccountOf(work: Work, name: string): Promise<FirmAccountRow> {
  const account = await findFirmAccount(work.tx, { name });
  if (!account || !seesOffice(work.principal, account.office_id)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'contraAcctName',
      'does not match any account',
    );
  }
  if (account.customer_id !== null) {
    const why = 'must be an account of the firm';
    throw refuseMember(financeProblems.WRONG_KIND_OF_ACCOUNT, 'contraAcctName', why);
  }
  return account;
}

// The account is locked instead of the statement, so the state is read again once the lock is held.
const statementSteps = stateSteps({
  lock: async ({ tx }: Work, id: bigint) => {
    const seen = await selectStatement(tx, id);
    if (seen === undefined) return undefined;
    await lockBankAccount(tx, seen.account_id);
    return selectStatement(tx, id);
  },
  isVisible: isOfOffices,
  stateOf: ({ state }) => state,
  wrongState: financeProblems.BANK_STATEMENT_WRONG_STATE,
  detailOf: () => undefined,
});

async function written(
  work: Work,
  id: bigint,
  done: 'imported' | 'matched' | 'undone',
): Promise<Outcome> {
  const row = present(await selectStatement(work.tx, id), 'the statement was just written');
  work.events.push({
    type: `bank-statement.${done}`,
    subjectId: id,
    officeId: row.office_id,
    data: { lines: row.line_count, matched: row.matched_count, gaps: row.gap_count },
  });
  return {
    msgCode: `BANK_STATEMENT_${done.toUpperCase()}`,
    id,
    name: row.name,
    result: toRecord(row),
    version: row.version,
  };
}

function toRecord(row: StatementRow) {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    accountId: row.account_id,
    accountName: row.account_name,
    currency: row.currency,
    fileName: row.file_name ?? undefined,
    lineCount: row.line_count,
    doubledCount: row.doubled_count,
    matchedCount: row.matched_count,
    refusedCount: row.refused_count,
    pageCount: row.page_count,
    gapCount: row.gap_count,
    bankAccount: row.bank_account ?? undefined,
    openingBalance: balanceOf(row.opening_minor, row),
    closingBalance: balanceOf(row.closing_minor, row),
    ...shownStamp(row),
  };
}

const balanceOf = (minor: bigint | null, { currency }: StatementRow) =>
  minor === null ? undefined : minorToDecimal(minor, currency);

/** Returns the wire record of a line. Credits are positive. */
export function bankLineRecord(row: LineRow) {
  return {
    id: row.id,
    statementId: row.statement_id,
    lineNo: row.line_no,
    accountId: row.account_id,
    accountName: row.account_name,
    bookedOn: row.booked_on,
    amount: minorToDecimal(row.amount_minor, row.currency),
    currency: row.currency,
    reference: row.reference ?? undefined,
    description: row.description ?? undefined,
    cashTransactionId: row.transaction_id ?? undefined,
    cashTransactionName: row.transaction_name ?? undefined,
    ofReversal: row.transaction_id === null ? undefined : row.of_reversal,
    journalDraftId: row.manual_journal_id ?? undefined,
    journalState: row.journal_state ?? undefined,
    journalId: row.journal_id ?? undefined,
    matchedBy: row.matched_by ?? undefined,
    matchedDttm: row.matched_at ?? undefined,
  };
}
