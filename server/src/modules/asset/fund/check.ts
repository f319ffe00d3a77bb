// What a version of a fund's terms may say.

import { Temporal } from 'temporal-polyfill';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { requireExchange } from '../../market/index.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { assetProblems } from '../problems.js';
import { isTaxClass } from '../tax/rule.js';
import { FUND } from './limits.js';
import { type FundRow, isAwaited, lockFund, selectFund } from './queries.js';
import type { FundTermsWish } from './terms-schema.js';

/**
 * Refuses FUND_TERMS_WRONG naming the member that contradicts another one or what stands; waits for
 * the orders and values that are on the way.
 */
export async function checkFundTerms(work: Work, fund: FundTermsWish): Promise<void> {
  refuseWrongName(fund);
  refuseWrongDecimals(fund);
  refuseWrongPercentages(fund);
  refuseWrongExitFees(fund);
  refuseExpensive(fund);
  refuseWrongDealing(fund);
  refuseWrongMinima(fund);
  if (fund.exchange !== undefined) await requireExchange(work.tx, fund.exchange, 'exchange');
  const { taxClass } = fund;
  if (taxClass !== undefined && !(await isTaxClass(work.tx, taxClass))) {
    throw wrong('taxClass', 'is known to no rule of withholding tax');
  }
  const standing = await selectFund(work.tx, { name: fund.name });
  if (standing === undefined) return;
  await lockFund(work.tx, standing.id);
  await refuseFixed(work, standing, fund);
}

async function refuseFixed(work: Work, standing: FundRow, fund: FundTermsWish): Promise<void> {
  if (fund.currency !== standing.currency) throw wrong('currency', 'never changes');
  const { priceDecimals = FUND.decimalsUsual, unitsDecimals = FUND.decimalsUsual } = fund;
  const fewer = `has units and values of ${standing.name} that it could not tell`;
  if (priceDecimals < standing.price_decimals) throw wrong('priceDecimals', fewer);
  if (unitsDecimals < standing.units_decimals) throw wrong('unitsDecimals', fewer);
  if (fund.active !== false) return;
  const now = await selectFund(work.tx, { id: standing.id });
  if (now?.register_units.greaterThan(0)) throw wrong('active', 'stays while units are in issue');
  if (await isAwaited(work.tx, standing.id)) throw wrong('active', 'stays while orders wait');
}

function refuseWrongName({ name, currency }: FundTermsWish): void {
  if (!/^[A-Z0-9-]{2,20}$/.test(name)) {
    throw wrong('name', 'is 2 to 20 capitals, digits and hyphens');
  }
  if (minorUnits(currency) === undefined) throw wrong('currency', 'is no currency known here');
}

function refuseWrongDecimals(fund: FundTermsWish): void {
  for (const member of ['priceDecimals', 'unitsDecimals'] as const) {
    const value = fund[member] ?? FUND.decimalsUsual;
    if (value < 0 || value > FUND.decimalsMax) {
      throw wrong(member, `is from 0 to ${FUND.decimalsMax}`);
    }
  }
}

function refuseWrongPercentages(fund: FundTermsWish): void {
  const limits = [
    ['bidSpread', FUND.chargePercentMax],
    ['offerSpread', FUND.chargePercentMax],
    ['entryFee', FUND.chargePercentMax],
    ['earlyRedemptionPenalty', FUND.chargePercentMax],
    ['feeVat', 100],
    ['priceMargin', 100],
  ] as const;
  for (const [member, most] of limits) refusePercentage(member, fund[member], most);
}

function refusePercentage(member: string, value: Decimal | undefined, most: number): void {
  if (value === undefined) return;
  if (value.lessThan(0) || value.greaterThan(most)) throw wrong(member, `is from 0 to ${most}`);
  if (value.decimalPlaces() <= FUND.decimalsMax) return;
  throw refuseMember(
    commonProblems.TOO_MANY_DECIMALS,
    member,
    `has at most ${FUND.decimalsMax} decimals`,
  );
}

function refuseWrongExitFees({ exitFees = [] }: FundTermsWish): void {
  for (const [index, { belowDays, percent }] of exitFees.entries()) {
    refusePercentage('exitFees', percent, FUND.chargePercentMax);
    if (belowDays !== undefined && belowDays < 1) throw wrong('exitFees', 'begin at a day');
    const before = exitFees[index - 1];
    if (before === undefined) continue;
    if (before.belowDays === undefined) throw wrong('exitFees', 'end with the one for all ages');
    if (belowDays !== undefined && belowDays <= before.belowDays) {
      throw wrong('exitFees', 'are in order of age, each age once');
    }
  }
}

// Half of an order at most is charged, so that whatever is rounded, something is left of it.
function refuseExpensive(fund: FundTermsWish): void {
  const withVat = (fee: Decimal) => fee.times((fund.feeVat ?? NOTHING).dividedBy(100).plus(1));
  const dearest = (fund.exitFees ?? []).reduce(
    (most, { percent }) => Decimal.max(most, percent),
    NOTHING,
  );
  const most = FUND.chargePercentMax;
  if (withVat(fund.entryFee ?? NOTHING).greaterThan(most)) {
    throw wrong('entryFee', `is with its tax at most ${most} percent`);
  }
  if (
    withVat(dearest)
      .plus(fund.earlyRedemptionPenalty ?? NOTHING)
      .greaterThan(most)
  ) {
    throw wrong('exitFees', `are with their tax and the penalty at most ${most} percent`);
  }
}

const NOTHING = new Decimal(0);

function refuseWrongDealing(fund: FundTermsWish): void {
  const { cutOffTime, timeZone, dealingWeekdays, navStaleDays, minimumHoldingDays = 0 } = fund;
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(cutOffTime)) throw wrong('cutOffTime', 'is HH:mm');
  if (!isTimeZone(timeZone)) throw wrong('timeZone', 'is no time zone');
  const each = new Set(dealingWeekdays);
  const isWeek = [...each].every((day) => day >= 1 && day <= 7);
  if (!isWeek || each.size === 0 || each.size < dealingWeekdays.length) {
    throw wrong('dealingWeekdays', 'are some of 1 to 7, each once');
  }
  for (const [member, value] of Object.entries({ navStaleDays, minimumHoldingDays })) {
    if (value < 0 || value > FUND.daysMax) throw wrong(member, `is from 0 to ${FUND.daysMax}`);
  }
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

function refuseWrongMinima(fund: FundTermsWish): void {
  for (const member of ['minimumFirstSubscription', 'minimumNextSubscription'] as const) {
    const minor = parseMinor(fund[member] ?? NOTHING, fund.currency);
    if (minor === undefined) throw tooManyDecimals(member, fund.currency);
    if (minor < 0n) throw wrong(member, 'is not below zero');
  }
  const units = fund.minimumHoldingUnits ?? NOTHING;
  const { unitsDecimals = FUND.decimalsUsual } = fund;
  if (units.lessThan(0)) throw wrong('minimumHoldingUnits', 'is not below zero');
  if (units.decimalPlaces() > unitsDecimals) {
    throw wrong('minimumHoldingUnits', `has at most ${unitsDecimals} decimals`);
  }
}

function wrong(member: string, why: string) {
  return refuseMember(assetProblems.FUND_TERMS_WRONG, member, why);
}
