// Provides customers' portal logins and records to the identity module.

import { seesOffice } from '../../../platform/context.js';
import type { CustomerAccess, CustomerDirectory } from '../../identity/index.js';
import type { CashReads } from '../port.js';
import { customerReply } from '../schema.js';
import { findRecord } from './customer.js';
import {
  type AccessRow,
  lockAccess,
  selectAccess,
  selectLogin,
  updatePortalPassword,
} from './queries.js';

/** Implements the identity module's port for customers. */
export function customerDirectory(cashAccounts: CashReads): CustomerDirectory {
  return {
    record: customerReply,
    findLogin: async (call, userName) => {
      const login = await selectLogin(call.db, userName);
      if (login === undefined || !seesOffice(call.principal, login.officeId)) return undefined;
      return {
        id: login.id,
        name: login.name,
        passwordHash: login.passwordHash ?? undefined,
        active: login.mayLogIn,
      };
    },
    findAccess: async (tx, search) => (await selectAccess(tx, search)).map(accessOf),
    lockAccess: async (tx, id) => {
      const row = await lockAccess(tx, id);
      return row && accessOf(row);
    },
    setPassword: ({ tx, now }, { id, name }, passwordHash) =>
      updatePortalPassword(tx, id, { passwordHash, by: name, at: now }),
    recordOf: (call, id) => findRecord(call, { id }, cashAccounts),
    recordOfUserName: (call, userName) => findRecord(call, { userName }, cashAccounts),
    recordOfBvn: (call, bvn) => findRecord(call, { bvn }, cashAccounts),
  };
}

function accessOf({ emailAddress, passwordHash, mayLogIn, ...row }: AccessRow): CustomerAccess {
  return {
    ...row,
    emailAddress: emailAddress ?? undefined,
    passwordHash: passwordHash ?? undefined,
    active: mayLogIn,
  };
}
