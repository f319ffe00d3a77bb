// The statement of an account for its customer.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Sheet } from '../../../platform/files/sheet.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { financeProblems } from '../problems.js';
import { type Ledger, type LedgerRequest, ledgerPage, openLedger } from './ledger-page.js';
import { LEDGER_COLUMNS, ledgerRows } from './ledger-sheet.js';
import { type Holder, holderOf } from './statement-queries.js';

export interface Statement {
  readonly ledger: Ledger;
  readonly holder: Holder;
}

/**
 * Opens the account with its sums and holder; refuses with WRONG_KIND_OF_ACCOUNT for a firm
 * account.
 */
export async function openStatement(
  on: { readonly tx: Tx; readonly call: Call },
  request: LedgerRequest,
): Promise<Statement> {
  const ledger = await openLedger(on, request);
  const { customer_id: customerId } = ledger.account;
  if (customerId === null) {
    throw refuseMember(
      financeProblems.WRONG_KIND_OF_ACCOUNT,
      'a',
      'is not an account of a customer',
    );
  }
  return { ledger, holder: await holderOf(on.tx, customerId) };
}

/** Returns one page of the statement: lines of the account's ledger, with its holder. */
export function readStatement(
  call: Call,
  request: LedgerRequest,
  page: PageRequest,
): Promise<Page<object>> {
  return onSnapshot(call.db, async (tx) => {
    const { ledger, holder } = await openStatement({ tx, call }, request);
    return {
      customerId: ledger.account.customer_id,
      customerName: holder.name,
      customerLabel: holder.label,
      businessOfficeName: ledger.account.office_name,
      ...(await ledgerPage(tx, ledger, page)),
    };
  });
}

/** Returns the whole statement as a table. */
export async function statementSheet(
  on: { readonly tx: Tx; readonly call: Call },
  request: LedgerRequest,
): Promise<Sheet> {
  const { ledger } = await openStatement(on, request);
  return {
    name: statementName(ledger),
    columns: LEDGER_COLUMNS,
    rows: ledgerRows(on.tx, ledger),
  };
}

/** Returns the file name, such as `statement-0000001234-2026-01-01-2026-03-31`. */
export function statementName({ account, request }: Ledger): string {
  return ['statement', account.name, request.sd, request.ed]
    .filter((part) => part !== undefined)
    .join('-');
}
