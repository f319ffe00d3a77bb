// General ledger: accounts with their sums over a range of dates, or a file with every line.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Sql } from '../../../platform/database/sql.js';
import type { Cell, Sheet } from '../../../platform/files/sheet.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { GENERAL_LEDGER } from '../limits.js';
import { countAccounts, matchingAccounts, selectAccounts } from './general-ledger-queries.js';
import { type Ledger, type LedgerAccount, ledgerSums, openingOf, rangeOf } from './ledger-page.js';
import { sumLedger } from './ledger-queries.js';
import { LEDGER_COLUMNS, ledgerRows } from './ledger-sheet.js';
import { refuseBackwards, refuseUnknownPlace } from './report.js';
import type { GeneralLedgerFileQuery } from './schema.js';

/** Returns one page of accounts with the range's opening balance, totals and closing balance. */
export function readGeneralLedger(
  call: Call,
  query: GeneralLedgerFileQuery,
  page: PageRequest,
): Promise<Page<object>> {
  refuseBackwards(query.sd, query.ed);
  return onSnapshot(call.db, async (tx) => {
    await refuseUnknownPlace({ tx, call }, query);
    const matching = matchingAccounts(call, query);
    const { rows, nextAfter } = pageFrom(await selectAccounts(tx, matching, page), page);
    const ledgers = await Promise.all(rows.map((account) => ledgerOf(tx, account, query)));
    const result = ledgers.map((ledger) => ({
      businessOfficeName: ledger.account.office_name,
      ...ledgerSums(ledger),
      lines: ledger.sums.line_count,
    }));
    return { count: await countAccounts(tx, matching), result, nextAfter };
  });
}

/**
 * Returns every line of every matching account, except accounts that have neither lines nor a
 * balance.
 */
export async function generalLedgerSheet(
  { tx, call }: { readonly tx: Tx; readonly call: Call },
  query: GeneralLedgerFileQuery,
): Promise<Sheet> {
  refuseBackwards(query.sd, query.ed);
  await refuseUnknownPlace({ tx, call }, query);
  const dates = [query.sd, query.ed].filter((date) => date !== undefined);
  return {
    name: ['general-ledger', ...dates].join('-'),
    columns: LEDGER_COLUMNS,
    rows: rowsOf(tx, matchingAccounts(call, query), query),
  };
}

async function* rowsOf(
  tx: Tx,
  matching: Sql,
  query: GeneralLedgerFileQuery,
): AsyncGenerator<readonly Cell[]> {
  const limit = GENERAL_LEDGER.accountsReadAtOnce;
  for (let after = 0n; ; ) {
    const found = await selectAccounts(tx, matching, { limit, offset: 0, after });
    const accounts = found.slice(0, limit);
    const ledgers = await Promise.all(accounts.map((account) => ledgerOf(tx, account, query)));
    for (const ledger of ledgers) {
      if (openingOf(ledger) !== 0n || ledger.sums.line_count > 0n) yield* ledgerRows(tx, ledger);
    }
    if (found.length <= limit) return;
    after = accounts.at(-1)?.id ?? after;
  }
}

async function ledgerOf(
  tx: Tx,
  account: LedgerAccount,
  { sd, ed, asOf }: GeneralLedgerFileQuery,
): Promise<Ledger> {
  const request = {
    ...(sd === undefined ? {} : { sd }),
    ...(ed === undefined ? {} : { ed }),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const range = await rangeOf(tx, account, request);
  return { account, request, range, sums: await sumLedger(tx, range) };
}
