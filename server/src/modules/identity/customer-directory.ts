// The ports through which identity reads customers and offices. Party owns both and implements the
// ports, which the app passes in.

import type { TSchema } from '@sinclair/typebox';
import type { Call, Work } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';

/** A portal customer's login. */
interface CustomerLogin {
  readonly id: bigint;
  /** The customer's code, as shown in the audit log. */
  readonly name: string;
  /** A hash from `hashPassword`; undefined for a customer without portal access. */
  readonly passwordHash: string | undefined;
  /** False if the customer may not log in (inactive, suspended or closed). */
  readonly active: boolean;
}

/** A customer's portal login, with the data that a password reset needs. */
export interface CustomerAccess extends CustomerLogin {
  readonly userName: string;
  /** The customer's name, for display. */
  readonly label: string;
  readonly emailAddress: string | undefined;
  readonly officeId: bigint;
}

/**
 * Reads and updates customers for identity. Every lookup returns undefined if the customer does not
 * exist, or if the caller (`call.principal`) cannot see their office.
 */
export interface CustomerDirectory {
  /** The shape of the customer record, including the data classes of its members. */
  readonly record: TSchema;
  /** Finds a login by portal user name, ignoring case. */
  readonly findLogin: (call: Call, userName: string) => Promise<CustomerLogin | undefined>;
  /**
   * Finds the customers with a portal login that has this user name or e-mail address, ignoring
   * case.
   */
  readonly findAccess: (
    tx: Tx,
    search: { readonly text: string; readonly officeIds: readonly bigint[] | undefined },
  ) => Promise<readonly CustomerAccess[]>;
  /** Locks a customer who has a portal user name. */
  readonly lockAccess: (tx: Tx, id: bigint) => Promise<CustomerAccess | undefined>;
  /** Stores the password hash of a locked customer. */
  readonly setPassword: (
    work: Pick<Work, 'tx' | 'now'>,
    customer: Pick<CustomerAccess, 'id' | 'name'>,
    passwordHash: string,
  ) => Promise<void>;
  /** Returns a customer's wire record (marked by `versioned`), without password or hash. */
  readonly recordOf: (call: Call, id: bigint) => Promise<object | undefined>;
  /** Returns a customer's wire record by portal user name, ignoring case. */
  readonly recordOfUserName: (call: Call, userName: string) => Promise<object | undefined>;
  /** Returns a customer's wire record by bank verification number. */
  readonly recordOfBvn: (call: Call, bvn: string) => Promise<object | undefined>;
}

/** Reads business offices for identity. */
export interface OfficeDirectory {
  /** Returns the given ids that do not belong to a business office. */
  readonly unknownOf: (tx: Tx, officeIds: readonly bigint[]) => Promise<readonly bigint[]>;
  /** Returns the names of the firm and its offices. */
  readonly firmNames: (tx: Tx) => Promise<readonly string[]>;
  /** Returns the firm's name and time zone, taken from its first office. */
  readonly firm: (
    on: Database | Tx,
  ) => Promise<{ readonly name: string; readonly timeZone: string } | undefined>;
}
