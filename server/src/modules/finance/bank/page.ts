// Stores the balances of the bank's own statements, finds gaps and overlaps between statements, and
// compares balances with the ledger.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { findFirmAccount } from '../cash/account-queries.js';
import { BANK_STATEMENT } from '../limits.js';
import { financeProblems } from '../problems.js';
import { chainOf } from './continuity.js';
import { pageKeyOf } from './identity.js';
import {
  compareWithBooks,
  countPages,
  findContradiction,
  findOtherBankAccount,
  insertPages,
  type PageRow,
  selectChain,
  selectPages,
  storeGaps,
} from './page-queries.js';
import type { StatementRow } from './queries.js';
import type { PageQuery, ReconciliationQuery } from './schema.js';
import type { StatementPage } from './statement-line.js';

type NewStatement = Pick<StatementRow, 'id' | 'account_id' | 'office_id' | 'currency'>;

/** A warning in the reply of an import. */
interface ImportWarning {
  readonly code: string;
  readonly detail: string;
}

/**
 * Stores the pages of an import, after its lines. Refuses with BANK_STATEMENT_REFUSED if a
 * statement was imported before with other lines. Returns warnings about gaps and overlaps.
 */
export async function storePages(
  work: Work,
  row: NewStatement,
  pages: readonly StatementPage[],
): Promise<ImportWarning[]> {
  if (pages.length === 0) return [];
  const other = await otherAccount(work, row, pages);
  const keyed = pages.map((page, index) => ({
    ...page,
    pageNo: index + 1,
    pageKey: pageKeyOf(page),
  }));
  await insertPages(work.tx, row, keyed);
  const wrong = await findContradiction(work.tx, row.id);
  if (wrong !== undefined) {
    const page = pages[wrong.page_no - 1];
    const name = `statement ${page?.number ?? ''} that closes on ${page?.closedOn}`;
    throw refusal(financeProblems.BANK_STATEMENT_REFUSED, {
      detail:
        `${name} was already imported with different lines by import ${wrong.other_name}: ` +
        'undo that import first; nothing was imported',
    });
  }
  return [...other, ...(await findGaps(work, row, pages))];
}

async function otherAccount(
  work: Work,
  { account_id: accountId }: NewStatement,
  [page]: readonly StatementPage[],
): Promise<ImportWarning[]> {
  const own = page?.bankAccount;
  if (own === undefined || own === null) return [];
  const other = await findOtherBankAccount(work.tx, accountId, own);
  if (other === undefined) return [];
  const detail = `earlier statements of this account are for the bank account ${other}, not ${own}`;
  return [{ code: 'OTHER_BANK_ACCOUNT', detail }];
}

/**
 * Checks again whether these pages and their neighbours continue the page before them, and stores
 * the result. Returns a warning for each page that does not.
 */
export async function findGaps(
  work: Work,
  { account_id: accountId, currency }: Pick<StatementRow, 'account_id' | 'currency'>,
  pages: readonly Pick<StatementPage, 'closedOn'>[],
): Promise<ImportWarning[]> {
  const days = pages.map(({ closedOn }) => closedOn).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const links = chainOf(await selectChain(work.tx, accountId, { from, to }));
  // The page before the range is skipped, because its own predecessor was not selected.
  const checked = links.filter(({ page }, index) => index > 0 || page.closed_on >= from);
  await storeGaps(
    work.tx,
    checked.map(({ page, before, gap }) => ({
      ...{ id: page.id, gap },
      expected_minor: gap === null ? null : (before?.closing_minor ?? null),
    })),
  );
  const shown = (minor: bigint) => minorToDecimal(minor, currency).toFixed();
  const broken = links.flatMap(({ page, before, gap }) => {
    if (gap === null || before === undefined) return [];
    const opens = `the statement of ${page.closed_on} opens with ${shown(page.opening_minor)}`;
    const closed = `that of ${before.closed_on} closed with ${shown(before.closing_minor)}`;
    const why = gap === 'GAP' ? 'a statement is missing between them' : 'they overlap';
    return [{ code: 'STATEMENT_GAP', detail: `${opens}, but ${closed}: ${why}` }];
  });
  return broken.slice(0, BANK_STATEMENT.notesShown);
}

/** Lists the bank's statements in the caller's offices, latest import first. */
export async function listPages(
  call: Call,
  query: PageQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...query, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectPages(call.db, filter, page), page);
  const count = await countPages(call.db, filter);
  return { count, result: rows.map(pageRecord), nextAfter };
}

function pageRecord(row: PageRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    id: row.id,
    statementId: row.statement_id,
    statementName: row.statement_name,
    accountId: row.account_id,
    accountName: row.account_name,
    currency: row.currency,
    bankAccount: row.bank_account ?? undefined,
    number: row.number ?? undefined,
    sequence: row.sequence ?? undefined,
    openedOn: row.opened_on,
    openingBalance: amount(row.opening_minor),
    closedOn: row.closed_on,
    closingBalance: amount(row.closing_minor),
    gap: row.gap ?? undefined,
    expectedBalance: row.expected_minor === null ? undefined : amount(row.expected_minor),
    ledgerBalance: amount(row.ledger_minor),
    difference: amount(row.closing_minor - row.ledger_minor),
  };
}

/**
 * Compares the last statement of an account up to a date with the ledger on the day it closed.
 * Items on only one side explain the difference; `unexplained` is what remains.
 */
export async function reconcileAccount(call: Call, query: ReconciliationQuery): Promise<object> {
  const account = await findFirmAccount(call.db, { id: query.a });
  if (!account || !seesOffice(call.principal, account.office_id) || account.customer_id !== null) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const date = query.d ?? (await currentBusinessDate(call.db));
  const row = await compareWithBooks(call.db, account.id, date);
  const { currency } = account;
  const about = { accountId: account.id, accountName: account.name, currency };
  if (row === undefined) return about;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const difference = row.closing_minor - row.ledger_minor;
  return {
    ...about,
    closedOn: row.closed_on,
    statementBalance: amount(row.closing_minor),
    ledgerBalance: amount(row.ledger_minor),
    difference: amount(difference),
    openLineCount: row.open_count,
    openLineAmount: amount(row.open_minor),
    unclearedCount: row.uncleared_count,
    unclearedAmount: amount(row.uncleared_minor),
    unexplained: amount(difference - row.open_minor + row.uncleared_minor),
    gapCount: row.gap_count,
  };
}
