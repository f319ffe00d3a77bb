// Checks a version of a fund's terms.

import { Temporal } from 'temporal-polyfill';
import type { Work } from '../../../platform/context.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { checkCodes } from '../../change/index.js';
import { requireExchange } from '../../market/index.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { assetProblems } from '../problems.js';
import { isTaxClass } from '../tax/rule.js';
import { FUND } from './limits.js';
import { type FundRow, isAwaited, lockFund, selectFund, selectFundNamed } from './queries.js';
import type { FundTermsProposal } from './terms-schema.js';

/**
 * Refuses with FUND_TERMS_WRONG and names a member that contradicts another member or the version
 * in force. Waits for transactions that are writing orders or values.
 */
export async function checkFundTerms(work: Work, fund: FundTermsProposal): Promise<void> {
  refuseWrongName(fund);
  const { name, aliases = [] } = fund;
  await checkCodes(work, { name, aliases }, { table: 'fund', wrong });
  refuseWrongDecimals(fund);
  refuseWrongPercentages(fund);
  refuseWrongExitFees(fund);
  refuseExpensive(fund);
  refuseWrongDealing(fund);
  refuseWrongMinima(fund);
  if (fund.exchange !== undefined) await requireExchange(work.tx, fund.exchange, 'exchange');
  const { taxClass } = fund;
  if (taxClass !== undefined && !(await isTaxClass(work.tx, taxClass))) {
    throw wrong('taxClass', 'does not match any tax rule');
  }
  const current = await selectFundNamed(work.tx, fund.name);
  if (current === undefined) return;
  await lockFund(work.tx, current.id);
  await refuseFixed(work, current, fund);
}

async function refuseFixed(work: Work, current: FundRow, fund: FundTermsProposal): Promise<void> {
  if (fund.currency !== current.currency) throw wrong('currency', 'cannot change');
  const { priceDecimals = FUND.decimalsUsual, unitsDecimals = FUND.decimalsUsual } = fund;
  const fewer = `cannot be reduced: units and values of ${current.name} already have more decimals`;
  if (priceDecimals < current.price_decimals) throw wrong('priceDecimals', fewer);
  if (unitsDecimals < current.units_decimals) throw wrong('unitsDecimals', fewer);
  if (fund.active !== false) return;
  const now = await selectFund(work.tx, { id: current.id });
  if (now?.register_units.greaterThan(0))
    throw wrong('active', 'must remain true while units are in issue');
  if (await isAwaited(work.tx, current.id))
    throw wrong('active', 'must remain true while orders are pending');
}

function refuseWrongName({ name, currency }: FundTermsProposal): void {
  if (!/^[A-Z0-9-]{2,20}$/.test(name)) {
    throw wrong('name', 'must have 2 to 20 capitals, digits and hyphens');
  }
  if (minorUnits(currency) === undefined) throw wrong('currency', 'is not a known currency');
}

function refuseWrongDecimals(fund: FundTermsProposal): void {
  for (const member of ['priceDecimals', 'unitsDecimals'] as const) {
    const value = fund[member] ?? FUND.decimalsUsual;
    if (value < 0 || value > FUND.decimalsMax) {
      throw wrong(member, `must be between 0 and ${FUND.decimalsMax}`);
    }
  }
}

function refuseWrongPercentages(fund: FundTermsProposal): void {
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
  if (value.lessThan(0) || value.greaterThan(most))
    throw wrong(member, `must be between 0 and ${most}`);
  if (value.decimalPlaces() <= FUND.decimalsMax) return;
  throw refuseMember(
    commonProblems.TOO_MANY_DECIMALS,
    member,
    `must have at most ${counted(FUND.decimalsMax, 'decimal')}`,
  );
}

function refuseWrongExitFees({ exitFees = [] }: FundTermsProposal): void {
  for (const [index, { belowDays, percent }] of exitFees.entries()) {
    refusePercentage('exitFees', percent, FUND.chargePercentMax);
    if (belowDays !== undefined && belowDays < 1)
      throw wrong('exitFees', 'must contain only values of belowDays above zero');
    const before = exitFees[index - 1];
    if (before === undefined) continue;
    if (before.belowDays === undefined)
      throw wrong('exitFees', 'must contain belowDays in every row except the last');
    if (belowDays !== undefined && belowDays <= before.belowDays) {
      throw wrong('exitFees', 'must be in ascending order of belowDays, without duplicates');
    }
  }
}

// Charges may take at most half of an order, so that something remains even after rounding.
function refuseExpensive(fund: FundTermsProposal): void {
  const withVat = (fee: Decimal) => fee.times((fund.feeVat ?? NOTHING).dividedBy(100).plus(1));
  const dearest = (fund.exitFees ?? []).reduce(
    (most, { percent }) => Decimal.max(most, percent),
    NOTHING,
  );
  const most = FUND.chargePercentMax;
  if (withVat(fund.entryFee ?? NOTHING).greaterThan(most)) {
    throw wrong('entryFee', `must be at most ${most} percent, including tax`);
  }
  if (
    withVat(dearest)
      .plus(fund.earlyRedemptionPenalty ?? NOTHING)
      .greaterThan(most)
  ) {
    throw wrong(
      'exitFees',
      `must be at most ${most} percent, including tax and the early redemption penalty`,
    );
  }
}

const NOTHING = new Decimal(0);

function refuseWrongDealing(fund: FundTermsProposal): void {
  const { cutOffTime, timeZone, dealingWeekdays, navStaleDays, minimumHoldingDays = 0 } = fund;
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(cutOffTime)) throw wrong('cutOffTime', 'must be HH:mm');
  if (!isTimeZone(timeZone)) throw wrong('timeZone', 'is not a known time zone');
  const each = new Set(dealingWeekdays);
  const isWeek = [...each].every((day) => day >= 1 && day <= 7);
  if (!isWeek || each.size === 0 || each.size < dealingWeekdays.length) {
    throw wrong('dealingWeekdays', 'must be one or more of the numbers 1 to 7, without duplicates');
  }
  for (const [member, value] of Object.entries({ navStaleDays, minimumHoldingDays })) {
    if (value < 0 || value > FUND.daysMax)
      throw wrong(member, `must be between 0 and ${FUND.daysMax}`);
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

function refuseWrongMinima(fund: FundTermsProposal): void {
  for (const member of ['minimumFirstSubscription', 'minimumNextSubscription'] as const) {
    const minor = parseMinor(fund[member] ?? NOTHING, fund.currency);
    if (minor === undefined) throw tooManyDecimals(member, fund.currency);
    if (minor < 0n) throw wrong(member, 'must not be below zero');
  }
  const units = fund.minimumHoldingUnits ?? NOTHING;
  const { unitsDecimals = FUND.decimalsUsual } = fund;
  if (units.lessThan(0)) throw wrong('minimumHoldingUnits', 'must not be below zero');
  if (units.decimalPlaces() > unitsDecimals) {
    throw wrong('minimumHoldingUnits', `must have at most ${counted(unitsDecimals, 'decimal')}`);
  }
}

function wrong(member: string, why: string) {
  return refuseMember(assetProblems.FUND_TERMS_WRONG, member, why);
}
