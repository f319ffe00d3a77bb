// Turns a request into an instrument's terms. Resolves references, checks amounts, and takes
// missing terms from the type.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../../finance/index.js';
import { accountsOf, portfolioOf } from '../instrument/cash-account.js';
import { type DepositorRow, selectDepositor } from '../instrument/queries.js';
import { TERM_INSTRUMENT } from '../limits.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { requestedTenure } from './maturity-request.js';
import { refuseWithoutPrice } from './placement-price.js';
import type { InstrumentTermsRow } from './queries.js';
import { faceOf, rateOf } from './rate.js';
import { dayNamedBy } from './record.js';
import { labelOf, type TermRequest, withoutZeros } from './request.js';
import { rolloverOf } from './rollover-instruction.js';
import { firstInterestDate, scheduleOf, type TermInstrumentTypeRow } from './type.js';
import { selectTypes } from './type-queries.js';

/** An instrument's terms with its type and depositor. */
interface TermInstrumentDraft {
  readonly depositor: DepositorRow;
  readonly type: TermInstrumentTypeRow;
  readonly terms: InstrumentTermsRow;
}

/**
 * Resolves and checks all references in a request, and fills in the missing terms. Refusals name
 * the member.
 */
export async function draftTermInstrument(
  work: Work,
  sent: TermRequest,
  ports: AssetPorts,
): Promise<TermInstrumentDraft> {
  const request = withoutZeros(sent);
  refuseMissing(request);
  const depositor = await depositorOf(work, request);
  const type = await typeOf(work, request);
  refuseOtherKind(request, type);
  const accounts = await accountsOf(work, request, { depositor, type });
  const portfolioName = await portfolioOf(work, request, { depositor, ports });
  const faceMinor = faceOf(request.faceValue, type);
  const today = await currentBusinessDate(work.tx);
  const requested =
    request.startDate === undefined ? null : dayNamedBy(request.startDate, depositor.time_zone);
  const start = startOn(requested, today);
  const stated = requestedTenure(request, { start, time_zone: depositor.time_zone });
  const tenure = stated?.days ?? type.default_tenure;
  const rate = rateOf(request.currentRate, type, {
    ...{ faceMinor, tenure, tenureMember: stated?.member },
  });
  const { maturity, payment, accrualEnd } = await scheduleOf(work.tx, type, { start, tenure });
  const terms: InstrumentTermsRow = {
    label: request.label ?? labelOf({ type, faceMinor, tenure }),
    customer_id: depositor.id,
    type_id: type.id,
    type_version: type.version,
    currency: type.currency,
    init_account_id: accounts.init.id,
    termination_account_id: accounts.termination.id,
    portfolio_name: portfolioName,
    face_value_minor: faceMinor,
    tenure,
    ...rate,
    day_count: type.day_count,
    compoundings_per_year: type.compoundings_per_year,
    interest_payment: type.interest_payment,
    next_interest_date: await firstInterestDate(work.tx, type, { start, accrualEnd }),
    requested_start: requested,
    start_date: start,
    maturity_date: maturity,
    payment_date: payment,
    accrual_end: accrualEnd,
    ...rolloverOf(request, type),
    loan_product: type.loan_product,
  };
  refuseWithoutPrice(terms);
  return { depositor, type, terms };
}

/** Refuses a request without a customer or a type. */
export function refuseMissing(request: TermRequest): void {
  if (request.customerId === undefined && request.customerName === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'customerId', 'or customerName is required');
  }
  if (request.instrumentTypeName === undefined && request.instrumentTypeLabel === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'instrumentTypeName',
      'or instrumentTypeLabel is required',
    );
  }
}

/**
 * Returns the customer named in a request. Refuses a customer whom the caller cannot see or who may
 * not do business.
 */
export async function depositorOf(work: Work, request: TermRequest): Promise<DepositorRow> {
  const { customerId: id, customerName: name } = request;
  const member = id === undefined ? 'customerName' : 'customerId';
  const found = await selectDepositor(work.tx, { id, name });
  if (found === undefined || !seesOffice(work.principal, found.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any customer');
  }
  if (name !== undefined && name !== found.name) {
    throw mismatch('customerName', 'does not match customerId');
  }
  refuseInactive(found, member);
  return found;
}

/** Refuses a customer who may not currently do business. */
export function refuseInactive(
  customer: Pick<DepositorRow, 'status' | 'workflow_status'>,
  member: string,
): void {
  if (customer.status === 'ACTIVE' && customer.workflow_status === 'APPROVED') return;
  throw refuseMember(
    financeProblems.CUSTOMER_INACTIVE,
    member,
    `the customer is ${customer.status} and ${customer.workflow_status}`,
  );
}

async function typeOf(work: Work, request: TermRequest): Promise<TermInstrumentTypeRow> {
  const { instrumentTypeName: name, instrumentTypeLabel: label } = request;
  return namedType(request, await selectTypes(work.tx, { name, label }));
}

/**
 * Returns the active type with the request's code or, without a code, with its label. Refuses zero
 * or several matches. If a code is given, the label is ignored because labels are read-only.
 */
export function namedType<Type extends { readonly active: boolean; readonly label: string }>(
  request: TermRequest,
  found: readonly Type[],
): Type {
  const member =
    request.instrumentTypeName === undefined ? 'instrumentTypeLabel' : 'instrumentTypeName';
  const [type, second] = found;
  if (type === undefined || second !== undefined || !type.active) {
    const why =
      second === undefined
        ? 'does not match any active type'
        : 'is the label of more than one type';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, why);
  }
  return type;
}

/** Returns the refusal for a member that contradicts another member. */
function mismatch(member: string, why: string) {
  return refuseMember(commonProblems.REFERENCE_MISMATCH, member, why);
}

/** Refuses a currency or kind of product that differs from the type's. */
export function refuseOtherKind(
  request: TermRequest,
  type: Pick<TermInstrumentTypeRow, 'currency' | 'loan_product'>,
): void {
  if (request.currency !== undefined && request.currency.toUpperCase() !== type.currency) {
    throw refuseMember(
      financeProblems.CURRENCY_MISMATCH,
      'currency',
      `must be ${type.currency}, the currency of the type`,
    );
  }
  if (request.loanProduct !== undefined && request.loanProduct !== type.loan_product) {
    throw mismatch('loanProduct', `must be ${type.loan_product} for this type`);
  }
}

/**
 * Returns the start date of a term requested on a business date. The start is never earlier than
 * that date, because money earns nothing before it arrives. A requested start may be a few days
 * late, for example after a weekend. An older start is refused as a mistake.
 */
export function startOn(requested: BusinessDate | null, today: BusinessDate): BusinessDate {
  if (requested === null) return today;
  const earliest = addDays(today, -TERM_INSTRUMENT.startLateDaysMax);
  const latest = addDays(today, TERM_INSTRUMENT.startAheadDaysMax);
  if (requested < earliest || requested > latest) {
    throw refuseMember(
      assetProblems.START_DATE_REFUSED,
      'startDate',
      `must be between ${earliest} and ${latest}`,
    );
  }
  return requested < today ? today : requested;
}
