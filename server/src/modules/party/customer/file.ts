// Exports all customers that match a search as a file with the columns of the list.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type Cell, memberCells, type SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { masksOf } from '../../../platform/http/shape/data-class.js';
import { PARTY } from '../limits.js';
import type { CashReads } from '../port.js';
import { type customerFileQuery, customerReply } from '../schema.js';
import { type CustomerReads, eachCustomer } from './customer.js';

// Identifiers are never shown in lists, so the file does not contain them.
const COLUMNS = [
  ...['id', 'name', 'label', 'partnerType', 'customerGroupLabel', 'businessOfficeLabel'],
  ...['status', 'workflowStatus', 'accountOpened', 'currency', 'cashAcct', 'cashAcctBalance'],
  ...['title', 'firstName', 'middleName', 'lastName', 'sex', 'cellPhone', 'emailAddress1'],
  ...['portalUserName', 'createdBy', 'createdDttm', 'lastModifiedBy', 'lastModifiedDttm'],
];

/**
 * Exports all customers that match the query, from one snapshot. Members are masked as in a list.
 */
export function customerFile(
  call: Call,
  request: { readonly query: Static<typeof customerFileQuery>; readonly format: SheetFormat },
  cashAccounts: CashReads,
): Promise<FileReply> {
  return onSnapshot(call.db, (tx) => {
    const sheet = {
      name: 'customers',
      columns: COLUMNS.map((title) => ({ title, width: 18 })),
      rows: rowsOf({ ...call, db: tx }, request.query, cashAccounts),
    };
    return sheetFile(sheet, request.format);
  });
}

async function* rowsOf(
  call: CustomerReads,
  query: Static<typeof customerFileQuery>,
  cashAccounts: CashReads,
): AsyncGenerator<readonly Cell[]> {
  const mask = masksOf(customerReply)?.ofList ?? ((record: object) => record);
  const request = { query, pageSize: PARTY.exportedPerBatch };
  for await (const record of eachCustomer(call, request, cashAccounts)) {
    yield memberCells(mask(record, call.principal), COLUMNS, customerReply);
  }
}
