// The rows of a tax pack about gains: disposals, taxable gains, windows, reinvestment and rules.

import { minorToDecimal } from '../../../platform/money/money.js';
import { type DisposalByMethod, disposalBy } from '../gain/disposal.js';
import type { JudgedDisposal, YearComputation } from '../tax/computation.js';
import type { SecurityDisposal } from '../tax/load.js';
import type { CapitalGainsRule } from '../tax-rule/rule.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import { type PackRow, rowOf } from './table.js';

type Computation = YearComputation<SecurityDisposal>;

/** Returns an amount as decimal text; undefined if it is unknown. */
export function amountText(minor: bigint | undefined, currency: string): string | undefined {
  return minor === undefined ? undefined : minorToDecimal(minor, currency).toFixed();
}

/** Returns the code of a portfolio; empty if the position is outside portfolios. */
function portfolioCode(portfolios: readonly NamedPortfolio[], id: bigint | undefined): string {
  return portfolios.find((each) => each.id === id)?.name ?? '';
}

/** Returns disposals with their cost and gain under both methods. */
export function disposalRows(
  disposals: readonly DisposalByMethod[],
  portfolios: readonly NamedPortfolio[],
): PackRow[] {
  return disposals.map((each) => {
    const average = disposalBy(each, 'AVERAGE');
    const fifo = each.outcome.FIFO;
    const amount = (minor: bigint | undefined) => amountText(minor, each.currency);
    return rowOf({
      tradeDate: each.tradeDate,
      kind: each.kind,
      class: each.class,
      security: each.name,
      label: each.label,
      portfolio: portfolioCode(portfolios, each.portfolioId),
      quantity: each.quantity.toFixed(),
      currency: each.currency,
      proceeds: amount(average.proceedsMinor),
      charges: amount(each.chargesMinor),
      netProceeds: amount(average.netProceedsMinor),
      costAverage: amount(average.costMinor),
      gainAverage: amount(average.gainMinor),
      costFifo: amount(fifo.costMinor),
      gainFifo: amount(fifo.gainMinor),
      note: each.contractNoteName,
    });
  });
}

function ruleText({ name, version }: CapitalGainsRule): string {
  return `${name} ${version}`;
}

/**
 * Returns the disposals taxed under a rule, each with its base and the window that decides whether
 * it is chargeable.
 */
export function taxGainRows(
  computations: readonly Computation[],
  portfolios: readonly NamedPortfolio[],
): PackRow[] {
  return computations.flatMap(({ disposals, isExempt }) =>
    disposals.map(({ disposal, test }) => {
      const { rule, security, folded, base } = disposal;
      const amount = (minor: bigint | undefined) => amountText(minor, rule.currency);
      return rowOf({
        tradeDate: disposal.tradeDate,
        kind: folded.kind,
        rule: ruleText(rule),
        method: rule.lotMethod,
        security: security.name,
        portfolio: portfolioCode(portfolios, folded.movement.portfolioId),
        quantity: String(folded.quantity),
        currency: rule.currency,
        netProceeds: amount(folded.outcome[rule.lotMethod].netProceedsMinor),
        taxBase: amount(base.baseMinor),
        closeDate: base.closeDate,
        taxGain: amount(disposal.gainMinor),
        chargeable: isExempt ? 'no: the payer is exempt' : yesOrNo(test.isChargeable),
        windowFrom: test.window?.from,
        windowUntil: test.window?.until,
        remark: remarkOn(disposal),
      });
    }),
  );
}

function remarkOn({ base, rule }: SecurityDisposal): string {
  const { closeDate, isUnknown } = base;
  if (isUnknown) return 'the close or the cost is unknown';
  const resetDate = rule.resetBase?.date;
  if (closeDate === undefined || closeDate === resetDate) return '';
  return `latest close before ${resetDate}`;
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

/** Returns the windows of the year with the limits of their rules. */
export function windowRows(computations: readonly Computation[]): PackRow[] {
  return computations.flatMap(({ windows }) =>
    windows.map(({ rule, from, until, proceedsMinor, gainMinor, isOver }) =>
      rowOf({
        ...{ rule: ruleText(rule), from, until, currency: rule.currency },
        proceeds: amountText(proceedsMinor, rule.currency),
        proceedsLimit: rule.threshold?.proceedsBelow.toFixed(),
        gain: amountText(gainMinor, rule.currency),
        gainLimit: rule.threshold?.gainAtMost.toFixed(),
        chargeable: yesOrNo(isOver),
      }),
    ),
  );
}

/** Returns the chargeable disposals with a gain, and their relief for reinvestment. */
export function reinvestmentRows(
  computations: readonly Computation[],
  portfolios: readonly NamedPortfolio[],
): PackRow[] {
  const isRelievable = ({ disposal, test }: JudgedDisposal<SecurityDisposal>) =>
    test.isChargeable && (disposal.gainMinor ?? 0n) > 0n;
  return computations.flatMap(({ disposals }) =>
    disposals.filter(isRelievable).map(({ disposal, relief }) => {
      const { rule, security, folded } = disposal;
      const amount = (minor: bigint | undefined) => amountText(minor, rule.currency);
      return rowOf({
        tradeDate: disposal.tradeDate,
        security: security.name,
        portfolio: portfolioCode(portfolios, folded.movement.portfolioId),
        currency: rule.currency,
        proceeds: amount(disposal.proceedsMinor),
        taxGain: amount(disposal.gainMinor),
        reinvested: amount(relief.reinvestedMinor),
        relieved: amount(relief.relievedMinor),
      });
    }),
  );
}

/**
 * Returns the provisions of the year's rules that have not been checked against the text of an act.
 */
export function ruleRows(computations: readonly Computation[]): PackRow[] {
  const rules = new Set(
    computations.flatMap(({ rule, disposals }) => [
      rule,
      ...disposals.map(({ disposal }) => disposal.rule),
    ]),
  );
  return [...rules].flatMap(({ name: rule, version, notes }) =>
    notes
      .filter(({ status }) => status !== 'ENACTED')
      .map(({ member: provision, status, text, source }) =>
        rowOf({ rule, version: String(version), provision, status, text, source }),
      ),
  );
}
