// An exchange's dated rules, cached by version. Each change creates a new version.

import { present } from '../../../platform/assert.js';
import type { BusinessCalendar } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { compileBody } from '../../../platform/http/shape/schema.js';
import { parseJson } from '../../../platform/json/json.js';
import { calendarAt } from '../exchange/calendar.js';
import { MARKET } from '../limits.js';
import {
  type RuleTerms,
  type StoredRules,
  selectRules,
  selectRuleVersions,
  updateMode,
} from './queries.js';
import { type AssetClass, type MarketRule, RULE_ROWS, type RuleRow } from './schema.js';

/** All rules of an asset class, each with its rows in date order. */
export type ClassRules = { readonly [Rule in MarketRule]: readonly RuleRow<Rule>[] };

/** The rules of an exchange by asset class, with its calendar and time zone. */
export interface MarketRules {
  readonly timeZone: string;
  readonly calendar: BusinessCalendar;
  readonly classes: Readonly<Record<AssetClass, ClassRules>>;
}

/** The versions of an exchange's rules and calendar. */
export interface RulesKey {
  readonly exchangeId: bigint;
  readonly rulesVersion: string;
  readonly calendarVersion: string;
  readonly timeZone: string;
}

/** Returns the row in force on a date; undefined before the first row. */
export function ruleOn<Row extends { readonly validFrom: BusinessDate }>(
  rows: readonly Row[],
  date: BusinessDate,
): Row | undefined {
  return rows.findLast(({ validFrom }) => validFrom <= date);
}

/**
 * Returns the rules of an exchange, which must exist. Reads their version, and reads the rest only
 * if it is not cached.
 */
export async function rulesOf(on: Database | Tx, exchangeId: bigint): Promise<MarketRules> {
  const versions = present(await selectRuleVersions(on, exchangeId), 'the exchange exists');
  return rulesAt(on, { exchangeId, ...versions });
}

/** Like `rulesOf`, for a caller that has just read the exchange and knows the versions. */
export async function rulesAt(on: Database | Tx, key: RulesKey): Promise<MarketRules> {
  const calendar = await calendarAt(on, key.exchangeId, key.calendarVersion);
  return { timeZone: key.timeZone, calendar, classes: await classesAt(on, key) };
}

type Classes = MarketRules['classes'];

// A version identifies its content, so an entry is never stale. The limit only bounds memory use.
const read = new Map<string, Classes>();

async function classesAt(on: Database | Tx, key: RulesKey): Promise<Classes> {
  const known = read.get(key.rulesVersion);
  if (known !== undefined) return known;
  const stored = await selectRules(on, key.exchangeId);
  const all = classesOf(stored);
  const classes = stored.aroundTheClock ? all : withoutAroundTheClock(all);
  if (read.size >= MARKET.ruleBooksCachedMax) read.clear();
  read.set(stored.version, classes);
  return classes;
}

/** Returns an exchange's stored rules, to be shown or changed. */
export async function storedRulesOf(on: Database | Tx, exchangeId: bigint): Promise<Classes> {
  return classesOf(await selectRules(on, exchangeId));
}

/**
 * Sets whether this installation is a demonstration. In a demonstration, rows with `aroundTheClock`
 * allow trading at any hour. Otherwise, their phases apply. The change takes effect on every node
 * immediately.
 */
export function setAroundTheClock(on: Database | Tx, counts: boolean): Promise<void> {
  return updateMode(on, counts);
}

function withoutAroundTheClock({ EQUITY, BOND }: Classes): Classes {
  const ordinary = (rules: ClassRules): ClassRules => ({
    ...rules,
    TRADING_PHASES: rules.TRADING_PHASES.map(({ aroundTheClock: _, ...hours }) => hours),
  });
  return { EQUITY: ordinary(EQUITY), BOND: ordinary(BOND) };
}

function classesOf({ rows }: StoredRules): Classes {
  return { EQUITY: classOf(rows, 'EQUITY'), BOND: classOf(rows, 'BOND') };
}

const READERS: { readonly [Rule in MarketRule]: (terms: unknown) => RuleRow<Rule> } = {
  TRADING_PHASES: compileBody(RULE_ROWS.TRADING_PHASES),
  PRICE_TICK: compileBody(RULE_ROWS.PRICE_TICK),
  PRICE_BAND: compileBody(RULE_ROWS.PRICE_BAND),
  LOT_SIZE: compileBody(RULE_ROWS.LOT_SIZE),
  ORDER_LIFE: compileBody(RULE_ROWS.ORDER_LIFE),
  SETTLEMENT_LAG: compileBody(RULE_ROWS.SETTLEMENT_LAG),
  ENTITLEMENT: compileBody(RULE_ROWS.ENTITLEMENT),
};

function classOf(stored: readonly RuleTerms[], assetClass: AssetClass): ClassRules {
  const own = stored.filter((row) => row.assetClass === assetClass);
  return {
    TRADING_PHASES: rowsOf(own, 'TRADING_PHASES'),
    PRICE_TICK: rowsOf(own, 'PRICE_TICK'),
    PRICE_BAND: rowsOf(own, 'PRICE_BAND'),
    LOT_SIZE: rowsOf(own, 'LOT_SIZE'),
    ORDER_LIFE: rowsOf(own, 'ORDER_LIFE'),
    SETTLEMENT_LAG: rowsOf(own, 'SETTLEMENT_LAG'),
    ENTITLEMENT: rowsOf(own, 'ENTITLEMENT'),
  };
}

function rowsOf<Rule extends MarketRule>(
  stored: readonly RuleTerms[],
  rule: Rule,
): readonly RuleRow<Rule>[] {
  const rows = stored.filter((row) => row.rule === rule);
  return rows.map(({ terms }) => READERS[rule](parseJson(terms)));
}
