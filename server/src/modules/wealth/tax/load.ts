// Loads a customer's disposals and purchases, and applies the tax rules of each class to them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { FoldedDisposal } from '../gain/book.js';
import { foldStock } from '../gain/fold.js';
import { type StockMovement, withCharges } from '../gain/movement.js';
import { TAX } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { type CapitalGainsRule, loadRules, ruleOn } from '../tax-rule/rule.js';
import { foldBases, openBases } from './base.js';
import type { TaxedDisposal } from './computation.js';
import {
  selectCloses,
  selectMovements,
  selectTaxedSecurities,
  type TaxedSecurity,
} from './queries.js';
import type { Purchase } from './reinvestment.js';
import type { ResetClose, TaxBase } from './reset.js';

/** A disposal of a security, with its tax base under the rule in force on its date. */
export interface SecurityDisposal extends TaxedDisposal {
  readonly security: TaxedSecurity;
  readonly folded: FoldedDisposal;
  readonly base: TaxBase;
}

/** The disposals in one class of assets, and all versions of the rule that taxes them. */
export interface LoadedClass {
  readonly versions: readonly CapitalGainsRule[];
  readonly disposals: readonly SecurityDisposal[];
  readonly purchases: readonly Purchase[];
}

/** A disposal that no tax rule covers. */
export interface UntaxedDisposal {
  readonly security: TaxedSecurity;
  readonly folded: FoldedDisposal;
}

/** All disposals of a customer's securities, by date. */
export interface LoadedTax {
  readonly stock: Stock;
  readonly classes: readonly LoadedClass[];
  readonly untaxed: readonly UntaxedDisposal[];
}

/** A customer's stock movements, and the securities that they refer to. */
interface Stock {
  readonly movements: readonly StockMovement[];
  readonly securities: ReadonlyMap<bigint, TaxedSecurity>;
}

/** Loads the data for a customer's tax on gains. Refuses if there are too many movements. */
export async function loadTax(tx: Tx, customerId: bigint): Promise<LoadedTax> {
  const movements = await selectMovements(tx, customerId);
  if (movements.length > TAX.movementsMax) {
    throw refusal(wealthProblems.VALUATION_TOO_LARGE, {
      detail: `The customer has more than ${TAX.movementsMax} movements.`,
      args: [String(TAX.movementsMax)],
    });
  }
  const ids = [...new Set(movements.map(({ securityId }) => securityId))];
  const rows = await selectTaxedSecurities(tx, ids);
  const stock = { movements, securities: new Map(rows.map((row) => [row.id, row])) };
  const rules = await loadRules(tx);
  const classes: LoadedClass[] = [];
  for (const name of new Set(rules.map((rule) => rule.name))) {
    const versions = rules.filter((rule) => rule.name === name);
    classes.push(await loadClass(tx, stock, versions));
  }
  const taxed = new Set(
    classes.flatMap(({ disposals }) => disposals.map(({ folded }) => keyOf(folded))),
  );
  const untaxed = foldStock(movements).disposals.flatMap((folded) => {
    const security = stock.securities.get(folded.movement.securityId);
    return security === undefined || taxed.has(keyOf(folded)) ? [] : [{ security, folded }];
  });
  return { stock, classes, untaxed };
}

// A movement results in at most one disposal of each kind.
function keyOf({ movement, kind }: FoldedDisposal): string {
  return `${movement.id}/${kind}`;
}

async function loadClass(
  tx: Tx,
  stock: Stock,
  versions: readonly CapitalGainsRule[],
): Promise<LoadedClass> {
  const disposals: SecurityDisposal[] = [];
  for (const rule of versions) {
    const closes = await closesOf(tx, stock, rule.resetBase?.date);
    const fold = foldBases(stock.movements, { rule, closes });
    for (const folded of fold.disposals) {
      const security = stock.securities.get(folded.movement.securityId);
      const tradeDate = folded.movement.effectiveDate;
      const isOfRule = ruleOn(versions, tradeDate) === rule;
      if (!isOfRule || security === undefined || !isOf(rule, security, folded)) continue;
      disposals.push(disposalOf(folded, { rule, security, base: fold.baseOf(folded) }));
    }
  }
  disposals.sort((one, other) => compare(one.tradeDate, other.tradeDate));
  return { versions, disposals, purchases: purchasesOf(stock, versions) };
}

function disposalOf(
  folded: FoldedDisposal,
  by: Pick<SecurityDisposal, 'rule' | 'security' | 'base'>,
): SecurityDisposal {
  const { netProceedsMinor } = folded.outcome[by.rule.lotMethod];
  const { baseMinor } = by.base;
  return {
    ...by,
    folded,
    tradeDate: folded.movement.effectiveDate,
    proceedsMinor: netProceedsMinor + folded.chargesMinor,
    gainMinor: baseMinor === undefined ? undefined : netProceedsMinor - baseMinor,
  };
}

function isOf(
  { assetClass, currency }: CapitalGainsRule,
  security: TaxedSecurity,
  { movement }: { readonly movement: Pick<StockMovement, 'currency'> },
): boolean {
  return assetClass === classOf(security) && currency === movement.currency;
}

/** Returns the class of a security. */
export function classOf({ is_bond: isBond }: TaxedSecurity): 'BOND' | 'EQUITY' {
  return isBond ? 'BOND' : 'EQUITY';
}

// Returns purchases with their charges. Units received by transfer or free of charge are not
// purchases.
function purchasesOf(
  { movements, securities }: Stock,
  versions: readonly CapitalGainsRule[],
): Purchase[] {
  return withCharges(movements).flatMap((movement) => {
    const { kind, costMinor, chargesMinor, effectiveDate: tradeDate, currency } = movement;
    const security = securities.get(movement.securityId);
    const rule = ruleOn(versions, tradeDate);
    const classes: readonly string[] = rule?.reinvestment?.assetClasses ?? [];
    const isEligible = security !== undefined && classes.includes(classOf(security));
    if (kind !== 'BUY' || !isEligible || currency !== rule?.currency) return [];
    return [{ tradeDate, costMinor: (costMinor ?? 0n) + chargesMinor }];
  });
}

/**
 * Returns the tax bases of the holdings at the end of a date, by holding key. Leaves out holdings
 * whose class and currency have no rule in force on that date.
 */
export async function loadOpenBases(
  tx: Tx,
  { stock, classes }: LoadedTax,
  date: BusinessDate,
): Promise<ReadonlyMap<string, TaxBase>> {
  const movements = stock.movements.filter(({ effectiveDate }) => effectiveDate <= date);
  const bases = new Map<string, TaxBase>();
  for (const { versions } of classes) {
    const rule = ruleOn(versions, date);
    if (rule === undefined) continue;
    const closes = await closesOf(tx, stock, rule.resetBase?.date);
    const own = movements.filter((movement) => {
      const security = stock.securities.get(movement.securityId);
      return security !== undefined && isOf(rule, security, { movement });
    });
    for (const [key, base] of openBases(own, { rule, closes }, date)) bases.set(key, base);
  }
  return bases;
}

async function closesOf(
  tx: Tx,
  { securities }: Stock,
  date: BusinessDate | undefined,
): Promise<ReadonlyMap<bigint, ResetClose>> {
  if (date === undefined) return new Map();
  const rows = await selectCloses(tx, [...securities.keys()], date);
  return new Map(rows.map((row) => [row.security_id, { close: row.close, date: row.price_date }]));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
