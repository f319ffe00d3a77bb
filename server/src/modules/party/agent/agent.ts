// Agents, changed under the four-eyes rule, and the agent assigned to each customer.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange, recordFirstVersion } from '../../change/index.js';
import { PARTY } from '../limits.js';
import { partyProblems } from '../problems.js';
import {
  type AgentMembers,
  type AgentRow,
  type CustomerAgentRow,
  countAgents,
  selectAgent,
  selectAgents,
  selectCustomerAgent,
  storeAgent,
  storeCustomerAgent,
} from './queries.js';
import { type AgentBody, type agentAssignment, agentBody, type agentProposal } from './schema.js';

/** The kind of change for agents. Its subject is the agent's code. */
export const AGENTS = changeKind({
  name: 'agent',
  label: 'Agent',
  body: agentBody,
  present: async (on, subject) => {
    const row = await selectAgent(on, { name: subject });
    return row && bodyOf(row);
  },
  check: async (_work, { body }) => {
    agentFrom(body);
  },
  apply: async (work, { body, version }) => {
    const agent = agentFrom(body);
    return { id: await storeAgent(work, agent, version), name: agent.name };
  },
});

/** Returns the agent with this code, active or not, or refuses with UNKNOWN_REFERENCE. */
export async function requireAgent(on: Database | Tx, code: string): Promise<AgentRow> {
  const row = await selectAgent(on, { name: code });
  if (row !== undefined) return row;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', 'does not match any agent');
}

/** Proposes a new or changed agent. A second person approves it. */
export function proposeAgent(
  work: Work,
  { reason, effectiveNote, ...body }: Static<typeof agentProposal>,
): Promise<Outcome> {
  const agent = agentFrom(body);
  const record = { subject: agent.name, body: bodyOf(agent) };
  return proposeChange(work, { kind: AGENTS, ...record, reason, effectiveNote });
}

/** Stores an agent as its first version in a new database. */
export function recordFirstAgent(work: Work, body: AgentBody): Promise<void> {
  const agent = agentFrom(body);
  return recordFirstVersion(work, AGENTS, { subject: agent.name, body: bodyOf(agent) });
}

/** Lists the agents, or only the active ones, oldest first. */
export async function listAgents(
  call: Call,
  listed: { readonly activeOnly: boolean; readonly page: PageRequest },
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectAgents(call.db, listed), listed.page);
  const count = await countAgents(call.db, listed.activeOnly);
  return { count, result: rows.map(toRecord), nextAfter };
}

/** Returns one agent. */
export async function readAgent(call: Call, id: bigint): Promise<object> {
  const row = await selectAgent(call.db, { id });
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return toRecord(row);
}

/** Sets or removes a customer's agent. This affects later orders only. */
export async function assignAgent(
  work: Work,
  { customerId, agentName }: Static<typeof agentAssignment>,
): Promise<Outcome> {
  const customer = await selectCustomerAgent(work.tx, customerId);
  if (customer === undefined || !seesOffice(work.principal, customer.office_id)) {
    const detail = 'does not match any customer';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerId', detail);
  }
  const agent =
    agentName === undefined
      ? undefined
      : await selectAgent(work.tx, { name: agentName.trim().toUpperCase() });
  if (agentName !== undefined && agent?.active !== true) {
    const detail = 'does not match any active agent';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', detail);
  }
  await storeCustomerAgent(work, customerId, agent?.id);
  work.events.push({
    type: 'customer.agent-changed',
    subjectId: customerId,
    officeId: customer.office_id,
    data: { agent: agent?.name ?? null },
  });
  const after = { ...customer, agent_name: agent?.name ?? null, agent_label: agent?.label ?? null };
  return { msgCode: 'AGENT_ASSIGNED', id: customerId, result: customerRecord(after) };
}

/** Returns a customer's agent. */
export async function customerAgent(call: Call, customerId: bigint): Promise<object> {
  const row = await selectCustomerAgent(call.db, customerId);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return customerRecord(row);
}

function customerRecord(row: CustomerAgentRow): object {
  return {
    customerId: row.id,
    agentName: row.agent_name ?? undefined,
    agentLabel: row.agent_label ?? undefined,
  };
}

function toRecord(row: AgentRow): object {
  return { id: row.id, ...bodyOf(row), version: row.version_no, ...shownStamp(row) };
}

function bodyOf(row: AgentMembers) {
  return {
    name: row.name,
    label: row.label,
    active: row.active,
    shares: row.share_dates.map((validFrom, index) => ({
      validFrom,
      percent: new Decimal(row.share_percents[index] ?? '0'),
    })),
    ...(row.payee_account === null ? {} : { payeeAccount: row.payee_account }),
    ...(row.tax_class === null ? {} : { taxClass: row.tax_class }),
  };
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

function agentFrom(body: AgentBody): AgentMembers {
  const name = body.name.trim().toUpperCase();
  if (!CODE.test(name)) {
    throw refused('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  for (const [index, { validFrom, percent }] of body.shares.entries()) {
    const before = body.shares[index - 1];
    if (before !== undefined && validFrom <= before.validFrom) {
      throw refused(`shares/${index}/validFrom`, 'must be later than in the previous share');
    }
    if (percent.decimalPlaces() <= PARTY.agentPercentDecimalsMax) continue;
    const detail = `must have at most ${PARTY.agentPercentDecimalsMax} decimals`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, `shares/${index}/percent`, detail);
  }
  return {
    name,
    label: body.label,
    active: body.active ?? true,
    payee_account: body.payeeAccount ?? null,
    tax_class: body.taxClass ?? null,
    share_dates: body.shares.map(({ validFrom }) => validFrom),
    share_percents: body.shares.map(({ percent }) => percent.toFixed()),
  };
}

function refused(member: string, detail: string) {
  return refuseMember(partyProblems.AGENT_REFUSED, member, detail);
}
