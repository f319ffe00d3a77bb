// What the app hands to identity: customers and offices, which party owns, and e-mail by CRM.

import { type Gateway, hasSendingOffice, queueLoginMail } from './modules/crm/index.js';
import type { CustomerDirectory, OfficeDirectory, SecurityMail } from './modules/identity/index.js';
import {
  type CashAccounts,
  customerDirectory,
  firmNames,
  officeById,
} from './modules/party/index.js';

interface IdentityPorts {
  readonly customers: CustomerDirectory;
  readonly offices: OfficeDirectory;
  readonly mail: SecurityMail;
}

/** The ports of identity, fulfilled by the modules to its right. */
export function identityPorts(
  cashAccounts: CashAccounts,
  gateways: readonly Gateway[],
): IdentityPorts {
  const hasGateway = gateways.some(({ channel }) => channel === 'EMAIL');
  return {
    customers: customerDirectory(cashAccounts),
    offices: { unknownOf, firmNames },
    mail: {
      isAvailable: async (tx) => hasGateway && (await hasSendingOffice(tx)),
      queue: queueLoginMail,
    },
  };
}

const unknownOf: OfficeDirectory['unknownOf'] = async (tx, officeIds) => {
  const unknown: bigint[] = [];
  for (const id of officeIds) {
    if ((await officeById(tx, id)) === undefined) unknown.push(id);
  }
  return unknown;
};
