// Checks and applies changes to a market's dated rules under the four-eyes rule.

import { isDeepStrictEqual } from 'node:util';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { refusalAt, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange, recordFirstVersion } from '../../change/index.js';
import { exchangeByCode, requireExchange } from '../exchange/exchange.js';
import { marketProblems } from '../problems.js';
import { storedRulesOf } from './market-rule.js';
import { replaceRule } from './queries.js';
import {
  ASSET_CLASSES,
  type AssetClass,
  type DatedRow,
  MARKET_RULES,
  type MarketRule,
  type RuleRow,
  type RuleTable,
  ruleTable,
} from './schema.js';

/** The change kind for each rule. */
export const RULE_KINDS: Readonly<Record<MarketRule, ChangeKind>> = {
  TRADING_PHASES: kindOf('TRADING_PHASES', 'trading-phases', 'Trading hours'),
  PRICE_TICK: kindOf('PRICE_TICK', 'price-tick', 'Price increments'),
  PRICE_BAND: kindOf('PRICE_BAND', 'price-band', 'Daily price limits'),
  LOT_SIZE: kindOf('LOT_SIZE', 'lot-size', 'Lot size'),
  ORDER_LIFE: kindOf('ORDER_LIFE', 'order-life', 'Maximum life of an order'),
  SETTLEMENT_LAG: kindOf('SETTLEMENT_LAG', 'settlement-lag', 'Settlement cycle'),
  ENTITLEMENT: kindOf('ENTITLEMENT', 'entitlement', 'Ex-dates and entitlement'),
};

/** Proposes all rows of a rule; a second person approves them. */
export async function proposeRule(
  work: Work,
  rule: MarketRule,
  body: RuleTable & { readonly reason?: string; readonly effectiveNote?: string },
): Promise<Outcome> {
  const { reason, effectiveNote, assetClass, rows } = body;
  const exchange = await requireExchange(work.tx, body.exchange, 'exchange');
  return proposeChange(work, {
    kind: RULE_KINDS[rule],
    subject: subjectOf(exchange.name, assetClass),
    body: { exchange: exchange.name, assetClass, rows },
    reason,
    effectiveNote,
  });
}

/** Records an exchange's first rules as their first versions. */
export async function recordFirstRules(
  work: Work,
  exchange: string,
  rules: FirstRules,
): Promise<void> {
  for (const assetClass of ASSET_CLASSES) {
    for (const rule of MARKET_RULES) {
      const subject = subjectOf(exchange, assetClass);
      const body = { exchange, assetClass, rows: rules[assetClass][rule] };
      await recordFirstVersion(work, RULE_KINDS[rule], { subject, body });
    }
  }
}

/** An exchange's first rows of each rule. */
type FirstRules = Readonly<
  Record<AssetClass, { readonly [Rule in MarketRule]: readonly DatedRow[] }>
>;

function subjectOf(exchange: string, assetClass: AssetClass): string {
  return `${exchange}:${assetClass}`;
}

function kindOf(rule: MarketRule, name: string, label: string): ChangeKind {
  return changeKind({
    name,
    label,
    body: ruleTable(rule),
    present: (on, subject) => presentTable(on, rule, subject),
    check: (work, { body }) => check(work, rule, body),
    apply: async (work, { subject, body }) => {
      const exchange = await requireExchange(work.tx, body.exchange, 'exchange');
      const of = { exchangeId: exchange.id, assetClass: body.assetClass, rule };
      await replaceRule(work.tx, of, body.rows);
      return { id: exchange.id, name: subject };
    },
  });
}

async function presentTable(
  on: Database | Tx,
  rule: MarketRule,
  subject: string,
): Promise<RuleTable | undefined> {
  const [code = '', classOfSubject] = subject.split(':');
  const assetClass = ASSET_CLASSES.find((each) => each === classOfSubject);
  const exchange = await exchangeByCode(on, code);
  if (exchange === undefined || assetClass === undefined) return undefined;
  const classes = await storedRulesOf(on, exchange.id);
  const rows = classes[assetClass][rule];
  return rows.length === 0 ? undefined : { exchange: exchange.name, assetClass, rows };
}

async function check(work: Work, rule: MarketRule, body: RuleTable): Promise<void> {
  refuseDisorder(body.rows);
  for (const row of body.rows) refuseWrongRow(row);
  const subject = subjectOf(body.exchange, body.assetClass);
  const present = await presentTable(work.tx, rule, subject);
  if (present !== undefined) {
    refuseRewritten(present.rows, body.rows, await currentBusinessDate(work.tx));
  }
}

function refuseDisorder(rows: readonly DatedRow[]): void {
  const before = rows.find(({ validFrom }, index) => {
    const next = rows[index + 1];
    return next !== undefined && next.validFrom <= validFrom;
  });
  if (before !== undefined) throw wrong('must be in date order, without duplicates');
}

function refuseWrongRow(row: DatedRow): void {
  if ('phases' in row) refuseWrongTimes(row.phases.map(({ from }) => from));
  if ('groups' in row) refuseWrongGroups(row.groups);
  if ('percent' in row && !row.percent.greaterThan(0))
    throw wrong('must have bands above 0 percent');
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function refuseWrongTimes(times: readonly string[]): void {
  if (!times.every((time) => TIME.test(time))) throw wrong('must have times in the form HH:mm');
  if (!isAscending(times)) throw wrong('must have phases in time order, without duplicates');
}

function refuseWrongGroups(groups: RuleRow<'PRICE_TICK'>['groups']): void {
  if (!groups.some(({ from }) => from.isZero()))
    throw wrong('must have a price group that begins at 0');
  if (!groups.every(({ tick }) => tick.greaterThan(0)))
    throw wrong('must have price increments above 0');
  if (new Set(groups.map(({ from }) => from.toFixed())).size < groups.length) {
    throw wrong('must have price groups that begin at different prices');
  }
}

function isAscending(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') < text);
}

// Refuses changes to rows that already apply, because orders were traded under them.
function refuseRewritten(
  present: readonly DatedRow[],
  proposed: readonly DatedRow[],
  today: BusinessDate,
): void {
  const begun = (rows: readonly DatedRow[]) => rows.filter(({ validFrom }) => validFrom <= today);
  if (isDeepStrictEqual(begun(present), begun(proposed))) return;
  throw refusalAt(marketProblems.MARKET_RULE_PAST, 'rows', {
    detail: `Rows valid from ${today} or earlier cannot be added, changed or removed.`,
    args: ['rows'],
  });
}

function wrong(detail: string) {
  return refuseMember(marketProblems.MARKET_RULE_WRONG, 'rows', detail);
}
