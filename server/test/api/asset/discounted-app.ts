// The app of asset management with a type of commercial paper and issues of treasury bills; the
// business date is 2026-03-05, when the issues settle.

import { addDiscountedType, type NewDiscountedType } from '../../../src/modules/asset/index.js';
import { openCustomerAccount } from '../../../src/modules/finance/index.js';
import { present } from '../../../src/platform/assert.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import type { Work } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json, TestReply } from '../../support/app.js';
import { type AssetApp, type Depositor, startAssetApp } from './asset-app.js';

export const PAPER = '/api/v1/order/discountedinstrument';
export const BILL = '/api/v1/order/treasurybill';

const COMMON: Omit<NewDiscountedType, 'kind' | 'name' | 'label'> = {
  currency: 'NGN',
  amount_least_minor: 10_000_000n,
  amount_most_minor: 10_000_000_000n,
  amount_multiple_minor: 1n,
  quotation: 'DISCOUNT_RATE',
  rate: '16.73',
  rate_least: null,
  rate_most: null,
  termination_rate_least: '0.01',
  termination_rate_most: '60',
  day_count: 'ACT_365F',
  price_decimals: null,
  price_rounding: 'HALF_UP',
  tax_class: null,
  allowed_tenures: null,
  default_tenure: null,
  auction_date: null,
  settlement_date: null,
  maturity_date: null,
  holiday_convention: 'NONE',
  exchange_id: null,
};

const ISSUE: NewDiscountedType = {
  ...COMMON,
  kind: 'TREASURY_BILL',
  name: 'NTB-364',
  label: 'Treasury bill 364',
  amount_multiple_minor: 100_000n,
  tax_class: 'TREASURY_BILL',
  auction_date: businessDate('2026-03-04'),
  settlement_date: businessDate('2026-03-05'),
  maturity_date: businessDate('2027-03-04'),
};

const TYPES: readonly NewDiscountedType[] = [
  {
    ...COMMON,
    kind: 'DISCOUNTED_INSTRUMENT',
    name: 'CP',
    label: 'Commercial paper',
    rate_least: '10',
    rate_most: '25',
    tax_class: 'COMMERCIAL_PAPER',
    allowed_tenures: [30, 91, 180, 364],
    default_tenure: 364,
  },
  ISSUE,
  {
    ...ISSUE,
    name: 'NTB-182',
    label: 'Treasury bill 182',
    rate: '16.65',
    maturity_date: businessDate('2026-09-03'),
  },
  {
    ...ISSUE,
    name: 'NTB-91',
    label: 'Treasury bill 91',
    rate: '15.95',
    maturity_date: businessDate('2026-06-04'),
  },
  { ...ISSUE, name: 'NTB-2017', label: 'Treasury bill at 18.8', rate: '18.8' },
  { ...ISSUE, name: 'OMO-364', label: 'OMO bill', tax_class: null },
  {
    ...ISSUE,
    name: 'NTB-NEXT',
    label: 'Treasury bill of next week',
    auction_date: businessDate('2026-03-11'),
    settlement_date: businessDate('2026-03-12'),
    maturity_date: businessDate('2026-06-11'),
  },
  {
    ...ISSUE,
    name: 'KTB-91',
    label: 'Kenyan bill 91',
    currency: 'KES',
    quotation: 'TRUE_YIELD',
    rate: '7.65',
    price_decimals: 3,
    tax_class: 'KENYAN_BILL',
    maturity_date: businessDate('2026-06-04'),
  },
];

export interface DiscountedApp extends AssetApp {
  /** Submits and posts at a path, of the rich customer unless said otherwise. */
  bought(path: string, body?: object): Promise<TestReply>;
  /** One instrument as the API shows it. */
  shown(path: string, id: number): Promise<Json>;
  /** What the journals of one instrument booked: account type and amount, debit positive. */
  bookedFor(kind: string, id: number): Promise<[string, bigint][]>;
}

/** The usual body of a path. */
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
  for (const type of TYPES) await addDiscountedType(work, type);
  await work.tx.query(sql`
    insert into withholding_rule (tax_code, instrument_class, percent)
    values ('WHT', 'KENYAN_BILL', 15)`);
  await openCustomerAccount(work, {
    customerId: BigInt(app.rich.id),
    customerLabel: 'Ada Obi',
    officeId: app.officeId,
    currency: 'KES',
  });
}

/** Invariants of the books: what is owed is what runs, and all else was earned by someone. */
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

/** What `discountedBooks` tells when the books agree. */
export const AGREES = { paper: 0n, accrued: 0n, bills: 0n, held: 0n };
