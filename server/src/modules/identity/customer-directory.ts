// What identity needs of customers and offices. Party owns them and fulfils this; app/app.ts hands
// it in.

import type { TSchema } from '@sinclair/typebox';
import type { Call, Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';

/** What a portal login is checked against. */
interface CustomerLogin {
  readonly id: bigint;
  /** The customer's code, for the audit log. */
  readonly name: string;
  /** Made by `hashPassword`; undefined for a customer without portal access. */
  readonly passwordHash: string | undefined;
  /** False for a customer who may not log in (inactive, suspended, closed). */
  readonly active: boolean;
}

/** The portal login of a customer, as a password reset sees it. */
export interface CustomerAccess extends CustomerLogin {
  readonly userName: string;
  /** The customer's own name. */
  readonly label: string;
  readonly emailAddress: string | undefined;
  readonly officeId: bigint;
}

/**
 * Customers as identity sees them. Every look-up answers undefined for a customer that does not
 * exist or belongs to an office that the caller (`call.principal`) does not see.
 */
export interface CustomerDirectory {
  /** The shape of that record, with the classes of its members. */
  readonly record: TSchema;
  /** The login behind a portal user name, in any case. */
  readonly findLogin: (call: Call, userName: string) => Promise<CustomerLogin | undefined>;
  /** Customers with a portal login under this user name or e-mail address, in any case. */
  readonly findAccess: (
    tx: Tx,
    search: { readonly text: string; readonly officeIds: readonly bigint[] | undefined },
  ) => Promise<readonly CustomerAccess[]>;
  /** Locks a customer with a portal user name. */
  readonly lockAccess: (tx: Tx, id: bigint) => Promise<CustomerAccess | undefined>;
  /** Stores the hash of a password that a customer, who is locked, has set. */
  readonly setPassword: (
    work: Pick<Work, 'tx' | 'now'>,
    customer: Pick<CustomerAccess, 'id' | 'name'>,
    passwordHash: string,
  ) => Promise<void>;
  /**
   * The customer record as it goes over the wire (marked by `versioned`), without password or
   * hash.
   */
  readonly recordOf: (call: Call, id: bigint) => Promise<object | undefined>;
  /** The same by portal user name, in any case. */
  readonly recordOfUserName: (call: Call, userName: string) => Promise<object | undefined>;
  /** The same by bank verification number. */
  readonly recordOfBvn: (call: Call, bvn: string) => Promise<object | undefined>;
}

/** Business offices as identity needs them, when somebody is bound to some of them. */
export interface OfficeDirectory {
  /** Those of the ids that are no business office. */
  readonly unknownOf: (tx: Tx, officeIds: readonly bigint[]) => Promise<readonly bigint[]>;
  /** What the firm and its offices are called. */
  readonly firmNames: (tx: Tx) => Promise<readonly string[]>;
}
