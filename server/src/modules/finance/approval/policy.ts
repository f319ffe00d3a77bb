// Approval policies: how many people must approve a cash transaction, by office, type, currency and
// amount. Policies are changed under the four-eyes rule. A transaction keeps the policy version
// under which it was created.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { countPersons, permissionsOf, ROLE_NAMES } from '../../identity/index.js';
import { officeByCode } from '../../party/index.js';
import { requireAmount } from '../amount.js';
import { financeProblems } from '../problems.js';
import { APPROVE_PERMISSION } from './need.js';
import {
  type Band,
  countPolicies,
  type PolicyDraft,
  type PolicyRow,
  policyOfSameScope,
  selectPolicies,
  selectPolicy,
  storePolicy,
} from './queries.js';
import {
  type ApprovalPolicyBody,
  type ApprovalPolicyProposal,
  approvalPolicyBody,
} from './schema.js';

/** The kind of change for approval policies. */
export const APPROVAL_POLICY_KIND = changeKind({
  name: 'approval-policy',
  label: 'Approval policy for cash transactions',
  body: approvalPolicyBody,
  present: async (on, subject) => {
    const row = await selectPolicy(on, subject);
    return row === undefined ? undefined : policyMembers(row);
  },
  check: async (work, { body }) => {
    const draft = await draftFrom(work, body);
    const other = draft.active ? await policyOfSameScope(work.tx, draft) : undefined;
    if (other !== undefined) throw refused('name', `${other} has the same scope`);
  },
  apply: async (work, { body, version }) => {
    const draft = await draftFrom(work, body);
    const stamp = { version, by: work.principal.name, at: work.now };
    return { id: await storePolicy(work.tx, draft, stamp), name: draft.name };
  },
});

/**
 * Proposes a new or changed policy; a second person approves it. Warns if a band requires more
 * approvers than exist, because its transactions would stay pending until more are added.
 */
export async function proposeApprovalPolicy(
  work: Work,
  { reason, effectiveNote, ...sent }: ApprovalPolicyProposal,
): Promise<Outcome> {
  const { businessOfficeName: code } = sent;
  const office = code === undefined ? undefined : await officeByCode(work.tx, code);
  const body = { ...sent, ...(office && { businessOfficeName: office.name }) };
  const outcome = await proposeChange(work, {
    kind: APPROVAL_POLICY_KIND,
    subject: body.name,
    body,
    reason,
    effectiveNote,
  });
  const warnings = await shortBands(work, body);
  return warnings.length === 0 ? outcome : { ...outcome, extra: { ...outcome.extra, warnings } };
}

// The maker cannot approve, so a band needs one more person than its number of approvals.
async function shortBands(work: Work, body: ApprovalPolicyBody): Promise<object[]> {
  const { officeId, bands } = await draftFrom(work, body);
  const warnings: object[] = [];
  for (const [index, { approvals, roles }] of bands.entries()) {
    if (approvals === 0) continue;
    const able = roles.length > 0 ? roles : ROLE_NAMES.filter(mayApprove);
    const persons = await countPersons(work.tx, { roles: able, officeId });
    if (persons > approvals) continue;
    warnings.push({
      code: 'TOO_FEW_APPROVERS',
      pointer: `/bands/${index}/approvals`,
      detail:
        `eligible approvers: ${persons}, one of whom may be the maker; ` +
        `required approvals: ${approvals}`,
    });
  }
  return warnings;
}

/** Lists every policy with its bands, oldest first. */
export async function listApprovalPolicies(call: Call, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectPolicies(call.db, page), page);
  const result = rows.map((row) => ({
    id: row.id,
    ...policyMembers(row),
    version: row.version_no,
    ...shownStamp(row),
  }));
  return { count: await countPolicies(call.db), result, nextAfter };
}

function policyMembers(row: PolicyRow) {
  const bands = row.from_minors.map((from, index) => {
    const roles = row.roles[index] || undefined;
    return {
      from: minorToDecimal(BigInt(from), row.currency),
      approvals: row.approvals[index],
      ...(roles === undefined ? {} : { roles: roles.split(' ') }),
    };
  });
  return {
    name: row.name,
    label: row.label,
    currency: row.currency,
    ...(row.trans_type === null ? {} : { transType: row.trans_type }),
    ...(row.office_name === null ? {} : { businessOfficeName: row.office_name }),
    bands,
    active: row.active,
  };
}

const NAME = /^[A-Z0-9][A-Z0-9_-]*$/;

async function draftFrom(work: Work, body: ApprovalPolicyBody): Promise<PolicyDraft> {
  if (!NAME.test(body.name))
    throw refused('name', 'must consist of capital letters, digits, - and _');
  const currency = body.currency.toUpperCase();
  if (minorUnits(currency) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not a currency');
  }
  const { businessOfficeName: officeName } = body;
  const office = officeName === undefined ? undefined : await officeByCode(work.tx, officeName);
  if (officeName !== undefined && office === undefined) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'businessOfficeName',
      'does not match any business office',
    );
  }
  return {
    name: body.name,
    label: body.label,
    currency,
    officeId: office?.id ?? null,
    transType: body.transType ?? null,
    active: body.active ?? true,
    bands: bandsFrom(body.bands, currency),
  };
}

// Every amount must be in a band, and a larger amount must never need fewer approvers.
function bandsFrom(bodies: ApprovalPolicyBody['bands'], currency: string): Band[] {
  const bands = bodies.map(({ from, approvals, roles = [] }, index): Band => {
    const fromMinor = requireAmount(`bands/${index}/from`, from, currency);
    for (const role of roles) refuseWithoutRight(role, index);
    return { fromMinor, approvals, roles: [...new Set(roles)] };
  });
  if (bands[0]?.fromMinor !== 0n) throw refused('bands/0/from', 'must be 0 in the first band');
  for (const [index, band] of bands.entries()) {
    const below = bands[index - 1];
    if (below === undefined) continue;
    if (band.fromMinor <= below.fromMinor)
      throw refused(`bands/${index}/from`, 'must be greater than in the previous band');
    if (band.approvals < below.approvals) {
      throw refused(`bands/${index}/approvals`, 'must not be less than in the previous band');
    }
  }
  return bands;
}

function mayApprove(role: string): boolean {
  return permissionsOf([role], new Set([APPROVE_PERMISSION])).size > 0;
}

function refuseWithoutRight(role: string, index: number): void {
  if (mayApprove(role)) return;
  throw refused(`bands/${index}/roles`, `${role} may not approve cash transactions`);
}

function refused(member: string, detail: string) {
  return refuseMember(financeProblems.APPROVAL_POLICY_REFUSED, member, detail);
}
