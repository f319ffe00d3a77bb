// The ports by which identity reads customers and offices. Party owns both and implements the
// ports; the app hands them in.

import type { TSchema } from '@sinclair/typebox';
import type { Call, Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';

/** The login of a portal customer. */
interface CustomerLogin {
  readonly id: bigint;
  /** The customer's code, for the audit log. */
  readonly name: string;
  /** From `hashPassword`; undefined for a customer without portal access. */
  readonly passwordHash: string | undefined;
  /** False for a customer who may not log in (inactive, suspended, closed). */
  readonly active: boolean;
}

/** The portal login of a customer, with what a password reset needs. */
export interface CustomerAccess extends CustomerLogin {
  readonly userName: string;
  /** The customer's own name. */
  readonly label: string;
  readonly emailAddress: string | undefined;
  readonly officeId: bigint;
}

/**
 * Reads and updates customers for identity. Every look-up returns undefined for a customer that
 * does not exist or belongs to an office that the caller (`call.principal`) may not see.
 */
export interface CustomerDirectory {
  /** The shape of the customer record, with the data classes of its members. */
  readonly record: TSchema;
  /** The login of a portal user name, in any case. */
  readonly findLogin: (call: Call, userName: string) => Promise<CustomerLogin | undefined>;
  /** Customers with a portal login under this user name or e-mail address, in any case. */
  readonly findAccess: (
    tx: Tx,
    search: { readonly text: string; readonly officeIds: readonly bigint[] | undefined },
  ) => Promise<readonly CustomerAccess[]>;
  /** Locks a customer with a portal user name. */
  readonly lockAccess: (tx: Tx, id: bigint) => Promise<CustomerAccess | undefined>;
  /** Stores the password hash of a locked customer. */
  readonly setPassword: (
    work: Pick<Work, 'tx' | 'now'>,
    customer: Pick<CustomerAccess, 'id' | 'name'>,
    passwordHash: string,
  ) => Promise<void>;
  /** The wire record of a customer (marked by `versioned`), without password or hash. */
  readonly recordOf: (call: Call, id: bigint) => Promise<object | undefined>;
  /** The wire record of a customer by portal user name, in any case. */
  readonly recordOfUserName: (call: Call, userName: string) => Promise<object | undefined>;
  /** The wire record of a customer by bank verification number. */
  readonly recordOfBvn: (call: Call, bvn: string) => Promise<object | undefined>;
}

/** Reads business offices for identity. */
export interface OfficeDirectory {
  /** The ids that do not belong to a business office. */
  readonly unknownOf: (tx: Tx, officeIds: readonly bigint[]) => Promise<readonly bigint[]>;
  /** The names of the firm and its offices. */
  readonly firmNames: (tx: Tx) => Promise<readonly string[]>;
}
