// Demonstration commercial paper and treasury bills: a type of paper, two bill issues, and a
// running holding of each kind.

import { addDiscountedType, postDiscounted, submitDiscounted } from '../modules/asset/index.js';
import { present } from '../platform/assert.js';
import { addDays } from '../platform/calendar/business-date.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import type { Work } from '../platform/context.js';
import { Decimal } from '../platform/money/decimal.js';
import { customerIds } from './queries.js';
import type { DemoStep } from './step.js';

const COMMON = {
  currency: 'NGN',
  minimumAmount: 100_000,
  maximumAmount: 1_000_000_000,
  quotation: 'DISCOUNT_RATE',
  minimumTerminationRate: 0.01,
  maximumTerminationRate: 60,
  dayCount: 'ACT_365F',
  holidayConvention: 'FOLLOWING',
  exchange: 'NGX',
} as const;

const PAPER = {
  ...COMMON,
  name: 'CP-NGN',
  label: 'Commercial paper',
  rate: 19.5,
  minimumRate: 10,
  maximumRate: 30,
  defaultTenure: 180,
  taxClass: 'COMMERCIAL_PAPER',
} as const;

// Stop rates from the auction of 4 March 2026.
const ISSUES = [
  { name: 'NTB-364', label: 'Treasury bill 364 days', stopRate: 16.73, days: 364 },
  { name: 'NTB-91', label: 'Treasury bill 91 days', stopRate: 15.95, days: 91 },
] as const;

/** The issues settle on the business date of the first start. There is one holder of each kind. */
export const paperStep: DemoStep = { name: 'discounted', run: fillPaper };

async function fillPaper(work: Work): Promise<void> {
  const today = await currentBusinessDate(work.tx);
  await addDiscountedType(work, 'DISCOUNTED_INSTRUMENT', PAPER);
  for (const { days, ...issue } of ISSUES) {
    await addDiscountedType(work, 'TREASURY_BILL', {
      ...COMMON,
      ...issue,
      denomination: 1_000,
      taxClass: 'TREASURY_BILL',
      auctionDate: addDays(today, -1),
      settlementDate: today,
      maturityDate: addDays(today, days),
    });
  }
  const [paperHolder, billHolder] = await customerIds(work.tx, { after: 13, count: 2 });
  await hold(work, 'DISCOUNTED_INSTRUMENT', { customerId: paperHolder, type: 'CP-NGN' });
  await hold(work, 'TREASURY_BILL', { customerId: billHolder, type: 'NTB-364' });
}

async function hold(
  work: Work,
  kind: 'DISCOUNTED_INSTRUMENT' | 'TREASURY_BILL',
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
