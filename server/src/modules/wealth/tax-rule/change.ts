// Changes to capital gains rules under the four-eyes rule. The subject of a change is the
// jurisdiction and the class.

import type { Static } from '@sinclair/typebox';
import { yearOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { refuseFinal, refuseInconsistent, refuseLotMethod } from './check.js';
import {
  countRules,
  hasFinalPack,
  insertRule,
  selectLatestRule,
  selectRulePage,
} from './queries.js';
import { bodyOf, loadRules, ruleOn, statusOf, taxYearOf } from './rule.js';
import { RuleBody, type RuleProposal } from './schema.js';
import { SHIPPED_RULE, SHIPPED_RULE_NAME } from './shipped-rule.js';

/**
 * The change kind for rules. Each approved change is a version that is in force from its
 * `validFrom` on.
 */
export const CAPITAL_GAINS_RULES: ChangeKind = changeKind({
  name: 'capital-gains-rule',
  label: 'Taxation of capital gains',
  body: RuleBody,
  shipped: [{ subject: SHIPPED_RULE_NAME, body: SHIPPED_RULE }],
  present: async (on, subject) => {
    const latest = await selectLatestRule(on, subject);
    return latest && bodyOf(latest);
  },
  check: (work, { subject, body }) => check(work, subject, body),
  apply: async (work, { subject, body, version }) => {
    const id = await work.context.ids.next(work.tx, 'capital_gains_rule_id');
    const row = { id, name: subject, version_no: version, valid_from: body.validFrom };
    await insertRule(work.tx, { ...row, body: toJson(body) });
    return { id, name: subject };
  },
});

/** Proposes a version of a rule, which a second person must approve. */
export function proposeRule(work: Work, proposal: Static<typeof RuleProposal>): Promise<Outcome> {
  const { reason, effectiveNote, ...given } = proposal;
  const jurisdiction = given.jurisdiction.toUpperCase();
  const body = { ...given, jurisdiction, currency: given.currency.toUpperCase() };
  const subject = `${jurisdiction}/${body.assetClass}`;
  return proposeChange(work, { kind: CAPITAL_GAINS_RULES, subject, body, reason, effectiveNote });
}

/** Lists versions of rules, newest first. */
export async function listRules(
  call: Call,
  name: string | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectRulePage(call.db, name, page), page);
  const result = rows.map((row) => ({
    id: row.id,
    name: row.name,
    version: row.version_no,
    ...bodyOf(row),
  }));
  return { count: await countRules(call.db, name), result, nextAfter };
}

async function check(work: Work, subject: string, body: RuleBody): Promise<void> {
  refuseInconsistent(body);
  if (!(await changesFinalYear(work, subject, body))) return;
  const versions = (await loadRules(work.tx)).filter(({ name }) => name === subject);
  const before = ruleOn(versions, body.validFrom);
  const isOtherMethod = before !== undefined && before.lotMethod !== body.lotMethod;
  throw isOtherMethod ? refuseLotMethod(body.validFrom) : refuseFinal(body.validFrom);
}

// The first version of a rule does not change tax computed earlier. However, issued packs already
// show their disposals as having no rule.
async function changesFinalYear(
  work: Work,
  subject: string,
  { validFrom }: RuleBody,
): Promise<boolean> {
  if (await hasFinalPack(work.tx, validFrom)) return true;
  if ((await selectLatestRule(work.tx, subject)) === undefined) return false;
  const today = await currentBusinessDate(work.tx);
  return (await statusOf(work.tx, taxYearOf(yearOf(validFrom)), today)) === 'FINAL';
}
