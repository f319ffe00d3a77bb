// What party needs of modules further right: cash accounts, portfolios and the history of consent.
// app/app.ts passes them in.

import type { Work } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';

/** A record that was opened: its id and its code. */
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

/** Cash accounts, fulfilled by finance. */
export interface CashAccounts {
  readonly open: (work: Work, opening: CashAccountOpening) => Promise<Opened>;
  /** The first cash account of each customer; customers without one are absent. */
  readonly of: (
    on: Database | Tx,
    customerIds: readonly bigint[],
  ) => Promise<Map<bigint, CustomerCash>>;
}

/** Cash accounts for reads alone. */
export type CashReads = Pick<CashAccounts, 'of'>;

interface PortfolioOpening {
  readonly customerId: bigint;
  readonly officeId: bigint;
  readonly currency: string;
  /** The type that the request names, such as INDIVIDUAL. */
  readonly typeName: string;
  readonly label: string;
}

/** Portfolios, fulfilled by order. */
interface Portfolios {
  readonly open: (work: Work, opening: PortfolioOpening) => Promise<Opened>;
}

/** The consents that a customer refuses; each is true if refused. */
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

/** The history of consent, fulfilled by CRM; written in the transaction of the change. */
export interface ConsentHistory {
  readonly record: (work: Work, change: ConsentChange) => Promise<void>;
}

/** The ports of party. Without `portfolios` a customer is opened with a cash account only. */
export interface PartyPorts {
  readonly cashAccounts: CashAccounts;
  readonly portfolios?: Portfolios | undefined;
  readonly consents?: ConsentHistory | undefined;
}
