// What is placed for a customer: a deposit, a bill or fund units, as the server takes each.

import { type Asking, asking } from '../../lib/asking.js';

export const PLACEMENTS = ['DEPOSIT', 'BILL', 'FUND'] as const;
export type Placement = (typeof PLACEMENTS)[number];

export interface PlacementValues {
  readonly kind: Placement;
  readonly portfolioName: string;
  /** The code of a type, an issue or a fund. */
  readonly product: string;
  readonly amount: string;
  readonly tenure: string;
  readonly rolloverRule: string;
  readonly transType: 'SUBSCRIPTION' | 'REDEMPTION';
}

export const EMPTY_PLACEMENT: PlacementValues = {
  kind: 'DEPOSIT',
  portfolioName: '',
  product: '',
  amount: '',
  tenure: '',
  rolloverRule: '',
  transType: 'SUBSCRIPTION',
};

/** The permission that each needs, and the one that starts it. */
export const PLACEMENT_PERMISSIONS: Readonly<Record<Placement, string>> = {
  DEPOSIT: 'asset.term-instrument.submit',
  BILL: 'asset.treasury-bill.submit',
  FUND: 'asset.fund-transaction.submit',
};
export const START_PERMISSIONS: Readonly<Record<'DEPOSIT' | 'BILL', string>> = {
  DEPOSIT: 'asset.term-instrument.post',
  BILL: 'asset.treasury-bill.post',
};

/** Beginnings of the paths whose replies a placement makes old. */
export const PLACEMENT_TOUCHES: readonly string[] = [
  'order/terminstrument',
  'order/treasurybill',
  'order/fund',
  'order/maturity',
  'finance/account',
];

const given = (name: string, text: string): Readonly<Record<string, string>> =>
  text === '' ? {} : { [name]: text };

/** What is asked of the server; undefined while something that it needs is missing. */
export function placementOf(
  values: PlacementValues,
  customerId: number,
): Asking<unknown> | undefined {
  const { kind, product, amount, portfolioName, tenure, rolloverRule, transType } = values;
  if (product === '' || amount === '') return undefined;
  const common = { customerId, ...given('portfolioName', portfolioName) };
  const paper = { ...common, instrumentTypeName: product, faceValue: amount };
  switch (kind) {
    case 'DEPOSIT': {
      const body = {
        ...paper,
        ...given('tenure', tenure),
        ...given('rolloverRule', rolloverRule),
      };
      return asking('post', 'order/terminstrument/submit', { body });
    }
    case 'BILL':
      return asking('post', 'order/treasurybill/submit', { body: paper });
    case 'FUND': {
      const { customerId: id, ...rest } = common;
      const body = { ...rest, customerId: id, fundName: product, transType, amount };
      return asking('post', 'order/fundtransaction/submit', { body });
    }
  }
}

/** Takes the money of one that was submitted and starts it. */
export const startOf = (kind: 'DEPOSIT' | 'BILL', id: number): Asking<unknown> =>
  kind === 'DEPOSIT'
    ? asking('put', 'order/terminstrument/post/id/{id}', { path: { id } })
    : asking('put', 'order/treasurybill/post/id/{id}', { path: { id } });
