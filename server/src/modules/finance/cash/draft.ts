// Turns a request into the draft of a cash transaction: resolves references, makes amounts exact,
// checks rules.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import {
  commonProblems,
  type ProblemKind,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { isCodeOf } from '../../../platform/reference-data/code.js';
import { firmAccount, firmAccountName } from '../account/account.js';
import { requireAmount } from '../amount.js';
import { chartOf } from '../chart/chart.js';
import { isFirmAccountCode } from '../chart/code.js';
import type { EntryAccount } from '../chart/shipped-chart.js';
import { gatewayOf } from '../gateway/payment.js';
import type { GatewayRow } from '../gateway/queries.js';
import { type DateSetting, dateSettingOf } from '../journal/date.js';
import { accountError } from '../journal/line.js';
import { CASH_TRANSACTION } from '../limits.js';
import type { FinancePorts } from '../port.js';
import { financeProblems } from '../problems.js';
import {
  type CashAccountReference,
  type CashAccountRow,
  findCashAccount,
  findFirmAccount,
} from './account-queries.js';
import { type Booking, bookingOf, requestedDateOf } from './booking-date.js';
import { type Conversion, conversionOf } from './conversion.js';
import { requireCorporateAction } from './corporate-action.js';
import type { CashTransactionRequest } from './draft-request.js';
import { type EarlyWithdrawal, earlyWithdrawalOf } from './early-withdrawal.js';
import { type Withholding, withholdingOf } from './withholding.js';

/** The account columns of a record. */
interface NamedAccount {
  readonly id: bigint;
  readonly name: string;
}

/**
 * A request with every reference and amount resolved. Amounts are in minor units of the currency.
 */
export interface CashTransactionDraft {
  readonly cash: CashAccountRow & { readonly customer_id: bigint };
  readonly counterparty: (CashAccountRow & { readonly customer_id: bigint }) | undefined;
  readonly contra: NamedAccount | undefined;
  readonly feeAccount: NamedAccount | undefined;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly earlyWithdrawal: EarlyWithdrawal;
  readonly earlyWithdrawalAccount: NamedAccount | undefined;
  /** The tax withheld from a receipt, and the account to which it is booked. */
  readonly withholding: Withholding;
  readonly taxAccount: NamedAccount | undefined;
  readonly conversion: Conversion | undefined;
  readonly dated: Dated;
  /** The payment gateway that the request names. */
  readonly gateway: GatewayRow | undefined;
}

/** The requested booking date, and the date and warning that would result from posting now. */
interface Dated {
  readonly requested: BusinessDate | null;
  /** The requested date. If undefined, the business date applies. */
  readonly date: BusinessDate | undefined;
  readonly warning: Booking['warning'];
}

/** A request's account if it was already read; undefined if the request names no account. */
interface KnownAccount {
  readonly account: CashAccountRow | undefined;
  /** The business date and the closed periods, if they were already read. */
  readonly setting?: DateSetting | undefined;
}

/** Inputs to a draft besides its request. */
interface DraftNeeds {
  readonly ports: FinancePorts;
  /** The account for `cashReferenceOf`, if a batch has already read it. */
  readonly known?: KnownAccount | undefined;
}

/** Resolves and checks everything that a request refers to. Refuses with 422, naming the member. */
export async function draftCashTransaction(
  work: Work,
  body: CashTransactionRequest,
  { ports, known }: DraftNeeds,
): Promise<CashTransactionDraft> {
  requireCorporateAction(work, body);
  const gateway = await gatewayOf(work, body);
  const cash = await cashAccountOf(work, body, known);
  const amountMinor = amountOf(body.amount, cash.currency);
  const feeMinor = feeOf(body, amountMinor, cash.currency);
  const counterparty = await counterpartyOf(work, body, cash);
  const dated = await datedOf(work, body, { cash, setting: known?.setting });
  const conversion =
    counterparty === undefined || counterparty.currency === cash.currency
      ? undefined
      : await conversionOf(
          work.tx,
          { minor: amountMinor, currency: cash.currency },
          { to: counterparty.currency, date: dated.date ?? (await currentBusinessDate(work.tx)) },
        );
  const basis = { cash, amountMinor, feeMinor, dated };
  const withholding = await withholdingOf(work, body, { ...basis, ports });
  const contra = await contraSide(work, body, { cash, gateway, withholding });
  const feeAccount = await feeSide(work, body, { cash, feeMinor });
  const earlyWithdrawal = await earlyWithdrawalOf(work, body, {
    ...{ cash, amountMinor },
    bookedOn: dated.date,
  });
  const earlyWithdrawalAccount =
    earlyWithdrawal.chargeMinor === 0n
      ? undefined
      : await mappedSide(work, cash, 'CASH_TRANSACTION/EARLY_WITHDRAWAL');
  const taxAccount =
    withholding.minor === 0n ? undefined : await mappedSide(work, cash, 'CASH_TRANSACTION/TAX');
  return {
    ...{ cash, counterparty, contra, feeAccount, amountMinor, feeMinor, withholding, taxAccount },
    ...{ earlyWithdrawal, earlyWithdrawalAccount, conversion, dated, gateway },
  };
}

async function datedOf(
  work: Work,
  { transactionDate }: CashTransactionRequest,
  { cash, setting: known }: { readonly cash: CashAccountRow; readonly setting?: KnownSetting },
): Promise<Dated> {
  if (transactionDate === undefined) {
    return { requested: null, date: undefined, warning: undefined };
  }
  const setting = known ?? (await dateSettingOf(work.tx));
  const request = { transactionDate, timeZone: cash.time_zone };
  const requested = requestedDateOf(work, request, setting);
  return { requested, ...bookingOf(requested, setting) };
}

type KnownSetting = KnownAccount['setting'];

// A named account is checked even if it has no effect, such as a contra account in a transfer or a
// fee account without a fee.
async function contraSide(
  work: Work,
  { transType, contraAcctId: id, contraAcctName: name }: CashTransactionRequest,
  { cash, gateway, withholding }: Pick<CashTransactionDraft, 'cash' | 'gateway' | 'withholding'>,
): Promise<NamedAccount | undefined> {
  if (withholding.agentName !== null) return agentSide(work, { id, name }, cash);
  if (gateway !== undefined && transType === 'RECEIPT') {
    return suspenseSide(work, { id, name }, { cash, gateway });
  }
  const isTransfer = transType === 'TRANSFER';
  if (isTransfer && id === undefined && name === undefined) return undefined;
  const line = transType === 'RECEIPT' ? 'CASH_RECEIPT/CONTRA' : 'CASH_PAYMENT/CONTRA';
  const side = await firmSide(work, cash, { id, name, member: 'contraAcct', line });
  return isTransfer ? undefined : side;
}

// An agent is paid from the account for commission that the firm owes its agents.
async function agentSide(
  work: Work,
  named: Pick<FirmSide, 'id' | 'name'>,
  cash: CashAccountRow,
): Promise<NamedAccount> {
  const side = await mappedSide(work, cash, 'TRADE/AGENT_PAYABLE');
  refuseOtherSide(named, side, "must be the account of agents' commission");
  return side;
}

function refuseOtherSide(
  named: Pick<FirmSide, 'id' | 'name'>,
  side: NamedAccount,
  detail: string,
): void {
  for (const [member, given, actual] of [
    ['contraAcctId', named.id, side.id],
    ['contraAcctName', named.name, side.name],
  ] as const) {
    if (given === undefined || given === actual) continue;
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, member, detail);
  }
}

// A receipt through a gateway is booked to the gateway's suspense account until the gateway
// settles.
async function suspenseSide(
  work: Work,
  named: Pick<FirmSide, 'id' | 'name'>,
  { cash, gateway }: { readonly cash: CashAccountRow; readonly gateway: GatewayRow },
): Promise<NamedAccount> {
  const { suspense_code: code } = gateway;
  assert(isFirmAccountCode(code), 'the code of a suspense account is in the chart');
  const key = { code, officeId: cash.office_id, currency: cash.currency };
  const side = { id: await firmAccount(work, key), name: firmAccountName(key) };
  refuseOtherSide(named, side, `must be the suspense account of ${gateway.name}`);
  return side;
}

async function feeSide(
  work: Work,
  { processingFeeAcctId: id, processingFeeAcctName: name }: CashTransactionRequest,
  { cash, feeMinor }: { readonly cash: CustomerAccount; readonly feeMinor: bigint },
): Promise<NamedAccount | undefined> {
  if (feeMinor === 0n && id === undefined && name === undefined) return undefined;
  const line = 'CASH_TRANSACTION/FEE';
  const side = await firmSide(work, cash, { id, name, member: 'processingFeeAcct', line });
  return feeMinor === 0n ? undefined : side;
}

type CustomerAccount = CashTransactionDraft['cash'];

/**
 * Returns the request's reference to its account. Refuses a missing account and an unknown
 * currency.
 */
export function cashReferenceOf(body: CashTransactionRequest): CashAccountReference {
  memberOfAccount(body);
  return {
    accountId: body.cashAccountId,
    accountName: body.cashAccountName,
    partnerId: body.partnerId,
    partnerName: body.partnerName,
    currency: currencyOf(body),
  };
}

function memberOfAccount(body: CashTransactionRequest): string {
  const member = ACCOUNT_MEMBERS.find((name) => body[name] !== undefined);
  if (member !== undefined) return member;
  throw refuseMember(
    financeProblems.TRANSACTION_TYPE_UNSUPPORTED,
    'cashAccountId',
    'or cashAccountName, partnerId or partnerName is required',
  );
}

async function cashAccountOf(
  work: Work,
  body: CashTransactionRequest,
  known: KnownAccount | undefined,
): Promise<CustomerAccount> {
  const member = memberOfAccount(body);
  const wanted = cashReferenceOf(body);
  const { currency } = wanted;
  const found = known ? known.account : await findCashAccount(work.tx, wanted);
  const account = customerAccount(work, found, member);
  refuseMismatch(body, account);
  if (currency !== undefined && account.currency !== currency) {
    throw refuseMember(
      financeProblems.CURRENCY_MISMATCH,
      'currency',
      `the account is in ${account.currency}, not in ${currency}`,
    );
  }
  return account;
}

const ACCOUNT_MEMBERS = ['cashAccountId', 'cashAccountName', 'partnerId', 'partnerName'] as const;

function currencyOf(body: CashTransactionRequest): string | undefined {
  const currency = body.currency?.toUpperCase();
  if (currency !== undefined && minorUnits(currency) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not a currency');
  }
  return currency;
}

/**
 * Returns the account if the caller may use it: an open cash account of an active customer in the
 * caller's offices.
 */
function customerAccount(
  work: Work,
  found: CashAccountRow | undefined,
  member: string,
): CustomerAccount {
  if (!found || !seesOffice(work.principal, found.office_id)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      member,
      'does not match any account, or any customer with an account in this currency',
    );
  }
  const { customer_id: customerId } = found;
  if (found.acct_type !== 'CUSTOMER_CASH' || customerId === null) {
    throw refuseMember(
      financeProblems.WRONG_KIND_OF_ACCOUNT,
      member,
      "must be a customer's cash account",
    );
  }
  if (!found.active) {
    throw refuseMember(financeProblems.ACCOUNT_INACTIVE, member, 'refers to a closed account');
  }
  if (found.customer_status !== 'ACTIVE' || found.customer_workflow !== 'APPROVED') {
    throw refuseMember(
      financeProblems.CUSTOMER_INACTIVE,
      member,
      `the customer is ${found.customer_status} and ${found.customer_workflow}`,
    );
  }
  return { ...found, customer_id: customerId };
}

// Returns the current code for an alias of the account's office.
function presentOfficeName(
  { businessOfficeName: given }: CashTransactionRequest,
  account: CustomerAccount,
) {
  if (given === undefined) return undefined;
  const office = { name: account.office_name, aliases: account.office_aliases };
  return isCodeOf(office, given) ? office.name : given;
}

function refuseMismatch(body: CashTransactionRequest, account: CustomerAccount): void {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['cashAccountName', body.cashAccountName, account.name],
    ['partnerId', body.partnerId, account.customer_id],
    ['partnerName', body.partnerName, account.customer_name],
    ['businessOfficeId', body.businessOfficeId, account.office_id],
    ['businessOfficeName', presentOfficeName(body, account), account.office_name],
  ];
  for (const [member, given, actual] of pairs) {
    if (given !== undefined && given !== actual) {
      throw refuseMember(
        commonProblems.REFERENCE_MISMATCH,
        member,
        'does not match the other members of the request',
      );
    }
  }
}

function amountOf(amount: Decimal, currency: string): bigint {
  if (!amount.greaterThan(0)) {
    throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, 'amount', 'must be greater than zero');
  }
  return requireAmount('amount', amount, currency);
}

/** Returns the fee in minor units; a percentage of the amount is rounded half-up. */
function feeOf(body: CashTransactionRequest, amountMinor: bigint, currency: string): bigint {
  const fees = body.processingFees;
  if (fees === undefined || fees.isZero()) return 0n;
  if (body.processingFeeType === 'PERCENT') {
    if (fees.greaterThan(CASH_TRANSACTION.feePercentMax)) {
      throw feeRefused(`a percentage must be at most ${CASH_TRANSACTION.feePercentMax}`);
    }
    return decimalToMinor(body.amount.times(fees).dividedBy(100), currency, 'HALF_UP');
  }
  const minor = requireAmount('processingFees', fees, currency);
  if (body.transType === 'RECEIPT' && minor > amountMinor) {
    throw feeRefused('the fee exceeds the received amount');
  }
  return minor;
}

function feeRefused(why: string) {
  return refuseMember(financeProblems.PROCESSING_FEE_REFUSED, 'processingFees', why);
}

async function counterpartyOf(
  work: Work,
  body: CashTransactionRequest,
  cash: CustomerAccount,
): Promise<CustomerAccount | undefined> {
  const { counterPartyCashAccount: accountName, counterPartyPartnerName: partnerName } = body;
  const isTransfer = body.transType === 'TRANSFER';
  const member = accountName === undefined ? 'counterPartyPartnerName' : 'counterPartyCashAccount';
  if (accountName === undefined && partnerName === undefined) {
    if (!isTransfer) return undefined;
    throw refuseMember(
      financeProblems.TRANSACTION_TYPE_UNSUPPORTED,
      'counterPartyCashAccount',
      'or counterPartyPartnerName is required for a TRANSFER',
    );
  }
  const found = await findCashAccount(work.tx, {
    accountName,
    partnerName,
    currency: cash.currency,
  });
  const account = customerAccount(work, found, member);
  if (partnerName !== undefined && partnerName !== account.customer_name) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'counterPartyPartnerName',
      'does not match counterPartyCashAccount',
    );
  }
  if (!isTransfer) return undefined;
  if (account.id === cash.id) {
    throw refuseMember(financeProblems.SAME_ACCOUNT, member, 'must not be the paying account');
  }
  // Customers may convert only their own money. A transfer to another customer stays in the
  // sender's currency.
  if (account.currency !== cash.currency && account.customer_id !== cash.customer_id) {
    throw refuseMember(
      financeProblems.CURRENCY_MISMATCH,
      member,
      `the account of another customer is in ${account.currency}, not ${cash.currency}`,
    );
  }
  return account;
}

interface FirmSide {
  readonly id: bigint | undefined;
  readonly name: string | undefined;
  /** The prefix of the two members that end in `Id` and `Name`. */
  readonly member: 'contraAcct' | 'processingFeeAcct';
  /** The entry line whose mapped account is used if none is named. */
  readonly line: EntryAccount;
}

async function firmSide(work: Work, cash: CashAccountRow, side: FirmSide): Promise<NamedAccount> {
  if (side.id === undefined && side.name === undefined) return mappedSide(work, cash, side.line);
  const member = side.id === undefined ? `${side.member}Name` : `${side.member}Id`;
  const refused = (kind: ProblemKind, why: string) => refuseMember(kind, member, why);
  const found = await findFirmAccount(work.tx, side);
  // An account of another office is treated as unknown, so that each office's books balance.
  if (!found || found.office_id !== cash.office_id) {
    throw refused(commonProblems.UNKNOWN_REFERENCE, 'does not match any account of this office');
  }
  if (side.name !== undefined && side.name !== found.name) {
    throw refused(commonProblems.REFERENCE_MISMATCH, 'id and name refer to different accounts');
  }
  if (found.customer_id !== null) {
    throw refused(financeProblems.WRONG_KIND_OF_ACCOUNT, 'must be an account of the firm');
  }
  if (found.currency !== cash.currency) {
    const detail = `the account is in ${found.currency}, not in ${cash.currency}`;
    throw refused(financeProblems.CURRENCY_MISMATCH, detail);
  }
  const chart = await chartOf(work.tx, work.context.db);
  const wrong = accountError(found, { chart, officeId: cash.office_id }, member);
  if (wrong !== undefined) throw refused(wrong.error, wrong.detail);
  assert(found.id !== cash.id, 'an account of the firm is not a customer account');
  return { id: found.id, name: found.name };
}

async function mappedSide(
  work: Work,
  cash: CashAccountRow,
  line: EntryAccount,
): Promise<NamedAccount> {
  const code = (await chartOf(work.tx, work.context.db)).codeFor(line);
  const key = { code, officeId: cash.office_id, currency: cash.currency };
  return { id: await firmAccount(work, key), name: firmAccountName(key) };
}
