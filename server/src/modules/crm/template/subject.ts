// The record kinds that messages can be about, and the variables of each.

import type { Context } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { RELATED_KINDS, type RelatedKind } from '../person/related-kind.js';

/** The record kinds that templates can be written for. */
export const SUBJECT_KINDS = [
  'LEAD',
  'CONTACT',
  'CUSTOMER',
  'TRADE_ORDER',
  'CONTRACT_NOTE',
  'CASH_TRANSACTION',
  'TERM_INSTRUMENT',
  'DISCOUNTED_INSTRUMENT',
  'TREASURY_BILL',
  'FUND_TRANSACTION',
  'ENTITLEMENT',
  'WEALTH_STATEMENT',
  'TAX_PACK',
  'ELECTION_REMINDER',
  'REFERENCE_CHANGE',
  'ACTIVITY',
] as const;

export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Returns whether templates can be written for a record kind. */
export function isSubjectKind(kind: string): kind is SubjectKind {
  return SUBJECT_KINDS.some((each) => each === kind);
}

/** A variable that templates can use. */
interface Variable {
  /** Full name, such as `customer.firstName`. */
  readonly name: string;
  readonly description: string;
  /** Value in a preview without a record. */
  readonly sample: string;
}

type Group = Readonly<Record<string, readonly [description: string, sample: string]>>;

const firm: Group = {
  name: ['Name of the firm, from the letterhead of the office', 'Countinghouse Securities'],
  office: ['Name of the business office', 'Lagos'],
  contact: ['Contact details of the office, from its letterhead', '+234 700 555 0100'],
};

const recipient: Group = {
  name: ['Name of the recipient', 'Ngozi Okafor'],
};

const person: Group = {
  label: ['Whole name', 'Ngozi Okafor'],
  title: ['Title', 'Mrs'],
  firstName: ['First name', 'Ngozi'],
  lastName: ['Last name', 'Okafor'],
};

const customer: Group = { ...person, number: ['Number of the customer', '0000000042'] };

const lead: Group = {
  ...person,
  number: ['Number of the lead', '0000000017'],
  organization: ['Organisation', 'Okafor & Daughters'],
  status: ['State of the lead', 'QUALIFIED'],
  source: ['Where the lead came from', 'WEB'],
};

const contact: Group = { ...person, number: ['Number of the contact', '0000000023'] };

const order: Group = {
  number: ['Number of the order', '0000851716'],
  side: ['BUY or SELL', 'BUY'],
  security: ['Code of the security', 'ACCESS'],
  securityLabel: ['Name of the security', 'Access Holdings PLC'],
  quantity: ['Units ordered', '1,000'],
  filled: ['Filled units', '1,000'],
  averagePrice: ['Average price of the fills', '25.05'],
  limitPrice: ['Limit price', '25.10'],
  currency: ['Currency', 'NGN'],
  status: ['State of the order', 'EXECUTED'],
  date: ['Business date of the order', '2026-12-07'],
  portfolio: ['Number of the portfolio', '0000000042'],
};

const note: Group = {
  number: ['Number of the contract note', '0000000101'],
  side: ['BUY or SELL', 'BUY'],
  security: ['Code of the security', 'ACCESS'],
  securityLabel: ['Name of the security', 'Access Holdings PLC'],
  quantity: ['Units', '1,000'],
  averagePrice: ['Average price', '25.05'],
  consideration: ['Value of the trade', 'NGN 25,050.00'],
  charges: ['Total of all charges', 'NGN 452.11'],
  net: ['Amount to pay or receive', 'NGN 25,502.11'],
  tradeDate: ['Trade date', '2026-12-07'],
  settlementDate: ['Settlement date', '2026-12-09'],
  orderNumber: ['Number of the order', '0000851716'],
};

const cash: Group = {
  number: ['Number of the cash transaction', '0000000311'],
  type: ['RECEIPT, PAYMENT or TRANSFER', 'RECEIPT'],
  method: ['Payment method', 'BANK_TRANSFER'],
  amount: ['Amount', 'NGN 50,000.00'],
  state: ['State of the transaction', 'POSTED'],
  reference: ['Reference', 'TRF/2026/118'],
  description: ['Its purpose', 'Deposit'],
  madeBy: ['Who captured it', 'operations'],
};

const deposit: Group = {
  number: ['Number of the deposit or loan', '0000000205'],
  product: ['Name of the product', 'Fixed deposit 90 days'],
  faceValue: ['Principal', 'NGN 1,000,000.00'],
  rate: ['Interest rate in percent per year', '12.5'],
  tenure: ['Days', '90'],
  startDate: ['First day', '2026-12-07'],
  maturityDate: ['Last day', '2027-03-07'],
  status: ['State', 'RUNNING'],
};

const paper: Group = {
  number: ['Number of the purchase', '0000000207'],
  product: ['Name of the product or issue', 'Treasury bill 91 days'],
  faceValue: ['Paid at maturity', 'NGN 1,000,000.00'],
  discountRate: ['Discount rate in percent per year', '17.25'],
  tenure: ['Days', '91'],
  startDate: ['First day', '2026-12-07'],
  maturityDate: ['Last day', '2027-03-08'],
  status: ['State', 'RUNNING'],
};

const fund: Group = {
  number: ['Number of the order', '0000000209'],
  type: ['Subscription or redemption', 'SUBSCRIPTION'],
  fund: ['Name of the fund', 'Money Market Fund'],
  amount: ['Amount', 'NGN 100,000.00'],
  units: ['Units', '990.0990'],
  status: ['State', 'EXECUTED'],
};

const entitlement: Group = {
  event: ['Name of the corporate action', '0000000031'],
  kind: ['Its kind, such as DVCA', 'DVCA'],
  label: ['Description of it', 'Interim dividend 2026'],
  security: ['Code of the security', 'ZENITHBANK'],
  securityLabel: ['Name of the security', 'Zenith Bank Plc'],
  portfolio: ['Name of the portfolio', '0000000012'],
  quantity: ['Entitled units', '3,333'],
  gross: ['Amount before tax', 'NGN 1,899.81'],
  withheld: ['Withheld tax', 'NGN 189.98'],
  net: ['Amount paid', 'NGN 1,709.83'],
  newUnits: ['New units', '333'],
  exDate: ['Ex-date', '2026-09-14'],
  paymentDate: ['Date of payment', '2026-09-25'],
  paidBy: ['REGISTRAR or FIRM', 'FIRM'],
};

const statement: Group = {
  number: ['Number of the statement of wealth', 'WS0000000031'],
  from: ['First date of its period', '2026-10-01'],
  to: ['Last date of its period', '2026-12-31'],
  currency: ['Currency', 'NGN'],
};

const pack: Group = {
  number: ['Number of the tax pack', 'TP0000000031'],
  year: ['Calendar year in which the tax year starts', '2026'],
  from: ['First day of the tax year', '2026-01-01'],
  until: ['Last day of the tax year', '2026-12-31'],
  state: ['DRAFT, PROVISIONAL or FINAL', 'FINAL'],
  version: ['1 for the first pack of the year', '1'],
};

const election: Group = {
  event: ['Name of the corporate action', '0000000031'],
  kind: ['Its kind, such as DVOP', 'DVOP'],
  label: ['Description of it', 'Scrip dividend 2026'],
  security: ['Code of the security', 'STANBIC'],
  securityLabel: ['Name of the security', 'Stanbic IBTC Holdings Plc'],
  portfolio: ['Name of the portfolio', '0000000012'],
  quantity: ['Units for which an election is possible', '3,333'],
  deadline: ['Last date for an election, in the time zone of the exchange', '2026-10-09'],
  time: ['Latest time on that date', '15:00'],
};

const change: Group = {
  kind: ['Kind of reference data', 'fee-schedule'],
  subject: ['Number within its kind', 'NGX-EQUITY'],
  reason: ['Reason for the proposal', 'New tariff of the exchange'],
  proposedBy: ['Who proposed it', 'operations'],
};

const activity: Group = {
  number: ['Number of the activity', '0000000061'],
  kind: ['The kind, such as CALL, MEETING or TASK', 'CALL'],
  subject: ['The task', 'Explain treasury bills'],
  priority: ['LOW, NORMAL, HIGH or URGENT', 'HIGH'],
  status: ['State of the activity', 'PLANNED'],
  due: ["When it is due, in the office's time zone", '2026-12-07 10:30'],
  about: ['LEAD, CONTACT or CUSTOMER', 'LEAD'],
  person: ['Name of the related person', 'Ngozi Okafor'],
};

const always = { recipient, firm };
const ofCustomer = { ...always, customer };

const GROUPS: Readonly<Record<SubjectKind, Readonly<Record<string, Group>>>> = {
  LEAD: { ...always, lead },
  CONTACT: { ...always, contact },
  CUSTOMER: ofCustomer,
  TRADE_ORDER: { ...ofCustomer, order },
  CONTRACT_NOTE: { ...ofCustomer, note },
  CASH_TRANSACTION: { ...ofCustomer, cash },
  TERM_INSTRUMENT: { ...ofCustomer, deposit },
  DISCOUNTED_INSTRUMENT: { ...ofCustomer, paper },
  TREASURY_BILL: { ...ofCustomer, paper },
  FUND_TRANSACTION: { ...ofCustomer, fund },
  ENTITLEMENT: { ...ofCustomer, entitlement },
  WEALTH_STATEMENT: { ...ofCustomer, statement },
  TAX_PACK: { ...ofCustomer, pack },
  ELECTION_REMINDER: { ...ofCustomer, election },
  REFERENCE_CHANGE: { ...always, change },
  ACTIVITY: { ...always, activity },
};

/** Returns the variables of a record kind in display order. */
export function variablesOf(kind: SubjectKind): readonly Variable[] {
  return Object.entries(GROUPS[kind]).flatMap(([group, members]) =>
    Object.entries(members).map(([member, [description, sample]]) => ({
      name: `${group}.${member}`,
      description,
      sample,
    })),
  );
}

/** Values by variable name. A variable that is absent has no value. */
export type Values = Readonly<Record<string, string>>;

/** Returns the values for a preview without a record. */
export function sampleValues(kind: SubjectKind): Values {
  return Object.fromEntries(variablesOf(kind).map(({ name, sample }) => [name, sample]));
}

/**
 * Returns the kind as stored in messages. Returns undefined if messages cannot refer to records of
 * this kind.
 */
export function relatedKindOf(kind: SubjectKind): RelatedKind | undefined {
  return RELATED_KINDS.find((each) => each === kind);
}

/** The maker of a record: a user, an API client or the program itself. */
interface Actor {
  readonly kind: string;
  readonly id: bigint;
}

/** A custodian that gets copies of documents. */
interface Custodian {
  readonly name: string;
  readonly label: string;
  readonly email: string | undefined;
}

/** The data of a record. The module that owns the record provides it. */
export interface SubjectFacts {
  /** Absent for a firm-wide record. */
  readonly officeId?: bigint | undefined;
  readonly customerId?: bigint | undefined;
  /** The user that the record is assigned to. */
  readonly assignedTo?: bigint | undefined;
  /** User or client that captured the record and therefore cannot approve it. */
  readonly maker?: Actor | undefined;
  /** Custodian of the record, if any. */
  readonly custodian?: Custodian | undefined;
  /** Values by the full name of the variable, such as `order.number`. Null means no value. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** Reads a record of one kind in any office. Returns undefined if it does not exist. */
export type SubjectReader = (on: Database | Tx, id: bigint) => Promise<SubjectFacts | undefined>;

/** A file to send with a message. */
interface SubjectDocument {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** Generates a record's document. Every call must return identical content. */
export type DocumentReader = (context: Context, id: bigint) => Promise<SubjectDocument>;
