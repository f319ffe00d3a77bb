// The terms of a security that depend on its type: their defaults and checks.

import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { MarketPorts } from '../port.js';
import { marketProblems } from '../problems.js';
import { isBond, type SecurityType } from '../rule/asset-class.js';
import type { CreateSecurityBody, UpdateSecurityBody } from '../schema.js';
import { isIsin } from './isin.js';
import type { SecurityMembers } from './queries.js';

/** The members of a security that depend on its type. */
type TypedMembers = Pick<
  SecurityMembers,
  | 'dayCount'
  | 'couponsPerYear'
  | 'issueDate'
  | 'issuer'
  | 'taxClass'
  | 'tradableFrom'
  | 'tradableTo'
  | 'recordDays'
>;

const TAX_CLASSES: Readonly<Record<SecurityType, string | null>> = {
  EQUITY: 'DIVIDEND',
  RIGHT: 'DIVIDEND',
  BOND_NAT: null,
  BOND_CORP: 'CORPORATE_BOND',
};

// Federal Government of Nigeria bonds pay every six months.
const FEDERAL_COUPON = { dayCount: 'ACT_ACT_ICMA', couponsPerYear: 2, issueDate: null } as const;

/** Returns the members of a new security that depend on its type, with their defaults. */
export function newMembers(body: CreateSecurityBody): TypedMembers {
  return typedMembers(body, body.securityType, {
    ...FEDERAL_COUPON,
    issuer: null,
    taxClass: TAX_CLASSES[body.securityType],
    tradableFrom: null,
    tradableTo: null,
    recordDays: 0,
  });
}

/**
 * Returns the members of a security that depend on its type: the given value or, if there is none,
 * the current one. Shares never have a coupon, even if the request contains one.
 */
export function typedMembers(
  given: Omit<UpdateSecurityBody, 'id'>,
  securityType: SecurityType,
  otherwise: TypedMembers,
): TypedMembers {
  const hasCoupon = isBond(securityType);
  return {
    dayCount: hasCoupon ? (given.dayCount ?? otherwise.dayCount) : null,
    couponsPerYear: hasCoupon ? (given.couponsPerYear ?? otherwise.couponsPerYear) : null,
    issueDate: hasCoupon ? (given.issueDate ?? otherwise.issueDate) : null,
    issuer: given.issuer ?? otherwise.issuer,
    taxClass: given.taxClass?.toUpperCase() ?? otherwise.taxClass,
    tradableFrom: given.tradableFrom ?? otherwise.tradableFrom,
    tradableTo: given.tradableTo ?? otherwise.tradableTo,
    recordDays: given.recordDays ?? otherwise.recordDays,
  };
}

const COUPONS_PER_YEAR: ReadonlySet<number> = new Set([1, 2, 4, 12]);

/**
 * Refuses terms that are invalid or contradict each other, naming the member.
 * @param members all members of the security
 */
export function refuseWrongTerms(members: SecurityMembers): void {
  if (members.isin !== null && !isIsin(members.isin)) {
    throw refuseMember(marketProblems.ISIN_WRONG, 'isin', 'is not an ISIN');
  }
  if (minorUnits(members.currency) === undefined) {
    throw refuseMember(marketProblems.CURRENCY_UNKNOWN, 'currency', 'is not an ISO 4217 code');
  }
  refuseWrongPeriod(members);
  if (members.recordDays > 0 && members.securityType !== 'BOND_CORP') {
    throw wrong('recordDays', 'is only allowed for BOND_CORP');
  }
  if (isBond(members.securityType)) refuseWrongBond(members);
}

function refuseWrongPeriod({ securityType, tradableFrom, tradableTo }: SecurityMembers): void {
  if (securityType !== 'RIGHT') {
    const detail = 'is only allowed for RIGHT';
    if (tradableFrom !== null) throw wrong('tradableFrom', detail);
    if (tradableTo !== null) throw wrong('tradableTo', detail);
    return;
  }
  if (tradableTo === null) throw wrong('tradableTo', 'is required for a RIGHT');
  if (tradableFrom !== null && tradableFrom > tradableTo) {
    throw wrong('tradableTo', 'must not be before tradableFrom');
  }
}

function refuseWrongBond(members: SecurityMembers): void {
  for (const member of ['faceValue', 'couponRate', 'maturityDate'] as const) {
    if (members[member] === null) {
      throw refuseMember(marketProblems.BOND_TERMS_MISSING, member, 'is required for a bond');
    }
  }
  if ((members.issueDate ?? '') >= (members.maturityDate ?? '')) {
    throw wrong('issueDate', 'must be before maturityDate');
  }
  if (!COUPONS_PER_YEAR.has(members.couponsPerYear ?? 0)) {
    throw wrong('couponsPerYear', 'must be 1, 2, 4 or 12');
  }
}

/**
 * Refuses a requested tax class without a withholding tax rule, because the security would
 * mistakenly be exempt.
 */
export async function requireTaxClass(
  tx: Tx,
  taxClass: string | undefined,
  { isTaxClass }: Pick<MarketPorts, 'isTaxClass'>,
): Promise<void> {
  if (taxClass === undefined || (await isTaxClass(tx, taxClass.toUpperCase()))) return;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'taxClass', 'does not match any tax rule');
}

function wrong(member: string, detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, member, detail);
}
