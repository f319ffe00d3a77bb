// Turns a request into the terms of a discounted instrument or treasury bill. Resolves references,
// prices the instrument to the minor unit, and takes missing terms from the type or issue.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import {
  formatMoney,
  fromDecimal,
  minorToDecimal,
  toDecimal,
} from '../../../platform/money/money.js';
import {
  depositorOf,
  namedType,
  refuseMissing,
  refuseOtherKind,
  startOn,
} from '../deposit/draft.js';
import { requestedTenure } from '../deposit/maturity-request.js';
import { faceOf, rateOf } from '../deposit/rate.js';
import { dayNamedBy } from '../deposit/record.js';
import { labelOf, type TermRequest, withoutZeros } from '../deposit/request.js';
import { type RolloverTerms, rolloverOf } from '../deposit/rollover-instruction.js';
import { accountsOf, portfolioOf } from '../instrument/cash-account.js';
import { yearFraction } from '../instrument/day-count.js';
import type { DepositorRow } from '../instrument/queries.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import type { DiscountedKind } from './kind.js';
import { type DiscountQuote, quoteDiscount } from './price.js';
import type { DiscountedTermsRow } from './queries.js';
import type { DiscountedRow } from './record.js';
import { issueStart } from './treasury-bill-issue.js';
import { type DiscountedTerm, ratedType, termOf } from './type.js';
import { type DiscountedTypeRow, lockDiscountedTypes } from './type-queries.js';

/** The context of a request: the kind of instrument in its path, and the module's ports. */
export interface DiscountedContext {
  readonly kind: DiscountedKind;
  readonly ports: AssetPorts;
}

/** The terms of an instrument with its type and depositor. */
interface DiscountedDraft {
  readonly depositor: DepositorRow;
  readonly terms: DiscountedTermsRow;
}

/**
 * Resolves and checks all references in a request, and fills in the missing terms. Refusals name
 * the member.
 */
export async function draftDiscounted(
  work: Work,
  sent: TermRequest,
  desk: DiscountedContext,
): Promise<DiscountedDraft> {
  const request = withoutZeros(sent);
  refuseMissing(request);
  const depositor = await depositorOf(work, request);
  const { instrumentTypeName: name, instrumentTypeLabel: label } = request;
  const found = await lockDiscountedTypes(work.tx, desk.kind, { name, label });
  const type = namedType(request, found);
  refuseUnauctioned(type);
  refuseOtherKind(request, { currency: type.currency, loan_product: false });
  const accounts = await accountsOf(work, request, { depositor, type });
  const portfolioName = await portfolioOf(work, request, { depositor, ports: desk.ports });
  const faceMinor = faceOf(request.faceValue, ratedType(type));
  const requested =
    request.startDate === undefined ? null : dayNamedBy(request.startDate, depositor.time_zone);
  const today = await currentBusinessDate(work.tx);
  const start = issueStart(type, startOn(requested, today));
  // A bill matures with its issue, so an expected maturity does not determine its tenure.
  const { time_zone } = depositor;
  const stated =
    desk.kind === 'TREASURY_BILL' ? undefined : requestedTenure(request, { start, time_zone });
  const tenure = stated?.days ?? request.tenure ?? type.default_tenure ?? undefined;
  const priced = await pricedTerms(work, type, {
    ...{ start, faceMinor, tenure, tenureMember: stated?.member },
    requestedRate: request.currentRate,
  });
  const terms: DiscountedTermsRow = {
    label: request.label ?? labelOf({ type, faceMinor, tenure: priced.tenure }),
    customer_id: depositor.id,
    type_id: type.id,
    currency: type.currency,
    init_account_id: accounts.init.id,
    termination_account_id: accounts.termination.id,
    portfolio_name: portfolioName,
    requested_start: requested,
    ...priced,
    ...rolloverOf(request, rolloverTerms(type, priced)),
  };
  return { depositor, terms };
}

/**
 * Returns the product's terms for rollover instructions. The product's limits are face values, but
 * a special amount is cash, so each limit is converted to its cost at this price.
 */
export function rolloverTerms(
  type: Pick<DiscountedTypeRow, 'currency' | 'amount_least_minor' | 'amount_most_minor'>,
  priced: Pick<DiscountedRow, 'cost_minor' | 'face_value_minor'>,
): RolloverTerms {
  const { currency, amount_least_minor: least, amount_most_minor: most } = type;
  const money = (minor: bigint) => toDecimal({ minor, currency });
  const costOf = (face: bigint) => {
    const cost = money(face).times(money(priced.cost_minor));
    return fromDecimal(cost.dividedBy(money(priced.face_value_minor)), currency, 'UP').minor;
  };
  return {
    currency,
    ...{ rollover_rule: 'NONE', auto_rollover: false, loan_product: false },
    interest_payment: 'AT_MATURITY',
    amount_least_minor: costOf(least),
    amount_most_minor: most === null ? null : costOf(most),
    amount_multiple_minor: 1n,
  };
}

/** The requested terms that, together with the type, determine a price. */
interface PricedRequest {
  readonly start: BusinessDate;
  readonly faceMinor: bigint;
  readonly tenure: number | undefined;
  readonly tenureMember?: 'tenure' | 'expectedMaturity' | undefined;
  readonly requestedRate: Decimal | undefined;
}

/** Returns the columns computed from the type, face value, rate and first day. */
export async function pricedTerms(work: Work, type: DiscountedTypeRow, requested: PricedRequest) {
  const { start, faceMinor, tenureMember } = requested;
  const term = await termOf(work.tx, type, requested);
  const rate = rateOf(requested.requestedRate, ratedType(type), {
    ...{ faceMinor, tenure: term.tenure, tenureMember },
  });
  const priced = pricedColumns(type, { start, term, rate, faceMinor });
  if (priced !== undefined) return priced;
  const face = { minor: faceMinor, currency: type.currency };
  throw refuseMember(
    assetProblems.RATE_NOT_OFFERED,
    'currentRate',
    `results in a price of zero or less for ${formatMoney(face)} over ` +
      `${counted(term.tenure, 'day')}`,
  );
}

/** A face value bought at a rate for a term. */
interface Purchase {
  readonly start: BusinessDate;
  readonly term: DiscountedTerm;
  readonly rate: Pick<DiscountedRow, 'rate' | 'rate_negotiated'>;
  readonly faceMinor: bigint;
}

/** Prices a face value. Returns undefined if the price would not be above zero. */
export function quoteFor(
  type: DiscountedTypeRow,
  { start, term, rate, faceMinor }: Purchase,
): DiscountQuote | undefined {
  return quoteDiscount(
    {
      quotation: type.quotation,
      ratePercent: rate.rate,
      priceDecimals: type.price_decimals,
      priceRounding: type.price_rounding,
    },
    { minor: faceMinor, currency: type.currency },
    yearFraction(start, term.maturity, type.day_count),
  );
}

/** Returns the columns of a purchase, or undefined if it has no valid price. */
export function pricedColumns(type: DiscountedTypeRow, purchase: Purchase) {
  const { start, term, rate, faceMinor } = purchase;
  const quote = quoteFor(type, purchase);
  if (quote === undefined || quote.cost.minor <= 0n || quote.cost.minor > faceMinor) {
    return undefined;
  }
  return {
    face_value_minor: faceMinor,
    cost_minor: quote.cost.minor,
    tenure: term.tenure,
    ...rate,
    discount_rate: quote.discountPercent,
    price: quote.price,
    type_version: type.version,
    tax_class: type.tax_class,
    day_count: type.day_count,
    start_date: start,
    maturity_date: term.maturity,
    payment_date: term.payment,
    accrued_to: start,
  };
}

// The cost of an announced bill is unknown until the auction sets the stop rate.
function refuseUnauctioned({ rate, auction_date: auction }: DiscountedTypeRow): void {
  if (rate !== null) return;
  throw refuseMember(
    assetProblems.RATE_NOT_OFFERED,
    'instrumentTypeName',
    `has no stop rate yet: its auction is on ${auction}`,
  );
}

/** Returns the request that would recreate a stored instrument. */
export function requestOfDiscounted(row: DiscountedRow): TermRequest {
  const { currency, tenure, face_value_minor: faceMinor } = row;
  const built = labelOf({ type: { label: row.type_label, currency }, faceMinor, tenure });
  return {
    label: row.label === built ? undefined : row.label,
    instrumentTypeName: row.type_name,
    initAccountId: row.init_account_id,
    terminationAccountId: row.termination_account_id,
    customerId: row.customer_id,
    portfolioName: row.portfolio_name ?? undefined,
    startDate: row.requested_start === null ? undefined : `${row.requested_start}T00:00:00.000Z`,
    // The issue determines a bill's tenure.
    tenure: row.kind === 'TREASURY_BILL' ? undefined : tenure,
    faceValue: minorToDecimal(faceMinor, currency),
    currentRate: row.rate_negotiated ? row.rate : undefined,
    rolloverAmount:
      row.rollover_amount_minor === null
        ? undefined
        : minorToDecimal(row.rollover_amount_minor, currency),
    autoRollover: row.auto_rollover,
    rolloverRule: row.rollover_rule,
  };
}
