// The asset module's refusals.

import { defineProblems, refuseMember } from '../../platform/http/reply/problem.js';

export const assetProblems = defineProblems({
  TERM_INSTRUMENT_WRONG_STATE: [409, 'The term instrument is not in a state that allows this.'],
  DISCOUNTED_INSTRUMENT_WRONG_STATE: [
    409,
    'The discounted instrument or treasury bill is not in a state that allows this.',
  ],
  FUND_TRANSACTION_WRONG_STATE: [409, 'The fund transaction is not in a state that allows this.'],
  FUND_NAV_WRONG_STATE: [409, 'The net asset value is not in a state that allows this.'],
  FUND_NAV_EXISTS: [409, 'The fund already has a net asset value for this day.'],
  FUND_DISTRIBUTION_WRONG_STATE: [409, 'The distribution is not in a state that allows this.'],
  FUND_SETTLEMENT_WRONG_STATE: [
    409,
    'The settlement with the custodian is not in a state that allows this.',
  ],
  MARKET_YIELD_IMPORT_WRONG_STATE: [
    409,
    'The import of market discount rates is not in a state that allows this.',
  ],
  TERM_TYPE_REFUSED: [
    422,
    'The type of term instrument is inconsistent, or conflicts with instruments in force.',
  ],
  WITHHOLDING_REFUSED: [
    422,
    'The tax rules or exemptions are inconsistent, or would change tax already withheld.',
  ],
  TERM_AMOUNT_REFUSED: [422, 'The type of instrument does not accept this amount.'],
  TENURE_NOT_OFFERED: [422, 'The type of instrument does not offer this tenure.'],
  RATE_NOT_OFFERED: [422, 'The type of instrument does not offer this rate.'],
  ROLLOVER_REFUSED: [422, 'The instrument cannot roll over in this way.'],
  START_DATE_REFUSED: [422, 'The instrument cannot start on this date.'],
  TERMINATION_AMOUNT_REFUSED: [422, 'The instrument cannot be terminated for this amount.'],
  TERMINATION_RATE_REFUSED: [422, 'The instrument cannot be terminated at this discount rate.'],
  TERMINATION_DATE_REFUSED: [422, 'The instrument cannot be terminated on this date.'],
  DISCOUNTED_TYPE_WRONG: [
    422,
    'The terms of the product are inconsistent, or conflict with instruments already sold.',
  ],
  FUND_TERMS_WRONG: [422, "The fund's terms are inconsistent, or conflict with its holdings."],
  FUND_CLOSED: [422, 'The fund is not accepting this kind of order at the moment.'],
  FUND_MINIMUM: [422, "The order, or the remaining holding, is below the fund's minimum."],
  FUND_HOLDING_AMBIGUOUS: [422, 'The customer has units of the fund in several portfolios.'],
  FUND_NAV_STALE: [422, 'The fund has no approved net asset value that is recent enough.'],
  FUND_NAV_REFUSED: [422, 'The net asset value or its date is not valid for the fund.'],
  FUND_DISTRIBUTION_REFUSED: [422, 'The fund does not distribute income.'],
  FUND_SETTLEMENT_REFUSED: [422, 'The payment is more than the office owes the fund.'],
  INSUFFICIENT_UNITS: [422, 'The holding does not have enough available units for the order.'],
});

/** Returns the refusal for an invalid member of a term instrument type. */
export function refuseTypeMember(member: string, why: string) {
  return refuseMember(assetProblems.TERM_TYPE_REFUSED, member, why);
}
