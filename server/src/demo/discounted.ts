// Demonstration paper and bills: a type of commercial paper, two issues of treasury bills, and one
// running example of each kind.

import {
  addDiscountedType,
  type NewDiscountedType,
  postDiscounted,
  submitDiscounted,
} from '../modules/asset/index.js';
import { exchangeByCode } from '../modules/market/index.js';
import { present } from '../platform/assert.js';
import { addDays } from '../platform/calendar/business-date.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import type { Work } from '../platform/context.js';
import { sql } from '../platform/database/sql.js';
import { Decimal } from '../platform/money/decimal.js';
import type { DemoStep } from './step.js';

const PAPER: Omit<NewDiscountedType, 'exchange_id'> = {
  kind: 'DISCOUNTED_INSTRUMENT',
  name: 'CP-NGN',
  label: 'Commercial paper',
  currency: 'NGN',
  amount_least_minor: 10_000_000n,
  amount_most_minor: 100_000_000_000n,
  amount_multiple_minor: 1n,
  quotation: 'DISCOUNT_RATE',
  rate: '19.5',
  rate_least: '10',
  rate_most: '30',
  termination_rate_least: '0.01',
  termination_rate_most: '60',
  day_count: 'ACT_365F',
  price_decimals: null,
  price_rounding: 'HALF_UP',
  tax_class: 'COMMERCIAL_PAPER',
  allowed_tenures: null,
  default_tenure: 180,
  auction_date: null,
  settlement_date: null,
  maturity_date: null,
  holiday_convention: 'FOLLOWING',
};

// Stop rates of the auction of 4 March 2026.
const ISSUES = [
  { name: 'NTB-364', label: 'Treasury bill 364 days', rate: '16.73', days: 364 },
  { name: 'NTB-91', label: 'Treasury bill 91 days', rate: '15.95', days: 91 },
] as const;

/** The issues settle on the business date of the first start; a customer holds each kind. */
export const discountedStep: DemoStep = { name: 'discounted', run: fillDiscounted };

async function fillDiscounted(work: Work): Promise<void> {
  const { id: exchangeId } = present(
    await exchangeByCode(work.tx, 'NGX'),
    'the market was filled before',
  );
  const today = await currentBusinessDate(work.tx);
  await addDiscountedType(work, { ...PAPER, exchange_id: exchangeId });
  for (const { days, ...issue } of ISSUES) {
    await addDiscountedType(work, {
      ...PAPER,
      ...issue,
      kind: 'TREASURY_BILL',
      amount_multiple_minor: 100_000n,
      rate_least: null,
      rate_most: null,
      tax_class: 'TREASURY_BILL',
      default_tenure: null,
      auction_date: addDays(today, -1),
      settlement_date: today,
      maturity_date: addDays(today, days),
      exchange_id: exchangeId,
    });
  }
  const customers = await work.tx.query<{ id: bigint }>(
    sql`select id from customer order by id offset 13 limit 2`,
  );
  const [paperHolder, billHolder] = customers.map(({ id }) => id);
  await hold(work, 'DISCOUNTED_INSTRUMENT', { customerId: paperHolder, type: 'CP-NGN' });
  await hold(work, 'TREASURY_BILL', { customerId: billHolder, type: 'NTB-364' });
}

async function hold(
  work: Work,
  kind: NewDiscountedType['kind'],
  of: { readonly customerId: bigint | undefined; readonly type: string },
): Promise<void> {
  const { id } = await submitDiscounted(
    work,
    {
      instrumentTypeName: of.type,
      customerId: present(of.customerId, 'the customers were filled before'),
      faceValue: new Decimal('200000'),
    },
    { kind, ports: {} },
  );
  await postDiscounted(work, { kind, id: present(id, 'a submit gives an id') });
}
