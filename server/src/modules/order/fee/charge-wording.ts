// Describes a charge and its calculation in words for the customer.

import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  type ChargeBase,
  type ChargeRule,
  type ChargeSpan,
  type FeeSchedule,
  type RuleScope,
  ruleOf,
  spanOf,
} from './charge-rule.js';

/** The data needed to describe a line: the rules that produced it, and the trade. */
interface ChargedTrade {
  readonly schedule: Pick<FeeSchedule, 'rules' | 'currency'>;
  readonly scope: RuleScope;
}

/** A charge line; `onCode` is the code of the taxed line. */
interface NamedLine {
  readonly code: string;
  readonly onCode?: string | null | undefined;
}

/**
 * Returns the name of a line: `SEC fee`, `VAT on SEC fee`. Without a label, the name is its code.
 */
export function chargeLabel({ code, onCode }: NamedLine, trade: ChargedTrade): string {
  const label = labelOf(code, trade);
  return onCode === null || onCode === undefined ? label : `${label} on ${labelOf(onCode, trade)}`;
}

function labelOf(code: string, { schedule, scope }: ChargedTrade): string {
  return ruleOf(schedule, code, scope)?.label ?? code;
}

/** Returns how a line was calculated: `1.35 % of consideration`. */
export function chargeBasis(line: NamedLine, trade: ChargedTrade): string {
  const rule = ruleOf(trade.schedule, line.code, trade.scope);
  if (rule === undefined) return '';
  const { onCode } = line;
  const isOnLine = onCode !== null && onCode !== undefined;
  const base = isOnLine ? labelOf(onCode, trade) : baseWords(rule.base, trade);
  const limits = [
    ...limit('at least', rule.min, trade).map((words) => words + SPAN_WORDS[spanOf(rule)]),
    ...limit('at most', rule.max, trade).map((words) => words + SPAN_WORDS[spanOf(rule)]),
    ...limit('per day at most', rule.maxPerDay, trade),
  ];
  return [rateWords(rule, base, trade), ...limits].join(', ');
}

const SPAN_WORDS: Readonly<Record<ChargeSpan, string>> = {
  ORDER: ' per order',
  NOTE: '',
  DAY: ' per day',
};

function limit(words: string, figure: string | undefined, trade: ChargedTrade): string[] {
  return figure === undefined ? [] : [`${words} ${amount(figure, trade)}`];
}

function rateWords({ rate }: ChargeRule, base: string, trade: ChargedTrade): string {
  if (rate.kind === 'PERCENT') return `${rate.percent}% of ${base}`;
  if (rate.kind === 'FLAT') return `${amount(rate.amount, trade)} ${base}`;
  return `by tiers of ${base}`;
}

function baseWords(base: ChargeBase, trade: ChargedTrade): string {
  switch (base.kind) {
    case 'CONSIDERATION':
      return 'consideration';
    case 'DAY_TRADED':
      return 'consideration bought and sold the same day';
    case 'CARRIED':
      return 'consideration not bought and sold the same day';
    case 'QUANTITY':
      return 'per unit';
    case 'PER_ORDER':
      return 'per order';
    case 'PER_TRADE':
      return 'per trade';
    case 'PER_CONTRACT_NOTE':
      return 'per contract note';
    case 'PER_DAY':
      return 'per day';
    case 'LINES':
    case 'EACH_LINE':
      return base.codes.map((code) => labelOf(code, trade)).join(', ');
    case 'PER_STARTED':
      return `per started ${base.unit} of ${base.of.toLowerCase()}`;
  }
}

// Keeps all digits of the rule: a fee per unit may be a fraction of the minor unit.
function amount(text: string, { schedule: { currency } }: ChargedTrade): string {
  const figure = new Decimal(text);
  const places = Math.max(minorUnits(currency) ?? 0, figure.decimalPlaces());
  return `${currency} ${figure.toFixed(places)}`;
}
