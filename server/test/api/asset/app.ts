// Starts an app with two offices, funded customers and deposit types. The business date is
// 2026-01-05.

import {
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../../src/modules/asset/index.js';
import { customerCash, firmAccount, postJournal } from '../../../src/modules/finance/index.js';
import { createCustomer } from '../../../src/modules/party/index.js';
import { addCustomerGroup, addOffice } from '../../../src/modules/party/office/office.js';
import { present } from '../../../src/platform/assert.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import type { Work } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type Json, startTestAppWith, type TestApp, type TestReply } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { OFFICE } from '../identity/office.js';

export const SUBMIT = '/api/v1/order/terminstrument/submit';
export const UPDATE = '/api/v1/order/terminstrument/update';
export const POST = '/api/v1/order/terminstrument/post';
export const READ = '/api/v1/order/terminstrument/id';
export const LIST = '/api/v1/order/terminstrument/customer/list';
export const TERMINATE = '/api/v1/order/terminstrument/terminate';
export const VALUATION = '/api/v1/order/terminstrument/valuation';

export const START = businessDate('2026-01-05');

export interface Depositor {
  readonly id: number;
  readonly name: string;
  readonly accountId: bigint;
}

export interface AssetApp extends TestApp {
  readonly officeId: bigint;
  readonly otherOfficeId: bigint;
  /** A customer with NGN 20,000,000.00. */
  readonly rich: Depositor;
  /** A customer with NGN 100.00. */
  readonly poor: Depositor;
  /** A customer of the other office with NGN 20,000,000.00. */
  readonly stranger: Depositor;
  /** Closes days one after another until the business date is the given date. */
  closeUntil(date: string): Promise<void>;
  /** Moves the business date without closing any day. The next close catches up on all of them. */
  skipUntil(date: string): Promise<void>;
  /** Submits and posts a deposit, by default for the rich customer. */
  running(body?: object): Promise<TestReply>;
  /** Creates a customer of the first office with this much cash, in minor units. */
  depositor(amountMinor: bigint): Promise<Depositor>;
  balanceOf(accountId: bigint): Promise<bigint>;
  /** Returns the total balance of a chart code across both offices; debit is positive. */
  booked(code: string): Promise<bigint>;
  /**
   * Returns the journal lines booked for an instrument: account type and amount, debit positive.
   */
  linesOf(instrumentId: number): Promise<[string, bigint][]>;
  /** Reads the instrument that a rollover created from this one. */
  childOf(instrumentId: number): Promise<Json>;
}

export const FIXED: NewTermInstrumentType = {
  name: 'FD',
  label: 'Fixed deposit',
  currency: 'NGN',
  amount_least_minor: 10_000_000n,
  amount_most_minor: 10_000_000_000n,
  amount_multiple_minor: 1n,
  allowed_tenures: [1, 30, 91, 365],
  default_tenure: 91,
  rate_tiers: [{ tenorDaysTo: 30, percent: '12' }, { percent: '15' }],
  rate_least: '10',
  rate_most: '20',
  day_count: 'ACT_365F',
  compoundings_per_year: null,
  tax_class: 'TERM_DEPOSIT',
  early_liquidation: { rule: { kind: 'TERM_RATE', penaltyPoints: '3' } },
  rollover_rule: 'NONE',
  auto_rollover: false,
  loan_product: false,
  holiday_convention: 'NONE',
  accrues_over_gap: false,
};

const TYPES: readonly NewTermInstrumentType[] = [
  FIXED,
  {
    ...FIXED,
    name: 'FIXEDRATE',
    label: 'Deposit at the card',
    rate_least: null,
    rate_most: null,
    early_liquidation: { rule: { kind: 'ACCRUED_PERCENT', percent: '25' } },
  },
  {
    ...FIXED,
    name: 'GROWTH',
    label: 'Compounding deposit',
    compoundings_per_year: 4,
    early_liquidation: { rule: { kind: 'FORFEIT_ALL' } },
  },
  { ...FIXED, name: 'USD', label: 'Dollar deposit', currency: 'USD' },
  {
    ...FIXED,
    name: 'LOAN',
    label: 'Loan',
    rate_tiers: [{ percent: '24' }],
    tax_class: null,
    early_liquidation: { rule: { kind: 'EARNED' } },
    loan_product: true,
  },
];

/** Starts the app with its fixtures; `steps` may replace its clock. */
export async function startAssetApp(
  steps: Parameters<typeof startTestAppWith>[0] = {},
): Promise<AssetApp> {
  const app = await startTestAppWith(steps);
  await app.db.query(sql`update business_day set business_date = ${START}`);
  const made = await systemWork(app.context, 'fixtures', fill);
  const admin = app.as('ADMIN');
  const client = app.as('CLIENT');
  return {
    ...app,
    ...made,
    closeUntil: async (until) => {
      await closeDays(admin, until);
    },
    skipUntil: async (date) => {
      await app.db.query(sql`update business_day set business_date = ${date}`);
    },
    depositor: (amountMinor) =>
      systemWork(app.context, 'fixture', (work) => openDepositor(work, made.officeId, amountMinor)),
    running: async (body = {}) => {
      const submitted = await client.post(SUBMIT, {
        instrumentTypeName: 'FD',
        customerId: made.rich.id,
        faceValue: 5_000_000,
        ...body,
      });
      if (submitted.status !== 201) throw new Error(submitted.text);
      const posted = await client.put(`${POST}/${submitted.body.id}`);
      if (posted.status !== 200) throw new Error(posted.text);
      return posted;
    },
    balanceOf: async (accountId) => {
      const [row] = await app.db.query<{ balance_minor: bigint }>(
        sql`select balance_minor from account_balance where account_id = ${accountId}`,
      );
      return present(row, 'the account has a balance').balance_minor;
    },
    booked: async (code) => {
      const [row] = await app.db.query<{ total: bigint }>(sql`
        select coalesce(sum(l.amount_minor), 0)::bigint as total from account a
        left join journal_line l on l.account_id = a.id where a.acct_type = ${code}`);
      return present(row, 'a sum has one row').total;
    },
    linesOf: async (instrumentId) => {
      const lines = await app.db.query<{ code: string; amount_minor: bigint }>(sql`
        select a.acct_type as code, l.amount_minor from journal j
        join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
        where j.source_type = 'TERM_INSTRUMENT' and j.source_id = ${instrumentId}
        order by j.id, l.line_no`);
      return lines.map((line) => [line.code, line.amount_minor]);
    },
    childOf: async (instrumentId) => {
      const [row] = await app.db.query<{ id: bigint }>(
        sql`select id from term_instrument where parent_id = ${instrumentId}`,
      );
      return row === undefined ? undefined : (await client.get(`${READ}/${row.id}`)).body;
    },
  };
}

/** Returns the journal lines that move money from the clients' bank account to the firm's. */
export function toFirm(amountMinor: bigint): [string, bigint][] {
  return [
    ['BANK:CLIENT', -amountMinor],
    ['BANK:FIRM', amountMinor],
  ];
}

/**
 * Returns the amount in NGN by which the client money exceeds what is owed to the first office's
 * clients.
 */
export async function surplusOf(app: AssetApp): Promise<number> {
  const { body } = await app.as('FINANCE').get('/api/v1/finance/integrity');
  const ours = body.clientMoney.find(
    (proof: Json) => proof.businessOfficeName === '0000000001' && proof.currency === 'NGN',
  );
  return ours.surplus;
}

async function fill(work: Work) {
  const officeId = await addOffice(work, { ...OFFICE, name: '0000000001', label: 'Office' });
  const otherOfficeId = await addOffice(work, { ...OFFICE, name: '0000000002', label: 'Office' });
  await addCustomerGroup(work, { name: 'STANDARD', label: 'Standard', active: true });
  for (const type of TYPES) await addTermInstrumentType(work, type);
  return {
    officeId,
    otherOfficeId,
    rich: await openDepositor(work, officeId, 2_000_000_000n),
    poor: await openDepositor(work, officeId, 10_000n),
    stranger: await openDepositor(work, otherOfficeId, 2_000_000_000n),
  };
}

/** Creates a customer and funds their cash account. */
export async function openDepositor(
  work: Work,
  officeId: bigint,
  amountMinor: bigint,
): Promise<Depositor> {
  const outcome = await createCustomer(
    work,
    { businessOfficeId: officeId, firstName: 'Ada', lastName: 'Obi' },
    { cashAccounts: customerCash },
  );
  const id = present(outcome.id, 'a customer has an id');
  const cash = present((await customerCash.of(work.tx, [id])).get(id), 'he has a cash account');
  const bank = await firmAccount(work, { code: 'BANK:CLIENT', officeId, currency: 'NGN' });
  await postJournal(work.tx, {
    officeId,
    transactionDate: START,
    valueDate: START,
    narration: 'Funding',
    sourceType: 'TEST',
    sourceId: id,
    createdBy: 'test',
    createdAt: work.now,
    lines: [
      { accountId: bank, amountMinor },
      { accountId: cash.accountId, amountMinor: -amountMinor },
    ],
  });
  return { id: Number(id), name: outcome.name ?? '', accountId: cash.accountId };
}
