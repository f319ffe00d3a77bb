// Checks a term instrument type. Its members must be consistent with each other and with
// instruments in force.

import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { AccountClass, Chart } from '../../finance/index.js';
import { TERM_INSTRUMENT } from '../limits.js';
import { refuseTypeMember } from '../problems.js';
import type { LedgerMapping } from './ledger-entry.js';
import { ratePercentFor } from './rate-tier.js';
import { CHANGEABLE_MEMBERS, rateCardOf, type TypeTerms } from './type.js';

const CODE = /^[A-Z0-9][A-Z0-9-]{1,29}$/;

/** Refuses an invalid code or an unknown currency. */
export function refuseTypeName(name: string, currency: string): void {
  if (!CODE.test(name))
    throw refuseTypeMember('name', 'must have 2 to 30 letters, digits and dashes');
  if (minorUnits(currency.toUpperCase()) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not a currency');
  }
}

/** Refuses terms that contradict each other, and names the member. */
export function refuseWrongTerms(terms: TypeTerms): void {
  refuseWrongAmounts(terms);
  refuseWrongTenures(terms);
  refuseWrongRates(terms);
  refuseWrongInterest(terms);
  refuseWrongRollover(terms);
  if (terms.loan_product) refuseWrongLoan(terms);
  refuseUnchangeable(terms.changeable);
}

/**
 * Refuses a change of currency, or a switch between deposits and loans, because running instruments
 * roll over into the next version.
 */
export function refuseChangedNature(present: TypeTerms, proposed: TypeTerms): void {
  if (proposed.currency !== present.currency) {
    throw refuseTypeMember('currency', `must remain ${present.currency}`);
  }
  if (proposed.loan_product !== present.loan_product) {
    throw refuseTypeMember('loanProduct', `must remain ${present.loan_product}`);
  }
}

function refuseWrongAmounts(terms: TypeTerms): void {
  const { amount_least_minor: least, amount_most_minor: most } = terms;
  if (least <= 0n) throw refuseTypeMember('minimumAmount', 'must be above zero');
  if (most !== null && most < least) {
    throw refuseTypeMember('maximumAmount', 'must not be below minimumAmount');
  }
  if (terms.amount_multiple_minor <= 0n)
    throw refuseTypeMember('amountMultiple', 'must be above zero');
}

function refuseWrongTenures({ allowed_tenures: tenures, default_tenure: usual }: TypeTerms): void {
  if (tenures === null) return;
  if (!tenures.every((days, index) => index === 0 || (tenures[index - 1] ?? 0) < days)) {
    throw refuseTypeMember('tenures', 'must be in ascending order, without duplicates');
  }
  if (!tenures.includes(usual))
    throw refuseTypeMember('defaultTenure', 'must be one of the tenures');
}

function refuseWrongRates(terms: TypeTerms): void {
  const { rate_least: least, rate_most: most } = terms;
  if ((least === null) !== (most === null)) {
    throw refuseTypeMember('minimumRate', 'and maximumRate must be given together');
  }
  if (least !== null && most !== null && least.greaterThan(most)) {
    throw refuseTypeMember('maximumRate', 'must not be below minimumRate');
  }
  const card = rateCardOf(terms);
  for (const tier of card.tiers) {
    refuseInverted(tier.tenorDaysFrom, tier.tenorDaysTo);
    refuseInverted(tier.amountMinorFrom, tier.amountMinorTo);
  }
  refuseLongRates([least, most]);
  refuseUnpriced(terms);
}

function refuseInverted<Bound extends number | bigint>(from?: Bound, to?: Bound): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw refuseTypeMember('rateTiers', 'a tier ends before it begins');
}

function refuseLongRates(rates: readonly (Decimal | null)[]): void {
  const long = rates.some(
    (rate) => rate !== null && rate.decimalPlaces() > TERM_INSTRUMENT.rateDecimalsMax,
  );
  if (long) throw refuseTypeMember('minimumRate', 'has too many decimals');
}

// The rate card must have a rate for the default deposit, so that customers can order the product
// by name alone.
function refuseUnpriced(terms: TypeTerms): void {
  const usual = {
    currency: terms.currency,
    amountMinor: terms.amount_least_minor,
    tenorDays: terms.default_tenure,
  };
  if (terms.rate_least !== null || ratePercentFor(rateCardOf(terms), usual) !== undefined) return;
  throw refuseTypeMember('rateTiers', 'must contain a rate for minimumAmount and defaultTenure');
}

function refuseWrongInterest(terms: TypeTerms): void {
  const { interest_payment: payment, interest_frequency: frequency } = terms;
  if (terms.compoundings_per_year !== null && payment !== 'AT_MATURITY') {
    throw refuseTypeMember(
      'compoundingsPerYear',
      'is allowed only if interest is paid at maturity',
    );
  }
  const recurs = payment === 'PERIODIC' || payment === 'CAPITALISED';
  if (recurs !== (frequency !== null)) {
    throw refuseTypeMember(
      'interestFrequency',
      'is required for PERIODIC and CAPITALISED interest, and not allowed otherwise',
    );
  }
  if ((frequency === 'DAYS') !== (terms.interest_days !== null)) {
    throw refuseTypeMember(
      'interestDays',
      'is required if interestFrequency is DAYS, and not allowed otherwise',
    );
  }
}

function refuseWrongRollover(terms: TypeTerms): void {
  const { rollover_rule: rule } = terms;
  if (terms.auto_rollover && rule === 'NONE') {
    throw refuseTypeMember('rolloverRule', 'must be given when autoRollover is true');
  }
  if (rule === 'NET_INTEREST_ONLY' && terms.interest_payment === 'UPFRONT') {
    throw refuseTypeMember(
      'rolloverRule',
      'cannot be NET_INTEREST_ONLY if interest is paid upfront',
    );
  }
}

// A loan cannot reward early repayment, and the firm withholds no tax from interest that it earns.
function refuseWrongLoan(terms: TypeTerms): void {
  if (terms.tax_class !== null)
    throw refuseTypeMember(
      'taxClass',
      'is not allowed for a loan: no tax is withheld from its interest',
    );
  if (terms.auto_rollover) throw refuseTypeMember('autoRollover', 'must be false for a loan');
  if (terms.early_liquidation.rule.kind !== 'EARNED') {
    throw refuseTypeMember('earlyTermination', 'must be EARNED for a loan');
  }
}

function refuseUnchangeable(members: readonly string[]): void {
  const fixed = members.find((member) => !CHANGEABLE_MEMBERS.some((one) => one === member));
  if (fixed === undefined) return;
  throw refuseTypeMember(
    'changeableWhileRunning',
    `must not contain ${fixed}, which cannot change while an instrument is running`,
  );
}

const DEPOSIT_CLASSES: Readonly<Record<keyof LedgerMapping, AccountClass>> = {
  principal_account: 'LIABILITY',
  interest_account: 'LIABILITY',
  upfront_account: 'ASSET',
  result_account: 'EXPENSE',
  penalty_account: 'INCOME',
};

const LOAN_CLASSES: Readonly<Record<keyof LedgerMapping, AccountClass>> = {
  principal_account: 'ASSET',
  interest_account: 'ASSET',
  upfront_account: 'LIABILITY',
  result_account: 'INCOME',
  penalty_account: 'INCOME',
};

/**
 * Refuses accounts that are not in the chart or have the wrong class. The principal account must be
 * a control account, because its balance is the instruments' total. Client money accounts are not
 * allowed, because client money has its own books.
 */
export function refuseWrongLedger(terms: TypeTerms, chart: Chart): void {
  const classes = terms.loan_product ? LOAN_CLASSES : DEPOSIT_CLASSES;
  const { principal_account, interest_account, upfront_account, result_account, penalty_account } =
    terms;
  const mapping = {
    principal_account,
    interest_account,
    upfront_account,
    result_account,
    penalty_account,
  };
  for (const place of ACCOUNTS) {
    const code = mapping[place];
    const entry = chart.entryOf(code);
    if (entry === undefined || !entry.active) {
      throw refuseMember(
        commonProblems.UNKNOWN_REFERENCE,
        'ledger',
        `contains ${code}, which is not an active account`,
      );
    }
    const isTotal = entry.accountClass === 'ASSET' || entry.accountClass === 'LIABILITY';
    const fits = entry.accountClass === classes[place] && entry.control === isTotal;
    if (fits && !entry.clientMoney) continue;
    throw refuseTypeMember(
      'ledger',
      `contains ${code}, which has the wrong class; expected ${classes[place]}`,
    );
  }
}

const ACCOUNTS = [
  'principal_account',
  'interest_account',
  'upfront_account',
  'result_account',
  'penalty_account',
] as const satisfies readonly (keyof LedgerMapping)[];
