// Capital gains rules, and the version in force on a date.

import {
  addDays,
  addMonths,
  type BusinessDate,
  dateOf,
} from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { compileBody } from '../../../platform/http/shape/schema.js';
import { parseJson } from '../../../platform/json/json.js';
import { selectClosing } from '../../finance/index.js';
import { TAX } from '../limits.js';
import { type RuleRow, selectRules } from './queries.js';
import { RuleBody } from './schema.js';

/** A version of a rule. */
export interface CapitalGainsRule extends RuleBody {
  /** The jurisdiction and the class of assets, such as NG/EQUITY. */
  readonly name: string;
  readonly version: number;
}

const readBody = compileBody(RuleBody);

/** Converts a stored body back to its proposed form. */
export function bodyOf({ body }: Pick<RuleRow, 'body'>): RuleBody {
  return readBody(parseJson(body));
}

/** Loads all versions of all rules, in the order in which they come into force. */
export async function loadRules(on: Database | Tx): Promise<readonly CapitalGainsRule[]> {
  const rows = await selectRules(on);
  return rows.map((row) => ({ ...bodyOf(row), name: row.name, version: row.version_no }));
}

/**
 * Returns the rule version in force on a date, which is the latest one that has begun. Versions
 * must be in the order in which they come into force.
 */
export function ruleOn(
  versions: readonly CapitalGainsRule[],
  date: BusinessDate,
): CapitalGainsRule | undefined {
  return versions.filter(({ validFrom }) => validFrom <= date).at(-1);
}

/** The first and the last day of a tax year. */
export interface TaxYear {
  readonly year: number;
  readonly from: BusinessDate;
  readonly until: BusinessDate;
}

/** Returns the tax year that starts in a calendar year, on the first day of a month. */
export function taxYearOf(year: number, startMonth = 1): TaxYear {
  const from = dateOf(year, startMonth, 1);
  return { year, from, until: addDays(addMonths(from, 12), -1) };
}

/** Whether the taxable gain of a year can still change. */
type YearStatus = 'PROVISIONAL' | 'FINAL';

/**
 * Returns FINAL if a year ended more than twelve months ago and its books are hard closed. Until
 * then, disposals of the next year can make a disposal of this year chargeable.
 */
export async function statusOf(
  on: Database | Tx,
  { until }: TaxYear,
  today: BusinessDate,
): Promise<YearStatus> {
  const { hard } = await selectClosing(on);
  const isOver = today > addMonths(until, TAX.finalAfterMonths);
  return isOver && hard !== null && hard >= until ? 'FINAL' : 'PROVISIONAL';
}
