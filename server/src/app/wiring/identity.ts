// The ports of the identity module: customers and offices from party, e-mail from CRM, and the
// journals covered by the audit chain from finance.

import { type Gateway, hasSendingOffice, queueLoginMail } from '../../modules/crm/index.js';
import { journalSource } from '../../modules/finance/index.js';
import type {
  CustomerDirectory,
  LinkedSource,
  OfficeDirectory,
  SecurityMail,
} from '../../modules/identity/index.js';
import {
  type CashAccounts,
  customerDirectory,
  firmNames,
  firmOf,
  officeById,
} from '../../modules/party/index.js';

interface IdentityPorts {
  readonly customers: CustomerDirectory;
  readonly offices: OfficeDirectory;
  readonly mail: SecurityMail;
  readonly linked: readonly LinkedSource[];
}

/** Creates the identity module's ports from modules later in the dependency order. */
export function identityPorts(
  cashAccounts: CashAccounts,
  gateways: readonly Gateway[],
): IdentityPorts {
  const hasGateway = gateways.some(({ channel }) => channel === 'EMAIL');
  return {
    customers: customerDirectory(cashAccounts),
    offices: { unknownOf, firmNames, firm: firmOf },
    linked: [journalSource],
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
