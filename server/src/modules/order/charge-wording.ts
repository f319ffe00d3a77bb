// What a charge is called and how it was reckoned, in words for the customer.

import { minorUnits } from '../../platform/money/currency.js';
import { Decimal } from '../../platform/money/decimal.js';
import type { ChargeBase, ChargeRule, FeeSchedule } from './fee.js';

const LABELS: Readonly<Record<string, string>> = {
  COMMISSION: 'Brokerage commission',
  SEC: 'SEC fee',
  NGX: 'NGX fee',
  CSCS: 'CSCS fee',
  STAMP: 'Stamp duty',
  ALERT: 'Trade alert',
  LEVIES: 'Statutory levies',
  VAT: 'VAT',
};

/** What a line is called: `SEC fee`, `VAT on SEC fee`; other codes stand for themselves. */
export function chargeLabel(code: string, onCode: string | null): string {
  const label = LABELS[code] ?? code;
  return onCode === null ? label : `${label} on ${LABELS[onCode] ?? onCode}`;
}

/** What decides which of a schedule's rules of one code held for a note. */
export interface ChargedNote {
  readonly side: string;
  readonly commissionGroup: string;
  readonly origin: string;
  readonly currency: string;
}

/**
 * How a line was reckoned, from the rule of its schedule: `1.35 % of consideration`. Empty when the
 * schedule or the rule is no longer known: a note then still shows every amount.
 */
export function chargeBasis(
  schedule: FeeSchedule | undefined,
  line: { readonly code: string; readonly onCode: string | null },
  note: ChargedNote,
): string {
  const rule = schedule?.rules.find((each) => each.code === line.code && held(each, note));
  if (rule === undefined) return '';
  const base = line.onCode === null ? baseWords(rule.base) : chargeLabel(line.onCode, null);
  const limits = [
    ...(rule.min === undefined ? [] : [`at least ${amount(rule.min, note)}`]),
    ...(rule.max === undefined ? [] : [`at most ${amount(rule.max, note)}`]),
  ];
  return [rateWords(rule, base, note), ...limits].join(', ');
}

function held(rule: ChargeRule, note: ChargedNote): boolean {
  return (
    (rule.side === undefined || rule.side === note.side) &&
    (rule.customerGroups?.includes(note.commissionGroup) ?? true) &&
    (rule.channels?.includes(note.origin) ?? true)
  );
}

function rateWords({ rate }: ChargeRule, base: string, note: ChargedNote): string {
  if (rate.kind === 'PERCENT') return `${rate.percent} % of ${base}`;
  if (rate.kind === 'FLAT') return `${amount(rate.amount, note)} ${base}`;
  return `by tiers of ${base}`;
}

function baseWords(base: ChargeBase): string {
  switch (base.kind) {
    case 'CONSIDERATION':
      return 'consideration';
    case 'QUANTITY':
      return 'per unit';
    case 'PER_ORDER':
      return 'per order';
    case 'PER_TRADE':
      return 'per trade';
    case 'PER_CONTRACT_NOTE':
      return 'per contract note';
    case 'LINES':
    case 'EACH_LINE':
      return base.codes.map((code) => chargeLabel(code, null)).join(', ');
    case 'PER_STARTED':
      return `per started ${base.unit} of ${base.of.toLowerCase()}`;
  }
}

function amount(text: string, { currency }: ChargedNote): string {
  return `${currency} ${new Decimal(text).toFixed(minorUnits(currency) ?? 0)}`;
}
