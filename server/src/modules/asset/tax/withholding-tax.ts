// Withholding tax: dated rules by instrument and payer class, applied by payment date.

import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  addMoney,
  fromDecimal,
  type Money,
  subtractMoney,
  sumMoney,
  toDecimal,
} from '../../../platform/money/money.js';

/**
 * One tax component. Dates are inclusive, and a missing date leaves that end open. Without
 * `payerClass`, the component applies to every payer. If `isFinal` is true, the payee cannot credit
 * the tax against other tax.
 */
export type WithholdingRule = {
  readonly taxCode: string;
  readonly instrumentClass: string;
  readonly payerClass?: string;
  readonly percent: string;
  readonly isFinal: boolean;
  readonly validFrom?: BusinessDate;
  readonly validTo?: BusinessDate;
};

/** The payment from which tax is withheld. */
type TaxedPayment = {
  readonly instrumentClass: string;
  readonly payerClass?: string;
  readonly paymentDate: BusinessDate;
};

/** A gross amount, the tax on it, and the net amount to pay. */
export type NetAmount = { readonly gross: Money; readonly tax: Money; readonly net: Money };

// A notice dated 16 to 19 September 2025 made short-term securities taxable. The rules start on the
// last of these dates.
const SHORT_TERM_SECURITIES_FROM = businessDate('2025-09-19');

/**
 * Nigeria: 10 % on deposits and dividends, and since September 2025 on treasury bills, corporate
 * bonds and short-term paper. Federal Government bonds and central bank OMO bills are exempt, so
 * they have no row.
 */
export const NIGERIAN_WITHHOLDING: readonly WithholdingRule[] = [
  tenPercent('TERM_DEPOSIT'),
  tenPercent('DIVIDEND'),
  tenPercent('TREASURY_BILL', SHORT_TERM_SECURITIES_FROM),
  tenPercent('CORPORATE_BOND', SHORT_TERM_SECURITIES_FROM),
  tenPercent('COMMERCIAL_PAPER', SHORT_TERM_SECURITIES_FROM),
  tenPercent('PROMISSORY_NOTE', SHORT_TERM_SECURITIES_FROM),
  tenPercent('BILL_OF_EXCHANGE', SHORT_TERM_SECURITIES_FROM),
];

/** Returns the rules in force for a payment, or an empty list if the payment is exempt. */
export function withholdingRulesFor(
  rules: readonly WithholdingRule[],
  payment: TaxedPayment,
): WithholdingRule[] {
  return withholdingRulesOfClass(rules, payment.instrumentClass, payment.paymentDate).filter(
    ({ payerClass }) => payerClass === undefined || payerClass === payment.payerClass,
  );
}

/** Returns a class's rules in force on a payment date, for all payers. */
export function withholdingRulesOfClass(
  rules: readonly WithholdingRule[],
  instrumentClass: string,
  paymentDate: BusinessDate,
): WithholdingRule[] {
  return rules.filter(
    (rule) =>
      rule.instrumentClass === instrumentClass &&
      (rule.validFrom === undefined || rule.validFrom <= paymentDate) &&
      (rule.validTo === undefined || paymentDate <= rule.validTo),
  );
}

/**
 * Returns the tax on an amount. Each component is rounded half-up separately. There is no tax on a
 * loss.
 */
export function withholdingTax(gross: Money, rules: readonly WithholdingRule[]): Money {
  const taxable = Decimal.max(0, toDecimal(gross));
  const components = rules.map((rule) =>
    fromDecimal(taxable.times(rule.percent).dividedBy(100), gross.currency, 'HALF_UP'),
  );
  return sumMoney(components, gross.currency);
}

/** Splits an amount into its tax and the net amount. */
export function netOfTax(gross: Money, rules: readonly WithholdingRule[]): NetAmount {
  const tax = withholdingTax(gross, rules);
  return { gross, tax, net: subtractMoney(gross, tax) };
}

/** Interest settled before the end: the gross amount and the tax withheld from it. */
export type SettledInterest = { readonly gross: Money; readonly tax: Money };

/**
 * Returns the tax on the whole term's interest if some of it was settled earlier. Tax already
 * withheld is kept, and the rules apply to the rest. If less was earned than was settled, a
 * proportional share of the tax is returned, rounded half-up.
 */
export function taxInAll(
  gross: Money,
  settled: SettledInterest,
  rules: readonly WithholdingRule[],
): Money {
  const rest = subtractMoney(gross, settled.gross);
  if (rest.minor >= 0n) return addMoney(settled.tax, withholdingTax(rest, rules));
  const kept = toDecimal(settled.tax).times(toDecimal(gross)).dividedBy(toDecimal(settled.gross));
  return fromDecimal(kept, gross.currency, 'HALF_UP');
}

function tenPercent(instrumentClass: string, validFrom?: BusinessDate): WithholdingRule {
  const rule = { taxCode: 'WHT', instrumentClass, percent: '10', isFinal: false };
  return validFrom === undefined ? rule : { ...rule, validFrom };
}
