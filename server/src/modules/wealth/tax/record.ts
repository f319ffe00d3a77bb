// Converts the tax on gains to API records.

import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import type { JudgedDisposal, RuleWindow, YearComputation } from './computation.js';
import { classOf, type SecurityDisposal, type UntaxedDisposal } from './load.js';
import type { Window } from './threshold.js';

/** Returns the computation for a class of assets. */
export function classRecord(of: YearComputation<SecurityDisposal>): object {
  const { rule } = of;
  const amount = (minor: bigint) => minorToDecimal(minor, rule.currency);
  return {
    rule: rule.name,
    ruleVersion: rule.version,
    assetClass: rule.assetClass,
    currency: rule.currency,
    lotMethod: rule.lotMethod,
    exempt: of.isExempt,
    gains: amount(of.gainMinor),
    losses: amount(of.lossMinor),
    relieved: amount(of.relievedMinor),
    lossesUsed: amount(of.lossUsedMinor),
    carriedLossesUsed: amount(of.carriedUsedMinor),
    carriedLosses: of.carried.map(({ year, lossMinor }) => ({ year, loss: amount(lossMinor) })),
    chargeableGain: amount(of.chargeableMinor),
    unknownGains: of.unknownGains,
    indicativeTax: of.tax.map(({ basis, taxMinor, isEstimate }) => ({
      basis,
      tax: amount(taxMinor),
      estimate: isEstimate,
    })),
    windows: of.windows.map(testedRecord),
    disposals: of.disposals.map(disposalRecord),
    notes: rule.notes.filter(({ status }) => status !== 'ENACTED'),
  };
}

function disposalRecord({ disposal, test, relief }: JudgedDisposal<SecurityDisposal>): object {
  const { rule, security, folded, base, proceedsMinor, gainMinor, tradeDate } = disposal;
  const amount = (minor: bigint) => minorToDecimal(minor, rule.currency);
  const known = (minor: bigint | undefined) => (minor === undefined ? undefined : amount(minor));
  const { lotMethod } = rule;
  const own = folded.outcome[lotMethod];
  const other = folded.outcome[lotMethod === 'FIFO' ? 'AVERAGE' : 'FIFO'];
  return {
    tradeDate,
    kind: folded.kind,
    portfolioId: folded.movement.portfolioId,
    securityId: security.id,
    securityName: security.name,
    label: security.label,
    orderId: folded.movement.orderId ?? undefined,
    ruleVersion: rule.version,
    quantity: String(folded.quantity),
    proceeds: amount(proceedsMinor),
    charges: amount(folded.chargesMinor),
    netProceeds: amount(own.netProceedsMinor),
    cost: known(own.costMinor),
    gain: known(own.gainMinor),
    otherMethodGain: known(other.gainMinor),
    taxBase: known(base.baseMinor),
    taxGain: known(gainMinor),
    taxBaseUnknown: base.isUnknown,
    closeDate: base.closeDate,
    chargeable: test.isChargeable,
    window: test.window && windowRecord(test.window, rule.currency),
    reinvested: amount(relief.reinvestedMinor),
    relieved: amount(relief.relievedMinor),
  };
}

function testedRecord({ rule, isOver, ...window }: RuleWindow): object {
  const { threshold, currency } = rule;
  const used = (minor: bigint, limit: Decimal | undefined) =>
    limit === undefined || limit.isZero()
      ? undefined
      : roundTo(minorToDecimal(minor, currency).times(100).dividedBy(limit), PLACES, 'HALF_UP');
  return {
    ...windowRecord(window, currency),
    ruleVersion: rule.version,
    proceedsLimit: threshold?.proceedsBelow,
    gainLimit: threshold?.gainAtMost,
    proceedsPercent: used(window.proceedsMinor, threshold?.proceedsBelow),
    gainPercent: used(window.gainMinor, threshold?.gainAtMost),
    chargeable: isOver,
  };
}

/** Number of decimals in the percentage of a limit that a window uses. */
const PLACES = 2;

function windowRecord({ from, until, proceedsMinor, gainMinor }: Window, currency: string): object {
  return {
    from,
    until,
    proceeds: minorToDecimal(proceedsMinor, currency),
    gain: minorToDecimal(gainMinor, currency),
  };
}

/** Returns the API record of a disposal that no tax rule covers, at average cost. */
export function untaxedRecord({ security, folded }: UntaxedDisposal): object {
  const { movement, outcome, chargesMinor, kind } = folded;
  const { netProceedsMinor, costMinor, gainMinor } = outcome.AVERAGE;
  const amount = (minor: bigint) => minorToDecimal(minor, movement.currency);
  return {
    tradeDate: movement.effectiveDate,
    kind,
    assetClass: classOf(security),
    securityName: security.name,
    currency: movement.currency,
    quantity: String(folded.quantity),
    proceeds: amount(netProceedsMinor + chargesMinor),
    charges: amount(chargesMinor),
    cost: costMinor === undefined ? undefined : amount(costMinor),
    gain: gainMinor === undefined ? undefined : amount(gainMinor),
  };
}
