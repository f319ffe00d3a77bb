// Demonstration deposits: term instrument types, and a few running and pending deposits.

import {
  addTermInstrumentType,
  type NewTermInstrumentType,
  postTermInstrument,
  submitTermInstrument,
} from '../modules/asset/index.js';
import { present } from '../platform/assert.js';
import type { Work } from '../platform/context.js';
import { Decimal } from '../platform/money/decimal.js';
import { customerIds } from './queries.js';
import type { DemoStep } from './step.js';

type Offer = Pick<NewTermInstrumentType, 'name' | 'label'> & Partial<NewTermInstrumentType>;

// Rates are higher for ten million naira or more, and for longer terms.
const CARD: NewTermInstrumentType['rate_tiers'] = [
  { tenorDaysTo: 60, amountMinorFrom: '1000000000', percent: '14.5' },
  { tenorDaysTo: 60, percent: '13.5' },
  { tenorDaysTo: 91, amountMinorFrom: '1000000000', percent: '16' },
  { tenorDaysTo: 91, percent: '15' },
  { amountMinorFrom: '1000000000', percent: '17' },
  { percent: '16' },
];

const FIXED_DEPOSIT: Omit<NewTermInstrumentType, 'name' | 'label'> = {
  currency: 'NGN',
  amount_least_minor: 10_000_000n,
  amount_most_minor: 100_000_000_000n,
  amount_multiple_minor: 1n,
  allowed_tenures: [30, 60, 90, 91, 180, 270, 365],
  default_tenure: 90,
  rate_tiers: CARD,
  rate_least: '10',
  rate_most: '22',
  day_count: 'ACT_365F',
  compoundings_per_year: null,
  tax_class: 'TERM_DEPOSIT',
  early_liquidation: { rule: { kind: 'TERM_RATE', penaltyPoints: '3' } },
  rollover_rule: 'NONE',
  auto_rollover: false,
  loan_product: false,
  holiday_convention: 'FOLLOWING',
  accrues_over_gap: true,
  exchange_name: 'NGX',
};

const OFFERS: readonly Offer[] = [
  { name: 'FD-NGN', label: 'Fixed deposit' },
  {
    name: 'FD-NGN-ROLL',
    label: 'Rolling deposit',
    default_tenure: 30,
    rollover_rule: 'PRINCIPAL_AND_NET_INTEREST',
    auto_rollover: true,
    early_liquidation: { rule: { kind: 'ACCRUED_PERCENT', percent: '25' } },
  },
  {
    name: 'FD-NGN-GROWTH',
    label: 'Compounding deposit',
    allowed_tenures: [365],
    default_tenure: 365,
    compoundings_per_year: 4,
    early_liquidation: { rule: { kind: 'FORFEIT_ALL' }, coolingOffDays: 3 },
  },
  {
    name: 'FD-NGN-AHEAD',
    label: 'Deposit with upfront interest',
    interest_payment: 'UPFRONT',
  },
  {
    name: 'FD-NGN-INCOME',
    label: 'Income deposit',
    allowed_tenures: [180, 365],
    default_tenure: 180,
    interest_payment: 'PERIODIC',
    interest_frequency: 'MONTHLY',
  },
  {
    name: 'FD-NGN-SAVE',
    label: 'Growing deposit',
    allowed_tenures: [365],
    default_tenure: 365,
    interest_payment: 'CAPITALISED',
    interest_frequency: 'QUARTERLY',
  },
  {
    name: 'LOAN-NGN',
    label: 'Short-term loan',
    rate_tiers: [{ percent: '24' }],
    rate_least: null,
    rate_most: null,
    tax_class: null,
    early_liquidation: { rule: { kind: 'EARNED' } },
    loan_product: true,
  },
];

const FACE_VALUE = '250000';

/** Creates the term instrument types and three customers' deposits: two running and one pending. */
export const assetStep: DemoStep = { name: 'asset', run: fillDeposits };

async function fillDeposits(work: Work): Promise<void> {
  for (const offer of OFFERS) {
    await addTermInstrumentType(work, { ...FIXED_DEPOSIT, ...offer });
  }
  const customers = await customerIds(work.tx, { after: 10, count: 3 });
  for (const [index, customerId] of customers.entries()) {
    const { id } = await submitTermInstrument(
      work,
      {
        instrumentTypeName: index === 1 ? 'FD-NGN-ROLL' : 'FD-NGN',
        customerId,
        faceValue: new Decimal(FACE_VALUE),
      },
      {},
    );
    if (index < 2) await postTermInstrument(work, present(id, 'a submit gives an id'));
  }
}
