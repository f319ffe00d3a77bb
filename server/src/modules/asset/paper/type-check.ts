// Checks a version of a discounted instrument type or of a treasury bill issue.

import {
  addDays,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { toJson } from '../../../platform/json/json.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { checkCodes } from '../../change/index.js';
import { requireExchange } from '../../market/index.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { type YearFraction, yearFraction } from '../instrument/day-count.js';
import { DISCOUNTED, TERM_INSTRUMENT } from '../limits.js';
import { assetProblems } from '../problems.js';
import { isTaxClass } from '../tax/rule.js';
import type { DiscountedKind } from './kind.js';
import { quoteDiscount } from './price.js';
import { typeBody } from './type.js';
import { type DiscountedTypeRow, isSold, lockTypeToChange } from './type-queries.js';
import type { BillIssue, PaperType } from './type-schema.js';

/** A version of a type or of an issue. */
export type DiscountedTypeBody = PaperType | BillIssue;

/**
 * Refuses with DISCOUNTED_TYPE_WRONG and names a member that contradicts another member, the
 * version in force, or instruments already sold. Waits for purchases in progress.
 */
export async function checkDiscountedType(
  work: Work,
  kind: DiscountedKind,
  body: DiscountedTypeBody,
): Promise<void> {
  refuseWrongName(body);
  const { name, aliases = [] } = body;
  const table = 'discounted_instrument_type';
  await checkCodes(work, { name, aliases }, { table, wrong });
  refuseWrongAmounts(body);
  refuseWrongRates(body);
  refuseWrongPrice(body);
  const { taxClass } = body;
  if (taxClass !== undefined && !(await isTaxClass(work.tx, taxClass))) {
    throw wrong('taxClass', 'does not match any tax rule');
  }
  if (body.exchange !== undefined) await requireExchange(work.tx, body.exchange, 'exchange');
  const today = await currentBusinessDate(work.tx);
  if ('defaultTenure' in body) refuseWrongTenures(body);
  else refuseWrongDates(body, today);
  refuseWithoutPrice(body, today);
  const current = await lockTypeToChange(work.tx, body.name);
  if (current === undefined) return;
  if (current.kind !== kind)
    throw wrong('name', 'is already the code of a product of another kind');
  refuseFixed(current, body, { members: ['currency', 'quotation'], why: 'cannot be changed' });
  if ('defaultTenure' in body) return;
  if (current.maturity_date !== null && current.maturity_date <= today) {
    throw wrong('maturityDate', 'has passed; a matured issue cannot be changed');
  }
  if (!(await isSold(work.tx, current.id))) return;
  const why = 'cannot be changed once the issue has orders';
  refuseFixed(current, body, { members: FIXED_ONCE_SOLD, why });
}

// These members determine the price and term of existing holdings.
const FIXED_ONCE_SOLD = [
  'stopRate',
  'auctionDate',
  'settlementDate',
  'maturityDate',
  'dayCount',
  'priceDecimals',
  'priceRounding',
  'holidayConvention',
  'exchange',
] as const;

function refuseFixed(
  current: DiscountedTypeRow,
  body: DiscountedTypeBody,
  { members, why }: { readonly members: readonly string[]; readonly why: string },
): void {
  const before = new Map<string, unknown>(Object.entries(typeBody(current)));
  const { priceRounding = 'HALF_UP' } = body;
  const after = new Map<string, unknown>(Object.entries({ ...body, priceRounding }));
  const asText = (value: unknown) => (value === undefined ? '' : toJson(value));
  const changed = members.find((name) => asText(before.get(name)) !== asText(after.get(name)));
  if (changed !== undefined) throw wrong(changed, why);
}

function refuseWrongName({ name, currency }: DiscountedTypeBody): void {
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(name)) {
    throw wrong('name', 'must have 2 to 20 capitals, digits and hyphens');
  }
  if (minorUnits(currency) === undefined) throw wrong('currency', 'is not a known currency');
}

function refuseWrongAmounts(body: DiscountedTypeBody): void {
  const minor = (member: 'minimumAmount' | 'maximumAmount' | 'denomination') => {
    const value = body[member];
    if (value === undefined) return undefined;
    const parsed = parseMinor(value, body.currency);
    if (parsed === undefined) throw tooManyDecimals(member, body.currency);
    if (parsed <= 0n) throw wrong(member, 'must be above zero');
    return parsed;
  };
  const least = minor('minimumAmount') ?? 0n;
  const most = minor('maximumAmount');
  minor('denomination');
  if (most !== undefined && most < least) throw wrong('maximumAmount', 'is below minimumAmount');
}

function refuseWrongRates(body: DiscountedTypeBody): void {
  const rate = 'defaultTenure' in body ? body.rate : body.stopRate;
  refuseWrongRate('defaultTenure' in body ? 'rate' : 'stopRate', rate);
  const pairs = [
    ['minimumRate', 'maximumRate'],
    ['minimumTerminationRate', 'maximumTerminationRate'],
  ] as const;
  for (const [leastName, mostName] of pairs) {
    const { [leastName]: least, [mostName]: most } = body;
    refuseWrongRate(leastName, least);
    refuseWrongRate(mostName, most);
    if ((least === undefined) !== (most === undefined)) {
      throw wrong(mostName, `and ${leastName} must be given together`);
    }
    if (least?.greaterThan(most ?? least)) throw wrong(mostName, `is below ${leastName}`);
  }
}

function refuseWrongRate(member: string, rate: Decimal | undefined): void {
  if (rate === undefined) return;
  const most = TERM_INSTRUMENT.ratePercentMax;
  if (rate.lessThan(0) || rate.greaterThan(most))
    throw wrong(member, `must be between 0 and ${most}`);
  if (rate.decimalPlaces() <= TERM_INSTRUMENT.rateDecimalsMax) return;
  throw refuseMember(
    commonProblems.TOO_MANY_DECIMALS,
    member,
    `must have at most ${TERM_INSTRUMENT.rateDecimalsMax} decimals`,
  );
}

function refuseWrongPrice({ priceDecimals }: DiscountedTypeBody): void {
  const most = DISCOUNTED.priceDecimalsMax;
  if (priceDecimals === undefined || (priceDecimals >= 0 && priceDecimals <= most)) return;
  throw wrong('priceDecimals', `must be between 0 and ${most}`);
}

function refuseWrongTenures({ tenures, defaultTenure }: PaperType): void {
  const most = TERM_INSTRUMENT.tenureDaysMax;
  const isWrong = (days: number) => days < 1 || days > most;
  if (tenures?.some(isWrong)) throw wrong('tenures', `must be between 1 and ${most} days`);
  if (tenures !== undefined && new Set(tenures).size < tenures.length) {
    throw wrong('tenures', 'must not contain duplicates');
  }
  if (isWrong(defaultTenure)) throw wrong('defaultTenure', `must be between 1 and ${most} days`);
  if (tenures !== undefined && !tenures.includes(defaultTenure)) {
    throw wrong('defaultTenure', 'must be one of the tenures');
  }
}

function refuseWrongDates(body: BillIssue, today: BusinessDate): void {
  const { auctionDate, settlementDate, maturityDate, stopRate } = body;
  if (settlementDate < auctionDate)
    throw wrong('settlementDate', 'must not be before the auction date');
  if (maturityDate <= settlementDate)
    throw wrong('maturityDate', 'must be after the settlement date');
  const most = TERM_INSTRUMENT.tenureDaysMax;
  if (daysBetween(settlementDate, maturityDate) > most) {
    throw wrong('maturityDate', `must be at most ${most} days after the settlement`);
  }
  if (stopRate !== undefined && auctionDate > today) {
    throw wrong('stopRate', `cannot be set before the auction on ${auctionDate}`);
  }
}

// Refuses a rate that results in a price of zero or less for a term that the product offers. A
// negotiated rate is checked when an instrument is submitted and when it is posted.
function refuseWithoutPrice(body: DiscountedTypeBody, today: BusinessDate): void {
  const own = 'defaultTenure' in body ? body.rate : body.stopRate;
  const rates = [
    ['defaultTenure' in body ? 'rate' : 'stopRate', own],
    ['minimumRate', body.minimumRate],
  ] as const;
  for (const { start, end } of offeredTerms(body, today)) {
    const term = yearFraction(start, end, body.dayCount);
    for (const [member, rate] of rates) {
      if (rate === undefined || leavesPrice(body, rate, term)) continue;
      throw wrong(
        member,
        `results in a price of zero or less over ${counted(daysBetween(start, end), 'day')}`,
      );
    }
  }
}

function leavesPrice(body: DiscountedTypeBody, ratePercent: Decimal, term: YearFraction): boolean {
  const { quotation, currency, priceDecimals = null, priceRounding = 'HALF_UP' } = body;
  const face = { minor: parseMinor(body.minimumAmount, currency) ?? 0n, currency };
  const quote = quoteDiscount({ quotation, ratePercent, priceDecimals, priceRounding }, face, term);
  return quote !== undefined && quote.cost.minor > 0n;
}

function offeredTerms(body: DiscountedTypeBody, today: BusinessDate) {
  if (!('defaultTenure' in body)) return [{ start: body.settlementDate, end: body.maturityDate }];
  const tenures = body.tenures ?? [body.defaultTenure];
  return tenures.map((days) => ({ start: today, end: addDays(today, days) }));
}

function wrong(member: string, why: string) {
  return refuseMember(assetProblems.DISCOUNTED_TYPE_WRONG, member, why);
}
