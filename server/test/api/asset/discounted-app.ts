// Starts the asset management app with a commercial paper type and treasury bill issues. The
// business date is 2026-03-05, when the issues settle.

import { addDiscountedType } from '../../../src/modules/asset/index.js';
import { openCustomerAccount } from '../../../src/modules/finance/account/account.js';
import { present } from '../../../src/platform/assert.js';
import type { Work } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json, TestReply } from '../../support/app.js';
import { type AssetApp, type Depositor, startAssetApp } from './app.js';

export const PAPER = '/api/v1/order/discountedinstrument';
export const BILL = '/api/v1/order/treasurybill';

export const TYPE = {
  currency: 'NGN',
  minimumAmount: 100_000,
  maximumAmount: 100_000_000,
  quotation: 'DISCOUNT_RATE',
  minimumTerminationRate: 0.01,
  maximumTerminationRate: 60,
  dayCount: 'ACT_365F',
  holidayConvention: 'NONE',
} as const;

export const CP = {
  ...TYPE,
  name: 'CP',
  label: 'Commercial paper',
  rate: 16.73,
  minimumRate: 10,
  maximumRate: 25,
  taxClass: 'COMMERCIAL_PAPER',
  tenures: [30, 91, 180, 364],
  defaultTenure: 364,
} as const;

export const ISSUE = {
  ...TYPE,
  name: 'NTB-364',
  label: 'Treasury bill 364',
  denomination: 1_000,
  taxClass: 'TREASURY_BILL',
  stopRate: 16.73,
  auctionDate: '2026-03-04',
  settlementDate: '2026-03-05',
  maturityDate: '2027-03-04',
} as const;

const ISSUES = [
  ISSUE,
  {
    ...ISSUE,
    ...{ name: 'NTB-182', label: 'Treasury bill 182' },
    ...{ stopRate: 16.65, maturityDate: '2026-09-03' },
  },
  {
    ...ISSUE,
    ...{ name: 'NTB-91', label: 'Treasury bill 91' },
    ...{ stopRate: 15.95, maturityDate: '2026-06-04' },
  },
  { ...ISSUE, name: 'NTB-2017', label: 'Treasury bill at 18.8', stopRate: 18.8 },
  { ...ISSUE, name: 'OMO-364', label: 'OMO bill', taxClass: undefined },
  {
    ...ISSUE,
    ...{ name: 'NTB-NEXT', label: 'Treasury bill of next week' },
    ...{ settlementDate: '2026-03-12', maturityDate: '2026-06-11' },
  },
  {
    ...ISSUE,
    ...{ name: 'KTB-91', label: 'Kenyan bill 91', currency: 'KES', taxClass: 'KENYAN_BILL' },
    ...{ quotation: 'TRUE_YIELD', stopRate: 7.65, priceDecimals: 3, maturityDate: '2026-06-04' },
  },
] as const;

export interface DiscountedApp extends AssetApp {
  /** Submits and posts an instrument at a path, by default for the rich customer. */
  bought(path: string, body?: object): Promise<TestReply>;
  /** Reads an instrument through the API. */
  shown(path: string, id: number): Promise<Json>;
  /**
   * Returns the journal lines booked for an instrument: account type and amount, debit positive.
   */
  bookedFor(kind: string, id: number): Promise<[string, bigint][]>;
}

/** Returns the default request body for a path. */
export function bodyFor(path: string, owner: Depositor, more: object = {}): object {
  const instrumentTypeName = path === PAPER ? 'CP' : 'NTB-364';
  return { instrumentTypeName, customerId: owner.id, faceValue: 200_000, ...more };
}

/** Starts the app with its fixtures. */
export async function startDiscountedApp(): Promise<DiscountedApp> {
  const app = await startAssetApp();
  await app.db.query(sql`update business_day set business_date = '2026-03-05'`);
  await systemWork(app.context, 'fixtures', (work) => fill(work, app));
  const client = app.as('CLIENT');
  return {
    ...app,
    bought: async (path, body = {}) => {
      const submitted = await client.post(`${path}/submit`, bodyFor(path, app.rich, body));
      if (submitted.status !== 201) throw new Error(submitted.text);
      const posted = await client.put(`${path}/post/${submitted.body.id}`);
      if (posted.status !== 200) throw new Error(posted.text);
      return posted;
    },
    shown: async (path, id) => (await client.get(`${path}/id/${id}`)).body,
    bookedFor: async (kind, id) => {
      const lines = await app.db.query<{ code: string; amount_minor: bigint }>(sql`
        select a.acct_type as code, l.amount_minor from journal j
        join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
        where j.source_type = ${kind} and j.source_id = ${id} order by j.id, l.line_no`);
      return lines.map((line) => [line.code, line.amount_minor]);
    },
  };
}

async function fill(work: Work, app: AssetApp): Promise<void> {
  await work.tx.query(sql`
    insert into withholding_rule (tax_code, instrument_class, percent)
    values ('WHT', 'KENYAN_BILL', 15)`);
  await addDiscountedType(work, 'DISCOUNTED_INSTRUMENT', CP);
  for (const issue of ISSUES) await addDiscountedType(work, 'TREASURY_BILL', issue);
  await openCustomerAccount(work, {
    customerId: BigInt(app.rich.id),
    customerLabel: 'Ada Obi',
    officeId: app.officeId,
    currency: 'KES',
  });
}

/**
 * Returns the differences between the running instruments and the ledger accounts that must match
 * them. All are zero if the books agree.
 */
export async function discountedBooks(app: AssetApp): Promise<object> {
  const [sum] = await app.db.query<{ paper: bigint; accrued: bigint; bills: bigint }>(sql`
    select coalesce(sum(cost_minor) filter (where kind = 'DISCOUNTED_INSTRUMENT'), 0)::bigint
        as paper,
      coalesce(sum(accrued_minor) filter (where kind = 'DISCOUNTED_INSTRUMENT'), 0)::bigint
        as accrued,
      coalesce(sum(cost_minor + accrued_minor) filter (where kind = 'TREASURY_BILL'), 0)::bigint
        as bills
    from discounted_instrument where status = 'RUNNING'`);
  const owed = present(sum, 'a sum has one row');
  return {
    paper: owed.paper + (await app.booked('DI:PLACEMENT')),
    accrued: owed.accrued + (await app.booked('DI:DISCOUNT-PAYABLE')),
    bills: owed.bills + (await app.booked('TB:PLACEMENT')),
    held: owed.bills - (await app.booked('TB:HOLDING')),
  };
}

/** The result of `discountedBooks` when the books agree. */
export const AGREES = { paper: 0n, accrued: 0n, bills: 0n, held: 0n };
