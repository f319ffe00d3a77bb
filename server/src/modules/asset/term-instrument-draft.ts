// From a request to the terms of an instrument: references found, amounts exact, the rest by the
// type.

import { addDays, type BusinessDate } from '../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { commonProblems, type ProblemKind, refuseMember } from '../../platform/http/problem.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { formatMoney, minorToDecimal, parseMinor } from '../../platform/money/money.js';
import { financeProblems } from '../finance/index.js';
import { TERM_INSTRUMENT } from './limits.js';
import type { AssetPorts } from './port.js';
import { assetProblems } from './problems.js';
import {
  type DepositAccountRow,
  type DepositorRow,
  type InstrumentTermsRow,
  selectCashAccounts,
  selectDepositor,
  selectTypes,
} from './queries.js';
import { type RateEnquiry, rateFault, ratePercentFor } from './rate-tier.js';
import { dayNamedBy } from './record.js';
import type { RolloverRule } from './rollover.js';
import type { TermInstrumentMembers } from './schema.js';
import { rateCardOf, scheduleOf, type TermInstrumentTypeRow } from './term-instrument-type.js';

/** What a request says of an instrument; absent members come from the type. */
export type TermRequest = {
  readonly [Member in keyof TermInstrumentMembers]?: TermInstrumentMembers[Member] | undefined;
};

/** The terms of an instrument, and whose it is. */
export interface TermInstrumentDraft {
  readonly depositor: DepositorRow;
  readonly type: TermInstrumentTypeRow;
  readonly terms: InstrumentTermsRow;
}

/** Finds and checks all that a request names, and fills in the rest. Refuses naming the member. */
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
  const tenure = request.tenure ?? type.default_tenure;
  const rate = rateOf(request.currentRate, type, { faceMinor, tenure });
  const today = await currentBusinessDate(work.tx);
  const requested =
    request.startDate === undefined ? null : dayNamedBy(request.startDate, depositor.time_zone);
  const start = startOn(requested, today);
  const { maturity, payment, accrualEnd } = await scheduleOf(work.tx, type, { start, tenure });
  const terms: InstrumentTermsRow = {
    label: request.label ?? labelOf({ type, faceMinor, tenure }),
    customer_id: depositor.id,
    type_id: type.id,
    currency: type.currency,
    init_account_id: accounts.init.id,
    termination_account_id: accounts.termination.id,
    portfolio_name: portfolioName,
    face_value_minor: faceMinor,
    tenure,
    ...rate,
    day_count: type.day_count,
    compoundings_per_year: type.compoundings_per_year,
    requested_start: requested,
    start_date: start,
    maturity_date: maturity,
    payment_date: payment,
    accrual_end: accrualEnd,
    ...rolloverOf(request, type),
    loan_product: type.loan_product,
  };
  return { depositor, type, terms };
}

/**
 * The request as it is meant: clients of the original send every member, and 0 for what they do not
 * mean. An amount of zero stays, to be refused.
 */
export function withoutZeros(sent: TermRequest): TermRequest {
  return {
    ...sent,
    initAccountId: sent.initAccountId || undefined,
    terminationAccountId: sent.terminationAccountId || undefined,
    customerId: sent.customerId || undefined,
    tenure: sent.tenure || undefined,
    currentRate: sent.currentRate?.isZero() ? undefined : sent.currentRate,
    rolloverAmount: sent.rolloverAmount?.isZero() ? undefined : sent.rolloverAmount,
  };
}

function refuseMissing(request: TermRequest): void {
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

async function depositorOf(work: Work, request: TermRequest): Promise<DepositorRow> {
  const { customerId: id, customerName: name } = request;
  const member = id === undefined ? 'customerName' : 'customerId';
  const found = await selectDepositor(work.tx, { id, name });
  if (found === undefined || !seesOffice(work.principal, found.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'names no customer');
  }
  if (name !== undefined && name !== found.name) {
    throw mismatch('customerName', 'is the code of another customer than customerId');
  }
  refuseInactive(found, member);
  return found;
}

/** Refuses a customer that may not do business now. */
export function refuseInactive(
  customer: Pick<DepositorRow, 'status' | 'workflow_status'>,
  member: string,
): void {
  if (customer.status === 'ACTIVE' && customer.workflow_status === 'APPROVED') return;
  throw refuseMember(
    financeProblems.CUSTOMER_INACTIVE,
    member,
    `the customer is ${customer.status}, ${customer.workflow_status}`,
  );
}

async function typeOf(work: Work, request: TermRequest): Promise<TermInstrumentTypeRow> {
  const { instrumentTypeName: name, instrumentTypeLabel: label } = request;
  const member = name === undefined ? 'instrumentTypeLabel' : 'instrumentTypeName';
  const [type, second] = await selectTypes(work.tx, { name, label });
  if (type === undefined || second !== undefined || !type.active) {
    const why = second === undefined ? 'names no active type' : 'is the label of several types';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, why);
  }
  if (label !== undefined && label.toLowerCase() !== type.label.toLowerCase()) {
    throw mismatch('instrumentTypeLabel', 'is the label of another type');
  }
  return type;
}

function mismatch(member: string, why: string) {
  return refuseMember(commonProblems.REFERENCE_MISMATCH, member, why);
}

function refuseOtherKind(request: TermRequest, type: TermInstrumentTypeRow): void {
  if (request.currency !== undefined && request.currency.toUpperCase() !== type.currency) {
    throw refuseMember(
      financeProblems.CURRENCY_MISMATCH,
      'currency',
      `the type is in ${type.currency}`,
    );
  }
  if (request.loanProduct !== undefined && request.loanProduct !== type.loan_product) {
    throw mismatch('loanProduct', `of the type is ${type.loan_product}`);
  }
}

interface DepositAccounts {
  readonly init: DepositAccountRow;
  readonly termination: DepositAccountRow;
}

async function accountsOf(
  work: Work,
  request: TermRequest,
  on: { readonly depositor: DepositorRow; readonly type: TermInstrumentTypeRow },
): Promise<DepositAccounts> {
  const accounts = await selectCashAccounts(work.tx, on.depositor.id);
  const { currency } = on.type;
  return {
    init: accountOf(accounts, { id: request.initAccountId, member: 'initAccountId', currency }),
    termination: accountOf(accounts, {
      id: request.terminationAccountId,
      member: 'terminationAccountId',
      currency,
    }),
  };
}

/**
 * A customer's cash account by id, or the one in the currency; refused unless it is his and open.
 */
export async function cashAccountFor(
  tx: Tx,
  customerId: bigint,
  wanted: WantedAccount,
): Promise<DepositAccountRow> {
  return accountOf(await selectCashAccounts(tx, customerId), wanted);
}

interface WantedAccount {
  readonly id: bigint | undefined;
  readonly member: string;
  readonly currency: string;
}

// Paying one client's money to another is forbidden, so both accounts are the customer's own.
function accountOf(
  accounts: readonly DepositAccountRow[],
  wanted: WantedAccount,
): DepositAccountRow {
  const { id, member, currency } = wanted;
  const account = accounts.find((one) =>
    id === undefined ? one.currency === currency : one.id === id,
  );
  if (account === undefined) {
    const why =
      id === undefined
        ? `is needed: the customer has no cash account in ${currency}`
        : 'names no cash account of the customer';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, why);
  }
  if (account.currency !== currency) {
    throw refuseMember(
      financeProblems.CURRENCY_MISMATCH,
      member,
      `the account is kept in ${account.currency}, the type is in ${currency}`,
    );
  }
  if (!account.active) {
    throw refuseMember(financeProblems.ACCOUNT_INACTIVE, member, 'names a closed account');
  }
  return account;
}

async function portfolioOf(
  work: Work,
  request: TermRequest,
  on: { readonly depositor: DepositorRow; readonly ports: AssetPorts },
): Promise<string | null> {
  const { portfolioName } = request;
  if (portfolioName === undefined) return null;
  const owner = await on.ports.portfolios?.ownerOf(work.tx, portfolioName);
  if (on.ports.portfolios !== undefined && owner !== on.depositor.id) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'portfolioName',
      'names no portfolio of the customer',
    );
  }
  return portfolioName;
}

function faceOf(face: Decimal | undefined, type: TermInstrumentTypeRow): bigint {
  if (face === undefined || !face.greaterThan(0)) {
    throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, 'faceValue', 'must be above zero');
  }
  const minor = parseMinor(face, type.currency);
  if (minor === undefined) throw tooManyDecimals('faceValue', type.currency);
  if (type.amount_most_minor !== null && minor > type.amount_most_minor) {
    const most = formatMoney({ minor: type.amount_most_minor, currency: type.currency });
    throw refuseMember(assetProblems.TERM_AMOUNT_REFUSED, 'faceValue', `is at most ${most}`);
  }
  return minor;
}

function tooManyDecimals(member: string, currency: string) {
  return refuseMember(
    commonProblems.TOO_MANY_DECIMALS,
    member,
    `has more decimals than ${currency}`,
  );
}

function rateOf(
  asked: Decimal | undefined,
  type: TermInstrumentTypeRow,
  term: { readonly faceMinor: bigint; readonly tenure: number },
): { readonly rate: Decimal; readonly rate_negotiated: boolean } {
  const card = rateCardOf(type);
  const enquiry: RateEnquiry = {
    currency: type.currency,
    amountMinor: term.faceMinor,
    tenorDays: term.tenure,
  };
  const fault = rateFault(card, enquiry);
  if (fault !== undefined && !(fault === 'NO_RATE' && asked !== undefined)) {
    throw faultRefusal(fault, type);
  }
  const offered = fault === undefined ? ratePercentFor(card, enquiry) : undefined;
  if (offered !== undefined && (asked === undefined || asked.equals(offered))) {
    return { rate: offered, rate_negotiated: false };
  }
  return { rate: negotiated(asked, type), rate_negotiated: true };
}

function negotiated(asked: Decimal | undefined, type: TermInstrumentTypeRow): Decimal {
  const { rate_least: least, rate_most: most } = type;
  if (asked === undefined || least === null || most === null) {
    throw refuseRate('is fixed by the type: it is not negotiated');
  }
  if (asked.decimalPlaces() > TERM_INSTRUMENT.rateDecimalsMost) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      'currentRate',
      `has at most ${TERM_INSTRUMENT.rateDecimalsMost} decimals`,
    );
  }
  if (asked.lessThan(least) || asked.greaterThan(most)) {
    throw refuseRate(`must be from ${least.toFixed()} to ${most.toFixed()}`);
  }
  return asked;
}

function refuseRate(why: string) {
  return refuseMember(assetProblems.RATE_NOT_OFFERED, 'currentRate', why);
}

function faultRefusal(
  fault: NonNullable<ReturnType<typeof rateFault>>,
  type: TermInstrumentTypeRow,
) {
  const money = (minor: bigint) => formatMoney({ minor, currency: type.currency });
  const refused = (kind: ProblemKind, member: string, why: string) =>
    refuseMember(kind, member, why);
  switch (fault) {
    case 'TENOR_NOT_OFFERED': {
      const offered = type.allowed_tenures?.join(', ') ?? 'from 1';
      return refused(assetProblems.TENURE_NOT_OFFERED, 'tenure', `in days: ${offered}`);
    }
    case 'AMOUNT_NOT_A_MULTIPLE':
      return refused(
        assetProblems.TERM_AMOUNT_REFUSED,
        'faceValue',
        `must be a multiple of ${money(type.amount_multiple_minor)}`,
      );
    case 'NO_RATE':
      return refused(
        assetProblems.RATE_NOT_OFFERED,
        'currentRate',
        'is needed: the card has no rate for this amount and tenure',
      );
    default:
      return refused(
        assetProblems.TERM_AMOUNT_REFUSED,
        'faceValue',
        `is at least ${money(type.amount_least_minor)}`,
      );
  }
}

/**
 * The first day of a term that is asked for on a business date: never before it, because money
 * that was not there earned nothing. A day or two late is a weekend; more is a mistake.
 */
export function startOn(requested: BusinessDate | null, today: BusinessDate): BusinessDate {
  if (requested === null) return today;
  const earliest = addDays(today, -TERM_INSTRUMENT.startLateDaysMost);
  const latest = addDays(today, TERM_INSTRUMENT.startAheadDaysMost);
  if (requested < earliest || requested > latest) {
    throw refuseMember(
      assetProblems.START_DATE_REFUSED,
      'startDate',
      `must be from ${earliest} to ${latest}`,
    );
  }
  return requested < today ? today : requested;
}

/** What happens at maturity, by the request and else by the type. */
export function rolloverOf(request: TermRequest, type: TermInstrumentTypeRow) {
  const rule: RolloverRule = request.rolloverRule ?? type.rollover_rule;
  const instructed = request.rolloverRule === undefined ? type.auto_rollover : rule !== 'NONE';
  const auto = request.autoRollover ?? instructed;
  if (auto && rule === 'NONE') {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverRule',
      'must say how it rolls over when autoRollover is true',
    );
  }
  if (auto && type.loan_product) {
    throw refuseMember(assetProblems.ROLLOVER_REFUSED, 'autoRollover', 'a loan is paid back');
  }
  return {
    auto_rollover: auto,
    rollover_rule: rule,
    rollover_amount_minor: rolloverAmountOf(request, rule, type.currency),
  };
}

function rolloverAmountOf(request: TermRequest, rule: RolloverRule, currency: string) {
  const amount = request.rolloverAmount;
  if (amount === undefined && rule !== 'SPECIAL_AMOUNT') return null;
  if (amount === undefined || amount.isNegative()) {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverAmount',
      'must be above zero for SPECIAL_AMOUNT',
    );
  }
  const minor = parseMinor(amount, currency);
  if (minor === undefined) throw tooManyDecimals('rolloverAmount', currency);
  return minor;
}

/** The built label: `Fixed deposit NGN 5,000,000.00 91 days`. */
export function labelOf(built: {
  readonly type: { readonly label: string; readonly currency: string };
  readonly faceMinor: bigint;
  readonly tenure: number;
}): string {
  const face = formatMoney({ minor: built.faceMinor, currency: built.type.currency });
  return `${built.type.label} ${face} ${built.tenure} days`;
}

/** A stored instrument as the request that would make it again. */
export function requestOf(
  row: {
    readonly [Member in keyof InstrumentTermsRow]: InstrumentTermsRow[Member];
  } & { readonly type_name: string; readonly type_label: string },
): TermRequest {
  const { currency } = row;
  const built = labelOf({
    type: { label: row.type_label, currency },
    faceMinor: row.face_value_minor,
    tenure: row.tenure,
  });
  return {
    label: row.label === built ? undefined : row.label,
    instrumentTypeName: row.type_name,
    initAccountId: row.init_account_id,
    terminationAccountId: row.termination_account_id,
    customerId: row.customer_id,
    portfolioName: row.portfolio_name ?? undefined,
    startDate: row.requested_start === null ? undefined : `${row.requested_start}T00:00:00.000Z`,
    tenure: row.tenure,
    faceValue: minorToDecimal(row.face_value_minor, currency),
    currentRate: row.rate_negotiated ? row.rate : undefined,
    rolloverAmount:
      row.rollover_amount_minor === null
        ? undefined
        : minorToDecimal(row.rollover_amount_minor, currency),
    autoRollover: row.auto_rollover,
    rolloverRule: row.rollover_rule,
  };
}
