// End-of-day step that pays a fund's income to its holders, in cash or in units.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { systemWork } from '../../../platform/system-work.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { journalOf } from '../deposit/ledger-entry.js';
import { type EntryLine, withClientMoney } from '../instrument/client-money.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { netOfTax, type WithholdingRule } from '../tax/withholding-tax.js';
import {
  type DistributionRow,
  type IncomeRow,
  lockDistribution,
  type PaidIncome,
  selectDistribution,
  selectOpenIncome,
  selectReinvestmentNav,
  selectUnpaidDistributions,
  storeDistribution,
  storePaidIncome,
} from './distribution-queries.js';
import { fundEvent } from './event.js';
import { fundControl } from './execution.js';
import { isFresh } from './fund.js';
import { FUND_DEALING } from './limits.js';
import { worthOf } from './price.js';
import { type FundNavRow, type FundRow, lockFundShared, selectFund } from './queries.js';
import {
  buyUnits,
  holdingOf,
  type OpenHolding,
  type OpenRegister,
  openRegister,
  storeRegister,
} from './register.js';

/**
 * Pays all approved distributions. Each batch of holders is one transaction that marks their income
 * as paid, so an interrupted run resumes where it stopped. Income to reinvest waits until a recent
 * value that excludes it is approved. Holders who no longer have units are paid at once. Returns
 * the number of payments.
 */
export async function payFundIncome(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (const due of await selectUnpaidDistributions(context.db)) {
    for (let batch = 0; batch < FUND_DEALING.batchesMax; batch += 1) {
      const paid = await payBatch(context, due.id, { day, progress });
      if (paid === 0) break;
      total += paid;
    }
  }
  return total;
}

type ReinvestmentNav = Pick<FundNavRow, 'valuation_date' | 'nav_per_unit'>;

interface Paying {
  readonly distribution: DistributionRow;
  readonly fund: FundRow;
  readonly nav: ReinvestmentNav | undefined;
  readonly date: BusinessDate;
  readonly rules: readonly WithholdingRule[];
  readonly register: OpenRegister;
}

interface Closing {
  readonly day: ClosingDay;
  readonly progress: StepProgress | undefined;
}

function payBatch(context: Context, id: bigint, closing: Closing): Promise<number> {
  const date = closing.day.closing;
  return systemWork(context, `end-of-day ${date}`, async (work) => {
    const seen = present(await selectDistribution(work.tx, id), 'it is never deleted');
    await lockFundShared(work.tx, seen.fund_id);
    await lockDistribution(work.tx, id);
    const distribution = present(await selectDistribution(work.tx, id), 'it is never deleted');
    if (distribution.status !== 'APPROVED') return 0;
    const fund = present(await selectFund(work.tx, { id: seen.fund_id }), 'the fund exists');
    const nav = await navFor(work, distribution, { fund, date });
    const parts = await selectOpenIncome(work.tx, {
      id,
      withUnits: nav !== undefined,
      most: FUND_DEALING.holdersPerBatch,
    });
    if (parts.length > 0) {
      const register = await openRegister(
        work.tx,
        { fundId: fund.id, date, sourceType: 'FUND_DISTRIBUTION' },
        parts.map((part) => part.customer_id),
      );
      const rules = await withholdingRules(work.tx);
      await payParts(work, { distribution, fund, nav, date, rules, register }, parts);
    }
    await closeWhenPaid(work, id);
    await closing.progress?.count(work.tx, parts.length);
    return parts.length;
  });
}

async function navFor(
  work: Work,
  distribution: DistributionRow,
  on: { readonly fund: FundRow; readonly date: BusinessDate },
): Promise<ReinvestmentNav | undefined> {
  const since = present(distribution.ex_date, 'an approved distribution has an ex-date');
  const nav = await selectReinvestmentNav(work.tx, distribution.fund_id, since);
  return nav !== undefined && isFresh(on.fund, nav.valuation_date, on.date) ? nav : undefined;
}

/** One holder's income as an amount, and the units that the amount buys, if any. */
interface CalculatedIncome {
  readonly part: IncomeRow;
  readonly grossMinor: bigint;
  readonly taxMinor: bigint;
  readonly units: Decimal;
}

async function payParts(work: Work, paying: Paying, parts: readonly IncomeRow[]): Promise<void> {
  const calculated = parts.map((part) => calculate(paying, part));
  const journals: JournalDraft[] = [];
  const booked: CalculatedIncome[] = [];
  for (const one of calculated) {
    const lines = incomeLines(paying.fund, one);
    if (lines.length === 0) continue;
    journals.push(await journalOf(work, frameOf(paying, one.part), lines));
    booked.push(one);
  }
  await storeRegister(work.tx, paying.register);
  const ids = await postJournals(work.tx, journals);
  const rows: PaidIncome[] = calculated.map((one) => ({
    holding_id: one.part.holding_id,
    gross_minor: one.grossMinor,
    tax_minor: one.taxMinor,
    bought_units: one.units.isZero() ? null : one.units,
    journal_id: ids[booked.indexOf(one)] ?? null,
  }));
  await storePaidIncome(work.tx, paying.distribution.id, { on: paying.date, rows });
}

// Even if the holder chose reinvestment, income is paid in cash if it is too small to buy a unit,
// or if the holder has redeemed or is redeeming all units. Reinvesting it would leave a tiny
// remainder of units.
function calculate(paying: Paying, part: IncomeRow): CalculatedIncome {
  const { distribution, fund, nav, date } = paying;
  const { currency } = fund;
  const grossMinor = worthOf(part.units, distribution.income_per_unit, currency);
  const due = rulesOn(paying.rules, { ...part, tax_class: fund.tax_class }, date);
  const { tax, net } = netOfTax({ minor: grossMinor, currency }, due);
  const none = { part, grossMinor, taxMinor: tax.minor, units: new Decimal(0) };
  const holding = holdingOf(paying.register, {
    customerId: part.customer_id,
    portfolioName: part.portfolio_name,
  });
  if (part.income_option === 'PAY' || nav === undefined || hasLeft(holding)) return none;
  const exact = minorToDecimal(net.minor, currency).dividedBy(nav.nav_per_unit);
  const units = roundTo(exact, fund.units_decimals, 'DOWN');
  if (units.isZero()) return none;
  buyUnits(paying.register, holding, {
    units,
    acquiredOn: nav.valuation_date,
    sourceId: distribution.id,
  });
  return { ...none, units };
}

function hasLeft({ units, heldUnits }: OpenHolding): boolean {
  return units.lessThanOrEqualTo(heldUnits);
}

/**
 * Debits the fund's control account, and credits the customer and FUND/TAX. If the income is
 * reinvested, it is credited back to the control account.
 */
function incomeLines(
  fund: FundRow,
  { part, grossMinor, taxMinor, units }: CalculatedIncome,
): EntryLine[] {
  const control = fundControl(fund.name);
  return withClientMoney([
    { account: control, amountMinor: grossMinor },
    { account: 'FUND/TAX', amountMinor: -taxMinor },
    {
      account: units.isZero() ? part.cash_account_id : control,
      amountMinor: taxMinor - grossMinor,
    },
  ]);
}

function frameOf({ distribution, fund, date }: Paying, part: IncomeRow) {
  return {
    officeId: part.office_id,
    currency: fund.currency,
    date,
    narration: `Income of ${fund.name} ${distribution.name}`,
    sourceType: `FUND-INCOME:${fund.name}`,
    sourceId: distribution.id,
  };
}

async function closeWhenPaid(work: Work, id: bigint): Promise<void> {
  const after = present(await selectDistribution(work.tx, id), 'it is never deleted');
  if (after.holders_paid < after.holders) return;
  const stamp = { id, by: work.principal.name, at: work.now };
  await storeDistribution(work.tx, stamp, { status: 'PAID', decided: false });
  work.events.push(fundEvent('fund-distribution.paid', after));
}
