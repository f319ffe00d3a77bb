// Securities: their terms and last prices.

import pg from 'pg';
import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { requireExchange } from '../exchange/exchange.js';
import { insertFirstPrice } from '../price/queries.js';
import { marketProblems } from '../problems.js';
import type { CreateSecurityBody, UpdateSecurityBody } from '../schema.js';
import { isIsin } from './isin.js';
import {
  countActiveSecurities,
  insertSecurity,
  lockSecurity,
  type Security,
  type SecurityKey,
  type SecurityMembers,
  type SecurityType,
  selectActiveSecurities,
  selectSecurity,
  updateSecurityRow,
} from './queries.js';

/** Returns the security with this id, or else with this code; active or not. */
export async function findSecurity(
  on: Database | Tx,
  key: SecurityKey,
): Promise<Security | undefined> {
  return selectSecurity(on, key);
}

/** Returns the record of one security. */
export async function readSecurity(call: Call, id: bigint): Promise<object> {
  const security = await findSecurity(call.db, { id });
  if (security === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(securityRecord(security), security.version);
}

/** The filter of a list; an exchange is named by its code or an alias. */
interface SecurityListing {
  readonly exchangeCode?: string | undefined;
  readonly securityType?: SecurityType | undefined;
  readonly page: PageRequest;
}

/** Lists the active securities, by id. */
export async function listActiveSecurities(
  on: Database,
  { exchangeCode, securityType, page }: SecurityListing,
): Promise<Page<object>> {
  const exchange =
    exchangeCode === undefined ? undefined : await requireExchange(on, exchangeCode, 'x');
  const filter = {
    ...(exchange === undefined ? {} : { exchangeId: exchange.id }),
    ...(securityType === undefined ? {} : { securityType }),
  };
  const { rows, nextAfter } = pageFrom(await selectActiveSecurities(on, filter, page), page);
  return {
    count: await countActiveSecurities(on, filter),
    result: rows.map(securityRecord),
    nextAfter,
  };
}

// The code is sent as a FIX field, which a control character would end.
const SYMBOL = /^[!-~](?:[ -~]*[!-~])?$/;

/** Lists a security on an exchange, with a first price if one is given. */
export async function createSecurity(work: Work, body: CreateSecurityBody): Promise<Outcome> {
  if (!SYMBOL.test(body.name)) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'name',
      'must contain only printable ASCII characters',
    );
  }
  const exchange = await requireExchange(work.tx, body.exchange, 'exchange');
  const members: SecurityMembers = {
    exchangeId: exchange.id,
    name: body.name.toUpperCase(),
    label: body.label,
    active: body.active ?? true,
    securityType: body.securityType,
    currency: body.currency?.toUpperCase() ?? exchange.currency,
    isin: body.isin?.toUpperCase() ?? null,
    sector: body.sector ?? null,
    lotSize: body.lotSize ?? 1n,
    sharesOutstanding: body.sharesOutstanding ?? null,
    faceValue: body.faceValue ?? null,
    couponRate: body.couponRate ?? null,
    maturityDate: body.maturityDate ?? null,
    ...couponMembers(body, FEDERAL_COUPON),
    status: body.status ?? 'TRADING',
  };
  refuseWrongTerms(members);
  const id = await work.context.ids.next(work.tx, 'security_id');
  const stamp = { id, by: work.principal.name, at: work.now };
  await refusingTaken(members, () => insertSecurity(work.tx, members, stamp));
  if (body.previousClose !== undefined) {
    const price = String(body.previousClose);
    await insertFirstPrice(work.tx, { securityId: id, price, at: work.now });
  }
  work.events.push({ type: 'security.created', subjectId: id, data: { name: members.name } });
  const made = present(await findSecurity(work.tx, { id }), 'the security was just created');
  return {
    msgCode: 'SECURITY_CREATED',
    id,
    name: made.name,
    created: true,
    location: `order/security/id/${id}`,
    result: securityRecord(made),
    version: made.version,
  };
}

/**
 * Changes the given members and leaves the rest as they are. Code, exchange, type and currency
 * never change.
 */
export async function updateSecurity(work: Work, body: UpdateSecurityBody): Promise<Outcome> {
  const locked = await lockSecurity(work.tx, body.id);
  if (locked === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  refuseStale(work, locked.version);
  const before = present(await findSecurity(work.tx, { id: body.id }), 'a locked security exists');
  const members: SecurityMembers = {
    ...before,
    label: body.label ?? before.label,
    active: body.active ?? before.active,
    isin: body.isin?.toUpperCase() ?? before.isin,
    sector: body.sector ?? before.sector,
    lotSize: body.lotSize ?? before.lotSize,
    sharesOutstanding: body.sharesOutstanding ?? before.sharesOutstanding,
    faceValue: body.faceValue ?? before.faceValue,
    couponRate: body.couponRate ?? before.couponRate,
    maturityDate: body.maturityDate ?? before.maturityDate,
    ...couponMembers({ ...body, securityType: before.securityType }, before),
    status: body.status ?? before.status,
  };
  refuseWrongTerms(members);
  const stamp = { id: body.id, by: work.principal.name, at: work.now };
  await refusingTaken(members, () => updateSecurityRow(work.tx, members, stamp));
  work.events.push({ type: 'security.updated', subjectId: body.id, data: { name: before.name } });
  const after = present(await findSecurity(work.tx, { id: body.id }), 'a locked security exists');
  return {
    msgCode: 'SECURITY_UPDATED',
    id: after.id,
    name: after.name,
    result: securityRecord(after),
    version: after.version,
  };
}

type CouponMembers = Pick<SecurityMembers, 'dayCount' | 'couponsPerYear' | 'issueDate'>;

const COUPONS_PER_YEAR: ReadonlySet<number> = new Set([1, 2, 4, 12]);

// Federal Government of Nigeria bonds pay every six months.
const FEDERAL_COUPON: CouponMembers = {
  dayCount: 'ACT_ACT_ICMA',
  couponsPerYear: 2,
  issueDate: null,
};

// Shares have no coupon, whatever the request contains.
function couponMembers(
  given: { readonly securityType: SecurityType } & Pick<
    UpdateSecurityBody,
    'dayCount' | 'couponsPerYear' | 'issueDate'
  >,
  otherwise: CouponMembers,
): CouponMembers {
  if (given.securityType !== 'BOND_NAT') {
    return { dayCount: null, couponsPerYear: null, issueDate: null };
  }
  return {
    dayCount: given.dayCount ?? otherwise.dayCount,
    couponsPerYear: given.couponsPerYear ?? otherwise.couponsPerYear,
    issueDate: given.issueDate ?? otherwise.issueDate,
  };
}

function refuseWrongTerms(members: SecurityMembers): void {
  if (members.isin !== null && !isIsin(members.isin)) {
    throw refuseMember(marketProblems.ISIN_WRONG, 'isin', 'is not an ISIN');
  }
  if (minorUnits(members.currency) === undefined) {
    throw refuseMember(marketProblems.CURRENCY_UNKNOWN, 'currency', 'is not an ISO 4217 code');
  }
  if (members.securityType !== 'BOND_NAT') return;
  for (const member of ['faceValue', 'couponRate', 'maturityDate'] as const) {
    if (members[member] === null) {
      throw refuseMember(marketProblems.BOND_TERMS_MISSING, member, 'is required for a bond');
    }
  }
  if ((members.issueDate ?? '') >= (members.maturityDate ?? '')) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'issueDate', 'must be before maturityDate');
  }
  if (!COUPONS_PER_YEAR.has(members.couponsPerYear ?? 0)) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'couponsPerYear', 'must be 1, 2, 4 or 12');
  }
}

async function refusingTaken(members: SecurityMembers, insert: () => Promise<void>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    switch (error.constraint) {
      case 'security_name_is_unique':
        throw taken(marketProblems.SECURITY_NAME_TAKEN, 'name', members.name);
      case 'security_isin_is_unique':
        throw taken(marketProblems.SECURITY_ISIN_TAKEN, 'isin', members.isin ?? '');
      default:
        throw error;
    }
  }
}

function taken(kind: (typeof marketProblems)['ISIN_WRONG'], member: string, value: string) {
  const detail = 'belongs to another security';
  return refusal(kind, {
    detail: `${member} ${value} ${detail}`,
    args: ['TAKEN', member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}

function securityRecord(security: Security): object {
  return {
    id: security.id,
    active: security.active,
    name: security.name,
    label: security.label,
    exchange: security.exchangeName,
    exchangeId: security.exchangeId,
    exchangeName: security.exchangeName,
    exchangeLabel: security.exchangeLabel,
    securityType: security.securityType,
    currency: security.currency,
    isin: security.isin ?? undefined,
    sector: security.sector ?? undefined,
    lotSize: security.lotSize,
    sharesOutstanding: security.sharesOutstanding ?? undefined,
    faceValue: security.faceValue ?? undefined,
    couponRate: security.couponRate ?? undefined,
    maturityDate: security.maturityDate ?? undefined,
    dayCount: security.dayCount ?? undefined,
    couponsPerYear: security.couponsPerYear ?? undefined,
    issueDate: security.issueDate ?? undefined,
    status: security.status,
    ...priceMembers(security),
    createdBy: security.createdBy,
    createdDttm: security.createdAt,
    lastModifiedBy: security.modifiedBy,
    lastModifiedDttm: security.modifiedAt,
  };
}

function priceMembers(security: Security): object {
  const { last, previousClose } = security;
  if (last === null || previousClose === null) return {};
  const change = last.minus(previousClose);
  return {
    marketPrice: last,
    lastPrice: last,
    previousClose,
    openPrice: security.open ?? undefined,
    highPrice: security.high ?? undefined,
    lowPrice: security.low ?? undefined,
    volume: security.volume ?? undefined,
    priceChange: change,
    percentChange: change.times(100).div(previousClose).toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
    priceDate: security.priceDate ?? undefined,
    pricedDttm: security.pricedAt ?? undefined,
  };
}
