// Computes the income that the positions of a statement are expected to earn in the following
// twelve months: from the terms of bonds, deposits, commercial paper and bills, from announced
// corporate actions on shares, and from income that is due and unpaid.

import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { fromDecimal, type Money } from '../../../platform/money/money.js';
import {
  paperPositions,
  rulesOn,
  selectTaxed,
  termPositions,
  withholdingRules,
  withholdingTax,
} from '../../asset/index.js';
import {
  announcedIncomes,
  type BondSchedule,
  bondSchedules,
  unpaidIncomes,
} from '../../custody/index.js';
import { WEALTH } from '../limits.js';
import { paperClassOf } from '../valuation/paper-value.js';
import { within } from '../valuation/subject.js';
import type { ValuedLine } from '../valuation/total.js';
import type { HeldTerms } from './holding.js';
import type { AssetIncomeRow } from './queries.js';

/** The positions at the end of a statement, with their terms. */
interface ExpectedRequest {
  readonly customerId: bigint;
  readonly lines: readonly ValuedLine[];
  readonly terms: HeldTerms;
  readonly schedules: readonly BondSchedule[];
  readonly to: BusinessDate;
}

/** The longest time from a due date to its payment on a business day, in days. */
const PAYMENT_DELAY_MAX = 31;

/** Returns the schedules of the bonds among the lines, with the payments after a date. */
export function schedulesOf(
  tx: Tx,
  lines: readonly ValuedLine[],
  to: BusinessDate,
): Promise<BondSchedule[]> {
  const bonds = lines.filter((line) => line.class === 'BOND');
  const ids = bonds.map(({ subjectId }) => subjectId);
  return bondSchedules(tx, ids, addDays(to, -PAYMENT_DELAY_MAX));
}

/** Returns the expected income by payment date, with the tax on it. */
export async function expectedIncome(tx: Tx, request: ExpectedRequest): Promise<AssetIncomeRow[]> {
  const { customerId, to } = request;
  const until = addMonths(to, WEALTH.statementMonthsAhead);
  const unpaid = await unpaidIncomes(tx, customerId, to);
  const rows = [
    ...unpaid.map(({ paymentDate, isInterest, currency, grossMinor, taxMinor }) => ({
      ...{ date: paymentDate, currency, gross_minor: grossMinor, tax_minor: taxMinor },
      kind: isInterest ? ('COUPON' as const) : ('DIVIDEND' as const),
    })),
    ...(await dividendsOf(tx, request)),
    ...(await couponsOf(tx, request)),
    ...(await interestOf(tx, request)),
    ...(await discountOf(tx, request)),
  ];
  return rows.filter(({ date, gross_minor }) => date > to && date <= until && gross_minor !== 0n);
}

async function dividendsOf(
  tx: Tx,
  { customerId, lines, to }: ExpectedRequest,
): Promise<AssetIncomeRow[]> {
  const positions = lines.flatMap(({ class: kind, subjectId, quantity }) =>
    kind === 'EQUITY' && quantity?.isPositive()
      ? [{ securityId: subjectId, quantity: BigInt(quantity.toFixed(0)) }]
      : [],
  );
  const incomes = await announcedIncomes(tx, { customerId, positions, date: to });
  return incomes.map(({ paymentDate, currency, grossMinor, taxMinor }) => ({
    ...{ date: paymentDate, kind: 'DIVIDEND' as const, currency },
    ...{ gross_minor: grossMinor, tax_minor: taxMinor },
  }));
}

async function couponsOf(tx: Tx, request: ExpectedRequest): Promise<AssetIncomeRow[]> {
  const { customerId, lines, terms, schedules } = request;
  const classes = [...terms.securities.values()].flatMap(({ tax_class }) => tax_class ?? []);
  const taxed = await selectTaxed(tx, [customerId], classes);
  const rules = await withholdingRules(tx);
  const taxOn = (taxClass: string | null | undefined, date: BusinessDate, gross: Money) => {
    const own = taxed.find(({ tax_class }) => tax_class === taxClass);
    return own === undefined ? 0n : withholdingTax(gross, rulesOn(rules, own, date)).minor;
  };
  return lines.flatMap((line) => {
    const { subjectId, quantity, currency } = line;
    const security = terms.securities.get(subjectId);
    const schedule = schedules.find(({ securityId }) => securityId === subjectId);
    if (line.class !== 'BOND' || security?.face_value == null || quantity === undefined) return [];
    const face = quantity.times(security.face_value);
    const coupons = schedule?.income.filter(({ kind }) => kind === 'INTR') ?? [];
    return coupons.map(({ paymentDate: date, per100 }): AssetIncomeRow => {
      const gross = fromDecimal(face.times(per100).dividedBy(100), currency, 'HALF_UP');
      const tax_minor = taxOn(security.tax_class, date, gross);
      return { date, kind: 'COUPON', currency, gross_minor: gross.minor, tax_minor };
    });
  });
}

async function interestOf(tx: Tx, { customerId, to }: ExpectedRequest): Promise<AssetIncomeRow[]> {
  const positions = within(await termPositions(tx, { customerIds: [customerId] }, to));
  return positions
    .filter(({ isLoan }) => !isLoan)
    .flatMap(({ currency, planned }) =>
      planned().map(({ date, gross, tax }) => ({
        ...{ date, currency, kind: 'DEPOSIT' as const },
        ...{ gross_minor: gross.minor, tax_minor: tax.minor },
      })),
    );
}

async function discountOf(tx: Tx, { customerId, to }: ExpectedRequest): Promise<AssetIncomeRow[]> {
  const positions = within(await paperPositions(tx, { customerIds: [customerId] }, to));
  return positions.map((position) => {
    const { grossMinor, taxMinor } = position.earned();
    return {
      ...{ date: position.maturityDate, kind: paperClassOf(position) },
      ...{ currency: position.currency, gross_minor: grossMinor, tax_minor: taxMinor },
    };
  });
}
