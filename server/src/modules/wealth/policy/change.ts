// Changes to valuation policies under the four-eyes rule. The subject of a change is the house
// policy or an office's policy.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { requireActiveBenchmark } from '../../market/index.js';
import { type BusinessOffice, officeByCode } from '../../party/index.js';
import { refuseClosed, refuseInconsistent } from './check.js';
import { bodyOf } from './policy.js';
import {
  countPolicies,
  insertPolicy,
  lockDays,
  selectLastClose,
  selectLatestPolicy,
  selectPolicyPage,
} from './queries.js';
import { PolicyBody, type PolicyProposal } from './schema.js';
import { HOUSE, SHIPPED_POLICY } from './shipped-policy.js';

/**
 * The change kind for policies. Each approved change is a version that is in force from its
 * `validFrom` on.
 */
export const VALUATION_POLICIES: ChangeKind = changeKind({
  name: 'valuation-policy',
  label: 'Valuation policy',
  body: PolicyBody,
  shipped: [{ subject: HOUSE, body: SHIPPED_POLICY }],
  present: async (on, subject) => {
    const latest = await selectLatestPolicy(on, subject);
    return latest && bodyOf(latest);
  },
  check: (work, { subject, body }) => check(work, subject, body),
  apply: async (work, { subject, body, version }) => {
    const id = await work.context.ids.next(work.tx, 'valuation_policy_id');
    const office_id = (await officeOf(work, body))?.id ?? null;
    const row = { id, name: subject, office_id, version_no: version, valid_from: body.validFrom };
    await insertPolicy(work.tx, { ...row, body: toJson(body) });
    return { id, name: subject };
  },
});

/** Proposes a version of a policy, which a second person must approve. */
export async function proposePolicy(
  work: Work,
  { reason, effectiveNote, ...given }: Static<typeof PolicyProposal>,
): Promise<Outcome> {
  const office = await officeOf(work, given);
  const benchmark =
    given.benchmark && (await requireActiveBenchmark(work.tx, given.benchmark)).name;
  const body = { ...given, businessOfficeName: office?.name, benchmark };
  const subject = office === undefined ? HOUSE : `OFFICE/${office.name}`;
  return proposeChange(work, { kind: VALUATION_POLICIES, subject, body, reason, effectiveNote });
}

/** Lists versions of policies, newest first. */
export async function listPolicies(
  call: Call,
  name: string | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectPolicyPage(call.db, name, page), page);
  const result = rows.map((row) => ({
    id: row.id,
    name: row.name,
    version: row.version_no,
    knownDttm: row.recorded_at,
    ...bodyOf(row),
  }));
  return { count: await countPolicies(call.db, name), result, nextAfter };
}

async function officeOf(
  { tx }: Work,
  { businessOfficeName: code }: Pick<PolicyBody, 'businessOfficeName'>,
): Promise<BusinessOffice | undefined> {
  if (code === undefined) return undefined;
  const office = await officeByCode(tx, code);
  if (office?.active === true) return office;
  const { UNKNOWN_REFERENCE } = commonProblems;
  throw refuseMember(UNKNOWN_REFERENCE, 'businessOfficeName', 'does not match an active office');
}

async function check(work: Work, subject: string, body: PolicyBody): Promise<void> {
  refuseInconsistent(body);
  // The benchmark must still be active when the policy is approved.
  if (body.benchmark) await requireActiveBenchmark(work.tx, body.benchmark);
  // The built-in policy has the values that were used before policies existed.
  if (subject === HOUSE && (await selectLatestPolicy(work.tx, subject)) === undefined) return;
  // A close that begins in the meantime has to wait for this transaction, and then uses the new
  // policy.
  await lockDays(work.tx);
  const last = await selectLastClose(work.tx);
  if (last !== null && body.validFrom <= last) throw refuseClosed(last);
}
