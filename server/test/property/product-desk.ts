// An app in which random customers use every product (types of deposits, loans and commercial
// paper, issues of bills, a fund), together with the model's books.

import {
  addDiscountedType,
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../src/modules/asset/index.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type Depositor, FIXED } from '../api/asset/app.js';
import { type FundApp, MONDAY, startFundApp } from '../api/asset/fund-app.js';
import { BILL_ISSUES, PAPER_RATES } from './paper-model.js';
import { freshProducts } from './product-books.js';
import type { Products } from './product-model.js';
import { TERM_KINDS, TERMS, type TermKind } from './term-model.js';

const CUSTOMERS = 3;
/** Each customer's starting money, in kobo. */
const WEALTH = 500_000_000n;

export interface Desk {
  readonly app: FundApp;
  readonly owners: readonly Depositor[];
  readonly fund: string;
  /** Account balances before the test starts: the money of customers who take no part in it. */
  readonly before: ReadonlyMap<string, bigint>;
  readonly books: Products;
}

/** Opens a new app with new books. Effects are counted in `effects`. */
export async function openDesk(effects: Map<string, number>): Promise<Desk> {
  const app = await startFundApp();
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const kind of TERM_KINDS) await addTermInstrumentType(work, typeOf(kind));
    await addDiscountedType(work, 'DISCOUNTED_INSTRUMENT', {
      ...{ ...SOLD, name: 'PAPER', label: 'Paper', taxClass: 'COMMERCIAL_PAPER' },
      rate: Number(PAPER_RATES.PAPER) / 100,
      tenures: Array.from({ length: 30 }, (_, index) => index + 1),
      defaultTenure: 30,
    });
    for (const [index, { from, days }] of BILL_ISSUES.entries()) {
      const settlementDate = addDays(MONDAY, from);
      await addDiscountedType(work, 'TREASURY_BILL', {
        ...{ ...SOLD, name: `BILL${index}`, label: 'Bill', taxClass: 'TREASURY_BILL' },
        ...{ denomination: 1_000, stopRate: Number(PAPER_RATES.BILL) / 100 },
        ...{ auctionDate: MONDAY, settlementDate, maturityDate: addDays(settlementDate, days) },
      });
    }
  });
  const before = await bookedIn(app);
  const owners: Depositor[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1) owners.push(await app.depositor(WEALTH));
  const fund = await app.fund({
    ...{ entry_fee: '1', exit_fees: [{ percent: '0.5' }], fee_vat_percent: '7.5' },
    ...{ income_policy: 'DISTRIBUTE', income_option: 'PAY', tax_class: 'DIVIDEND' },
  });
  const wealth = owners.map(() => WEALTH);
  return { app, owners, fund, before, books: freshProducts(wealth, dayOf(MONDAY), effects) };
}

const EARLY = {
  END: { kind: 'TERM_RATE', penaltyPoints: '3' },
  AHEAD: { kind: 'EARNED' },
  PAID: { kind: 'ACCRUED_PERCENT', percent: '25' },
  ADDED: { kind: 'EARNED' },
} as const;
const PAYMENT = {
  END: 'AT_MATURITY',
  AHEAD: 'UPFRONT',
  PAID: 'PERIODIC',
  ADDED: 'CAPITALISED',
} as const;

function typeOf(kind: TermKind): NewTermInstrumentType {
  const { rate, year, every, pays, isLoan } = TERMS[kind];
  return {
    ...FIXED,
    ...{ name: kind, label: kind, amount_least_minor: 1n, allowed_tenures: null },
    ...{ rate_tiers: [{ percent: String(rate / 100n) }], rate_least: null, rate_most: null },
    day_count: year === 360n ? 'ACT_360' : 'ACT_365F',
    interest_payment: PAYMENT[pays],
    interest_frequency: every === undefined ? null : 'DAYS',
    interest_days: every ?? null,
    early_liquidation: { rule: isLoan ? { kind: 'EARNED' } : EARLY[pays] },
    loan_product: isLoan,
    tax_class: isLoan ? null : FIXED.tax_class,
  };
}

const SOLD = {
  ...{ currency: 'NGN', minimumAmount: 1, maximumAmount: 100_000_000, dayCount: 'ACT_365F' },
  ...{ quotation: 'DISCOUNT_RATE', holidayConvention: 'NONE' },
  ...{ minimumTerminationRate: 0.01, maximumTerminationRate: 60 },
} as const;

/**
 * Returns the balance of every account in the chart. The fund's control account is given a fixed
 * name.
 */
export async function bookedIn({ db }: FundApp): Promise<Map<string, bigint>> {
  const rows = await db.query<{ code: string; net: bigint }>(sql`
    select regexp_replace(a.acct_type, '^(FUND:CONTROL):.*', '\\1') as code,
      sum(l.amount_minor)::bigint as net
    from journal_line l join account a on a.id = l.account_id
    group by 1 having sum(l.amount_minor) <> 0`);
  return new Map(rows.map(({ code, net }) => [code, net]));
}

export const dayOf = (date: BusinessDate): number => Date.parse(date) / 86_400_000;
export const dateOf = (day: number): BusinessDate =>
  businessDate(new Date(day * 86_400_000).toISOString().slice(0, 10));
/** Formats ten-thousandths or kobo as the API does. */
export const decimal = (units: bigint, places: number): string => {
  const digits = String(units).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
export const naira = (kobo: bigint): string => decimal(kobo, 2);
