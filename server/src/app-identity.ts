// What the app hands to identity: customers and offices, which party owns.

import type { CustomerDirectory, OfficeDirectory } from './modules/identity/index.js';
import { type CashAccounts, customerDirectory, officeById } from './modules/party/index.js';

/** The ports of identity, fulfilled by the modules to its right. */
export function identityPorts(cashAccounts: CashAccounts): {
  readonly customers: CustomerDirectory;
  readonly offices: OfficeDirectory;
} {
  return { customers: customerDirectory(cashAccounts), offices: { unknownOf } };
}

const unknownOf: OfficeDirectory['unknownOf'] = async (tx, officeIds) => {
  const unknown: bigint[] = [];
  for (const id of officeIds) {
    if ((await officeById(tx, id)) === undefined) unknown.push(id);
  }
  return unknown;
};
