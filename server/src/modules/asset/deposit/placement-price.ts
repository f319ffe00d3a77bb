// The price of a placement is the amount that the customer pays at the start. It must be above
// zero, or else the firm would pay the customer for placing the deposit.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney } from '../../../platform/money/money.js';
import { yearFraction } from '../instrument/day-count.js';
import { expectedInterest, simpleInterest } from '../instrument/interest.js';
import { assetProblems, refuseTypeMember } from '../problems.js';
import type { TermInstrumentRow } from './queries.js';
import { rateCardOf, type TypeTerms } from './type.js';

/** The columns that determine the price of a placement. */
type PricedSubject = Pick<
  TermInstrumentRow,
  | 'interest_payment'
  | 'currency'
  | 'face_value_minor'
  | 'rate'
  | 'start_date'
  | 'accrual_end'
  | 'day_count'
>;

/** Returns whether the upfront interest, before tax, is less than the principal. */
export function leavesPrice(subject: PricedSubject): boolean {
  if (subject.interest_payment !== 'UPFRONT') return true;
  const ahead = expectedInterest({
    principal: { minor: subject.face_value_minor, currency: subject.currency },
    ratePercent: subject.rate,
    start: subject.start_date,
    end: subject.accrual_end,
    dayCount: subject.day_count,
  });
  return ahead.minor < subject.face_value_minor;
}

/** Refuses with RATE_NOT_OFFERED if prepaid interest would leave no price above zero. */
export function refuseWithoutPrice(
  subject: PricedSubject & Pick<TermInstrumentRow, 'tenure'>,
): void {
  if (leavesPrice(subject)) return;
  const { face_value_minor: minor, currency, tenure } = subject;
  throw refuseMember(
    assetProblems.RATE_NOT_OFFERED,
    'currentRate',
    `results in a price of zero or less for ${formatMoney({ minor, currency })} over ` +
      `${counted(tenure, 'day')}`,
  );
}

/**
 * Refuses with TERM_TYPE_REFUSED if the rate card offers prepaid interest that leaves no price
 * above zero. Checks the tenures of each tier and, if rates are negotiable, the lowest rate. Each
 * placement is checked again when it is submitted and when it is posted. `today` is the start of
 * the checked terms.
 */
export function refuseTypeWithoutPrice(terms: TypeTerms, today: BusinessDate): void {
  if (terms.interest_payment !== 'UPFRONT') return;
  const { allowed_tenures: tenures, default_tenure: usual, rate_least: least } = terms;
  for (const { percent, tenorDaysFrom: from, tenorDaysTo: to } of rateCardOf(terms).tiers) {
    const offered = (tenures ?? [usual, from, to]).filter(
      (days) => days !== undefined && days >= (from ?? days) && days <= (to ?? days),
    );
    for (const days of offered) {
      if (days !== undefined)
        refuseOffer('rateTiers', new Decimal(percent), { days, terms, today });
    }
  }
  if (least !== null) refuseOffer('minimumRate', least, { days: usual, terms, today });
}

interface OfferedTerm {
  readonly days: number;
  readonly terms: Pick<TypeTerms, 'day_count'>;
  readonly today: BusinessDate;
}

function refuseOffer(member: string, percent: Decimal, { days, terms, today }: OfferedTerm): void {
  const term = yearFraction(today, addDays(today, days), terms.day_count);
  if (simpleInterest(new Decimal(1), percent, term).lessThan(1)) return;
  const over = counted(days, 'day');
  const why = `results in a price of zero or less for ${percent.toFixed()}% over ${over}`;
  throw refuseTypeMember(member, why);
}
