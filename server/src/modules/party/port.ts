// The ports through which party uses other modules: cash accounts, portfolios, and consent history.
// The app provides the implementations.

import type { Work } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';

/** The id and the code of a newly opened record. */
interface Opened {
  readonly id: bigint;
  readonly name: string;
}

interface CashAccountOpening {
  readonly customerId: bigint;
  readonly customerLabel: string;
  readonly officeId: bigint;
  readonly currency: string;
}

/** A customer's main cash account and its cleared balance, in minor units of its currency. */
export interface CustomerCash {
  readonly accountId: bigint;
  readonly name: string;
  readonly currency: string;
  readonly balanceMinor: bigint;
}

/** The port for cash accounts. Finance implements it. */
export interface CashAccounts {
  readonly open: (work: Work, opening: CashAccountOpening) => Promise<Opened>;
  /** Returns each customer's first cash account. Customers without one are left out. */
  readonly of: (
    on: Database | Tx,
    customerIds: readonly bigint[],
  ) => Promise<Map<bigint, CustomerCash>>;
}

/** The read-only part of the port for cash accounts. */
export type CashReads = Pick<CashAccounts, 'of'>;

interface PortfolioOpening {
  readonly customerId: bigint;
  readonly officeId: bigint;
  readonly currency: string;
  /** The requested type: a code, an alias or a label, such as INDIVIDUAL. */
  readonly portfolioTypeName: string | undefined;
  /** The portfolio type under the name that clients of the original API send. */
  readonly portfolioType: string | undefined;
  readonly label: string;
}

/** The port for portfolios. The order module implements it. */
interface Portfolios {
  readonly open: (work: Work, opening: PortfolioOpening) => Promise<Opened>;
}

/** The consents that a customer has refused. True means refused. */
export interface CustomerRefusals {
  readonly doNotCall: boolean;
  readonly doNotShare: boolean;
  readonly emailOptOut: boolean;
  readonly smsOptOut: boolean;
}

interface ConsentChange {
  readonly customerId: bigint;
  readonly officeId: bigint;
  /** Absent for a new customer. */
  readonly before: CustomerRefusals | undefined;
  readonly after: CustomerRefusals;
}

/**
 * The port for consent history. CRM implements it and writes in the same transaction as the change.
 */
export interface ConsentHistory {
  readonly record: (work: Work, change: ConsentChange) => Promise<void>;
}

/**
 * The ports that party uses. Without `portfolios`, customers are opened with only a cash account.
 * Without `pictures`, requests cannot contain a picture.
 */
export interface PartyPorts {
  readonly cashAccounts: CashAccounts;
  readonly portfolios?: Portfolios | undefined;
  readonly consents?: ConsentHistory | undefined;
  /** The store of customers' pictures. */
  readonly pictures?: AttachmentStore | undefined;
}
