// The Nigerian tariffs. At every start, the program stores any that are missing as version 1. From
// then on, only the stored versions are used.

import { businessDate } from '../../../platform/calendar/business-date.js';
import type { ChargeRule, FeeSchedule } from './charge-rule.js';

/** A schedule shipped with the program, together with its label. */
type ShippedSchedule = FeeSchedule & { readonly label: string };

/**
 * The commission percentage for each commission group. Orders of other groups pay the schedule's
 * own rate.
 */
type GroupRates = Readonly<Record<string, string>>;

/**
 * The shipped groups: STANDARD pays the full rate; EXEMPT (staff, the firm's own book) pays none.
 */
const SHIPPED_GROUP_RATES: GroupRates = { EXEMPT: '0' };

const HALF_UP = { mode: 'HALF_UP' } as const;
const CONSIDERATION = { kind: 'CONSIDERATION' } as const;

const LEVY_LABELS = {
  SEC: 'SEC fee',
  NGX: 'NGX fee',
  CSCS: 'CSCS fee',
  STAMP: 'Stamp duty',
  LEVIES: 'Statutory levies',
} as const;

// The payee of stamp duty and VAT until 2025: the Federal Inland Revenue Service.
const FIRS = 'FIRS';

// The date on which the current tariff replaced the 2017 tariff: stamp duty rose to 0.08 % and each
// levy got its own line.
const PRESENT_FROM = businessDate('2020-12-07');
const EARLIER_TO = businessDate('2020-12-06');

/**
 * Returns the 2017 equity tariff: all levies in one line (0.375 % on buys, 0.675 % on sells),
 * commission 1.00 % or the group's rate, trade alert N4.00, no VAT line.
 */
function equityTariff2017(groupRates: GroupRates = SHIPPED_GROUP_RATES): ShippedSchedule {
  return {
    name: 'NGX_EQUITY_2017',
    label: 'Nigerian shares, tariff of 2017',
    version: 1,
    currency: 'NGN',
    assetClasses: ['EQUITY'],
    validFrom: businessDate('2017-01-01'),
    validTo: EARLIER_TO,
    rules: [
      ...commissionRules('1.00', groupRates),
      { ...levy('LEVIES', 'NGX', '0.375'), side: 'BUY' },
      { ...levy('LEVIES', 'NGX', '0.675'), side: 'SELL' },
      tradeAlert(),
    ],
  };
}

/**
 * Returns the current equity tariff: commission 1.35 % or the group's rate, SEC fee 0.30 % on buys,
 * NGX and CSCS fees 0.30 % each on sells, stamp duty 0.08 %, trade alert N4.00, and VAT of 7.5 % on
 * every line except stamp duty, rounded line by line. Source: the NGX fee page and the VAT rate of
 * 1 Feb 2020.
 */
export function equityTariff(groupRates: GroupRates = SHIPPED_GROUP_RATES): ShippedSchedule {
  return {
    name: 'NGX_EQUITY',
    label: 'Nigerian shares',
    version: 1,
    currency: 'NGN',
    assetClasses: ['EQUITY'],
    validFrom: PRESENT_FROM,
    rules: [
      ...commissionRules('1.35', groupRates),
      { ...levy('SEC', 'SEC', '0.30'), side: 'BUY' },
      { ...levy('NGX', 'NGX', '0.30'), side: 'SELL' },
      { ...levy('CSCS', 'CSCS', '0.30'), side: 'SELL' },
      ...byTaxAuthority(levy('STAMP', FIRS, '0.08')),
      tradeAlert(),
      ...byTaxAuthority(vat(['COMMISSION', 'SEC', 'NGX', 'CSCS', 'ALERT'])),
    ],
  };
}

/**
 * Returns the bond tariff. Commission is negotiable; here it is the published maximum of 1 %. The
 * depository fee is 0.0001 %; the exchange waives its fee. There is no stamp duty line, because we
 * found no evidence of stamp duty on bonds. VAT applies as for equities.
 */
function bondTariff(groupRates: GroupRates = SHIPPED_GROUP_RATES): ShippedSchedule {
  return {
    name: 'NGX_BOND',
    label: 'Nigerian bonds',
    version: 1,
    currency: 'NGN',
    assetClasses: ['BOND'],
    rules: [
      ...commissionRules('1.00', groupRates),
      levy('CSCS', 'CSCS', '0.0001'),
      tradeAlert(),
      ...byTaxAuthority(vat(['COMMISSION', 'CSCS', 'ALERT'])),
    ],
  };
}

/** The 2017 equity tariff with the shipped groups. */
export const NGX_EQUITY_2017: ShippedSchedule = equityTariff2017();

/** The current equity tariff with the shipped groups. */
export const NGX_EQUITY: ShippedSchedule = equityTariff();

/** The bond tariff with the shipped groups. */
export const NGX_BOND: ShippedSchedule = bondTariff();

/** All shipped schedules. */
export const NIGERIAN_TARIFFS: readonly ShippedSchedule[] = [NGX_EQUITY, NGX_EQUITY_2017, NGX_BOND];

// Commission is the firm's price for an order, regardless of the number of notes. Levies, the alert
// and VAT are charged on each note. Rules for groups come first, because the first applicable rule
// with a code is used.
function commissionRules(otherwise: string, groupRates: GroupRates): ChargeRule[] {
  const general = {
    code: 'COMMISSION',
    label: 'Brokerage commission',
    payee: 'FIRM',
    ledgerAccount: 'INC:COMM',
    base: CONSIDERATION,
    per: 'ORDER',
    rounding: HALF_UP,
  } as const;
  const special = Object.entries(groupRates).map(
    ([group, percent]): ChargeRule => ({
      ...general,
      customerGroups: [group],
      rate: { kind: 'PERCENT', percent },
    }),
  );
  return [...special, { ...general, rate: { kind: 'PERCENT', percent: otherwise } }];
}

function levy(code: keyof typeof LEVY_LABELS, payee: string, percent: string): ChargeRule {
  const label = LEVY_LABELS[code];
  const rate = { kind: 'PERCENT', percent } as const;
  const ledgerAccount = `LIAB:${code}`;
  return { code, label, payee, ledgerAccount, base: CONSIDERATION, rate, rounding: HALF_UP };
}

function tradeAlert(): ChargeRule {
  return {
    code: 'ALERT',
    label: 'Trade alert',
    payee: 'NGX',
    ledgerAccount: 'LIAB:ALERT',
    base: { kind: 'PER_CONTRACT_NOTE' },
    rate: { kind: 'FLAT', amount: '4.00' },
    rounding: HALF_UP,
  };
}

// The Nigeria Revenue Service (NRS) replaces the Federal Inland Revenue Service from 1 Jan 2026.
// The charge is the same; only its payee differs.
function byTaxAuthority(rule: ChargeRule): ChargeRule[] {
  return [
    { ...rule, validTo: businessDate('2025-12-31') },
    { ...rule, payee: 'NRS', validFrom: businessDate('2026-01-01') },
  ];
}

function vat(codes: readonly string[]): ChargeRule {
  return {
    code: 'VAT',
    label: 'VAT',
    payee: FIRS,
    ledgerAccount: 'LIAB:VAT',
    base: { kind: 'EACH_LINE', codes },
    rate: { kind: 'PERCENT', percent: '7.5' },
    rounding: HALF_UP,
  };
}
