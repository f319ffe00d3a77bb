// Checks the amount of a new instrument and determines its rate, which comes from the type's rate
// card or is negotiated within the type's limits.

import {
  commonProblems,
  type ProblemKind,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { financeProblems } from '../../finance/index.js';
import { TERM_INSTRUMENT } from '../limits.js';
import { assetProblems } from '../problems.js';
import { type RateEnquiry, rateError, ratePercentFor } from './rate-tier.js';
import { type CardType, rateCardOf, type TermInstrumentTypeRow } from './type.js';

/** The type's members that determine the amount and the rate. */
export type RatedType = CardType &
  Pick<TermInstrumentTypeRow, 'amount_most_minor' | 'rate_least' | 'rate_most'>;

/** Returns the principal in minor units. */
export function faceOf(face: Decimal | undefined, type: RatedType): bigint {
  if (face === undefined || !face.greaterThan(0)) {
    throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, 'faceValue', 'must be above zero');
  }
  const minor = parseMinor(face, type.currency);
  if (minor === undefined) throw tooManyDecimals('faceValue', type.currency);
  if (type.amount_most_minor !== null && minor > type.amount_most_minor) {
    const most = formatMoney({ minor: type.amount_most_minor, currency: type.currency });
    throw refuseMember(assetProblems.TERM_AMOUNT_REFUSED, 'faceValue', `must be at most ${most}`);
  }
  return minor;
}

/** Returns the refusal for an amount with more decimals than its currency has. */
export function tooManyDecimals(member: string, currency: string) {
  return refuseMember(
    commonProblems.TOO_MANY_DECIMALS,
    member,
    `has more decimals than ${currency} allows`,
  );
}

/** Returns the annual rate in percent, and whether it was negotiated. */
export function rateOf(
  requested: Decimal | undefined,
  type: RatedType,
  term: {
    readonly faceMinor: bigint;
    readonly tenure: number;
    /** The request member that determines the tenure. Default: `tenure`. */
    readonly tenureMember?: 'tenure' | 'expectedMaturity' | undefined;
  },
): { readonly rate: Decimal; readonly rate_negotiated: boolean } {
  const card = rateCardOf(type);
  const enquiry: RateEnquiry = {
    currency: type.currency,
    amountMinor: term.faceMinor,
    tenorDays: term.tenure,
  };
  const error = rateError(card, enquiry);
  if (error !== undefined && !(error === 'NO_RATE' && requested !== undefined)) {
    throw rateRefusal(error, type, term.tenureMember);
  }
  const offered = error === undefined ? ratePercentFor(card, enquiry) : undefined;
  if (offered !== undefined && (requested === undefined || requested.equals(offered))) {
    return { rate: offered, rate_negotiated: false };
  }
  return { rate: negotiated(requested, type), rate_negotiated: true };
}

function negotiated(requested: Decimal | undefined, type: RatedType): Decimal {
  const { rate_least: least, rate_most: most } = type;
  if (requested === undefined || least === null || most === null) {
    throw refuseRate('is not allowed: rates of this type are not negotiable');
  }
  if (requested.decimalPlaces() > TERM_INSTRUMENT.rateDecimalsMax) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      'currentRate',
      `must have at most ${TERM_INSTRUMENT.rateDecimalsMax} decimals`,
    );
  }
  if (requested.lessThan(least) || requested.greaterThan(most)) {
    throw refuseRate(`must be between ${least.toFixed()} and ${most.toFixed()}`);
  }
  return requested;
}

function refuseRate(why: string) {
  return refuseMember(assetProblems.RATE_NOT_OFFERED, 'currentRate', why);
}

function rateRefusal(
  error: NonNullable<ReturnType<typeof rateError>>,
  type: RatedType,
  tenureMember = 'tenure',
) {
  const money = (minor: bigint) => formatMoney({ minor, currency: type.currency });
  const refused = (kind: ProblemKind, member: string, why: string) =>
    refuseMember(kind, member, why);
  switch (error) {
    case 'TENOR_NOT_OFFERED': {
      const offered = type.allowed_tenures?.join(', ');
      const days =
        offered === undefined ? 'must be at least 1 day' : `must be one of ${offered} days`;
      const why =
        tenureMember === 'tenure'
          ? days
          : `results in a tenure that is not offered. The tenure ${days}`;
      return refused(assetProblems.TENURE_NOT_OFFERED, tenureMember, why);
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
        'is required because the rate card has no rate for this amount and tenure',
      );
    default:
      return refused(
        assetProblems.TERM_AMOUNT_REFUSED,
        'faceValue',
        `must be at least ${money(type.amount_least_minor)}`,
      );
  }
}
