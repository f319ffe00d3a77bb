// Rollover at maturity: the instrument that follows a matured one, its price, and the remainder
// paid to the customer.

import { assert, present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Money } from '../../../platform/money/money.js';
import {
  type MaturedDeposit,
  type RolloverSplit,
  splitAt,
  splitRollover,
  splitWithinCash,
} from '../deposit/rollover.js';
import type { NetAmount } from '../tax/withholding-tax.js';
import { faceForCash } from './discount.js';
import { pricedColumns, quoteFor } from './draft.js';
import type { DiscountedRow, NotRolledOverReason } from './record.js';
import { termOf } from './type.js';
import {
  type DiscountedTypeRow,
  lockDiscountedTypesById,
  selectNextIssues,
} from './type-queries.js';

/** The types and issues that instruments can roll over into, locked until the transaction ends. */
interface NextProducts {
  /**
   * Returns the product that an instrument rolls over into, or undefined if none is on sale on the
   * payment date.
   */
  readonly of: (row: DiscountedRow) => DiscountedTypeRow | undefined;
}

/** The columns of a child that are determined by its product and price. */
type ChildTerms = NonNullable<ReturnType<typeof pricedColumns>> & {
  readonly type_id: bigint;
};

/** The settlement of a matured instrument. Without a child, everything is paid out. */
export interface MaturitySettlement {
  readonly split: RolloverSplit;
  readonly child: { readonly product: DiscountedTypeRow; readonly terms: ChildTerms } | undefined;
  /** The reason why the instrument did not roll over as instructed; otherwise null. */
  readonly notRolledOver: NotRolledOverReason | null;
}

/**
 * Finds the products that matured instruments roll over into. Commercial paper rolls over into its
 * own type. A bill rolls over into the most recently auctioned issue with the same tenor as its own
 * issue.
 */
export async function nextProductsOf(
  tx: Tx,
  matured: readonly DiscountedRow[],
): Promise<NextProducts> {
  const rolling = matured.filter((row) => row.auto_rollover);
  const paper = rolling.filter((row) => !isBill(row));
  const bills = rolling.filter(isBill);
  const maturing = new Map(bills.map((row) => [maturingKey(row), row]));
  const wanted = [...maturing.values()].map((row) => ({
    type_id: row.type_id,
    start: row.payment_date,
  }));
  const issues = wanted.length === 0 ? [] : await selectNextIssues(tx, wanted);
  const nextIds = new Map(
    issues.map((one) => [maturingKey({ ...one, payment_date: one.start }), one.next_id]),
  );
  const ids = [...paper.map((row) => row.type_id), ...nextIds.values()];
  const locked = ids.length === 0 ? [] : await lockDiscountedTypesById(tx, [...new Set(ids)]);
  const products = new Map(locked.map((product) => [product.id, product]));
  return {
    of: (row) => {
      const id = isBill(row) ? nextIds.get(maturingKey(row)) : row.type_id;
      const product = id === undefined ? undefined : products.get(id);
      // The issue may have been withdrawn after it was chosen and before it was locked.
      return product?.active && product.rate !== null ? product : undefined;
    },
  };
}

// Bills are sold by issue, so a maturing bill rolls over into another issue.
function isBill({ kind }: Pick<DiscountedRow, 'kind'>): boolean {
  return kind === 'TREASURY_BILL';
}

function maturingKey(row: Pick<DiscountedRow, 'type_id' | 'payment_date'>): string {
  return `${row.type_id} ${row.payment_date}`;
}

interface Maturing {
  readonly earned: NetAmount;
  readonly products: NextProducts;
  readonly withoutCash: boolean;
}

/**
 * Settles a matured instrument under its rollover rule, like a deposit with its cost as principal
 * and its discount as interest. The child has the largest face value, in multiples of the
 * denomination, that the cash buys at the price on the payment date. The remainder is paid out.
 */
export async function settleMaturity(
  tx: Tx,
  row: DiscountedRow,
  maturing: Maturing,
): Promise<MaturitySettlement> {
  const deposit = depositOf(row, maturing.earned);
  const paidOut = { split: splitRollover(deposit, 'NONE'), child: undefined, notRolledOver: null };
  if (!row.auto_rollover) return paidOut;
  const product = maturing.products.of(row);
  if (product === undefined) {
    return { ...paidOut, notRolledOver: isBill(row) ? 'NO_OPEN_ISSUE' : 'TYPE_NOT_OFFERED' };
  }
  const { childPrincipal: cash } = splitWithinCash(deposit, row.rollover_rule, maturing);
  const terms = await childTermsFor(tx, row, { product, cash });
  if (typeof terms === 'string') return { ...paidOut, notRolledOver: terms };
  const cost = { minor: terms.cost_minor, currency: row.currency };
  assert(cost.minor <= cash.minor, 'a child costs at most the cash that rolls over');
  return { split: splitAt(deposit, cost), child: { product, terms }, notRolledOver: null };
}

function depositOf(row: DiscountedRow, { gross, tax }: NetAmount): MaturedDeposit {
  const money = (minor: bigint): Money => ({ minor, currency: row.currency });
  return {
    principal: money(row.cost_minor),
    grossInterest: gross,
    tax,
    ...(row.rollover_amount_minor === null
      ? {}
      : { rolloverAmount: money(row.rollover_amount_minor) }),
  };
}

async function childTermsFor(
  tx: Tx,
  row: DiscountedRow,
  { product, cash }: { readonly product: DiscountedTypeRow; readonly cash: Money },
): Promise<ChildTerms | NotRolledOverReason> {
  const start = row.payment_date;
  const tenure = isBill(row) ? undefined : row.tenure;
  const term = await termOf(tx, product, { start, tenure });
  const purchase = { start, term, rate: childRate(row, product) };
  const one = quoteFor(product, { ...purchase, faceMinor: 1n });
  if (one === undefined) return 'NO_PRICE';
  const { currency, amount_multiple_minor: denomination } = product;
  const face = faceForCash(cash, one.exactPrice.dividedBy(100), { minor: denomination, currency });
  if (cash.minor === 0n || face.minor === 0n) return 'BELOW_DENOMINATION';
  const priced = pricedColumns(product, { ...purchase, faceMinor: face.minor });
  return priced === undefined ? 'NO_PRICE' : { ...priced, type_id: product.id };
}

// As with deposits, a negotiated rate for commercial paper also applies to its child. A bill has
// the stop rate of its own issue.
function childRate(row: DiscountedRow, product: DiscountedTypeRow) {
  const isNegotiated = !isBill(row) && row.rate_negotiated;
  return {
    rate: isNegotiated ? row.rate : present(product.rate, 'a product on sale has a rate'),
    rate_negotiated: isNegotiated,
  };
}
