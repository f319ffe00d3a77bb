// A customer's placements (deposit, commercial paper, bill, fund units) as API requests.

import { type Write, write } from '../../lib/write.js';

export const PLACEMENTS = ['DEPOSIT', 'PAPER', 'BILL', 'FUND'] as const;
export type Placement = (typeof PLACEMENTS)[number];
/** How a fund order is sized: by amount, by units or, for a redemption, all units. */
export const MEASURES = ['AMOUNT', 'UNITS', 'ALL'] as const;
type Measure = (typeof MEASURES)[number];

export interface PlacementValues {
  readonly kind: Placement;
  readonly portfolioName: string;
  /** The code of a type, issue or fund. */
  readonly product: string;
  readonly amount: string;
  /** The unit of `amount` in a fund order. */
  readonly measure: Measure;
  readonly tenure: string;
  /** A negotiated rate, in percent. */
  readonly rate: string;
  readonly rolloverRule: string;
  readonly transType: 'SUBSCRIPTION' | 'REDEMPTION';
}

export const EMPTY_PLACEMENT: PlacementValues = {
  kind: 'DEPOSIT',
  portfolioName: '',
  product: '',
  amount: '',
  measure: 'AMOUNT',
  tenure: '',
  rate: '',
  rolloverRule: '',
  transType: 'SUBSCRIPTION',
};

/** The permission for each kind. */
export const PLACEMENT_PERMISSIONS: Readonly<Record<Placement, string>> = {
  DEPOSIT: 'asset.term-instrument.submit',
  PAPER: 'asset.discounted-instrument.submit',
  BILL: 'asset.treasury-bill.submit',
  FUND: 'asset.fund-transaction.submit',
};

/** Prefixes of the paths that a placement makes stale. */
export const PLACEMENT_TOUCHES: readonly string[] = [
  'order/terminstrument',
  'order/discountedinstrument',
  'order/treasurybill',
  'order/fund',
  'order/maturity',
  'finance/account',
];

const given = (name: string, text: string): Readonly<Record<string, string>> =>
  text === '' ? {} : { [name]: text };

/** Returns the size of a fund order. Undefined while it is empty. */
function measureOf({ measure, amount, transType }: PlacementValues): object | undefined {
  if (measure === 'ALL' && transType === 'REDEMPTION') return { allUnits: true };
  if (amount === '') return undefined;
  return measure === 'UNITS' ? { units: amount } : { amount };
}

/** Returns the request. Undefined while a required field is empty. */
export function placementOf(
  values: PlacementValues,
  customerId: number,
): Write<unknown> | undefined {
  const { kind, product, amount, portfolioName, tenure, rate, rolloverRule, transType } = values;
  const common = { customerId, ...given('portfolioName', portfolioName) };
  if (product === '') return undefined;
  if (kind === 'FUND') {
    const measure = measureOf(values);
    const body = { ...common, fundName: product, transType, ...measure };
    return measure && write('post', 'order/fundtransaction/submit', { body });
  }
  if (amount === '') return undefined;
  const placed = { ...common, instrumentTypeName: product, faceValue: amount };
  const bill = { ...placed, ...given('rolloverRule', rolloverRule) };
  const paper = { ...bill, ...given('tenure', tenure), ...given('currentRate', rate) };
  switch (kind) {
    case 'DEPOSIT':
      return write('post', 'order/terminstrument/submit', { body: paper });
    case 'PAPER':
      return write('post', 'order/discountedinstrument/submit', { body: paper });
    case 'BILL':
      return write('post', 'order/treasurybill/submit', { body: bill });
  }
}
