// SQL for agents, their shares, and customers' agents.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

type On = Database | Tx;

/** An agent as stored, with its shares by date. */
export interface AgentRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly payee_account: string | null;
  readonly tax_class: string | null;
  readonly share_dates: readonly BusinessDate[];
  readonly share_percents: readonly string[];
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_AGENT: Sql = sql`
  select a.*, array(select s.valid_from::text from agent_share s where s.agent_id = a.id
      order by s.valid_from) as share_dates,
    array(select s.percent::text from agent_share s where s.agent_id = a.id
      order by s.valid_from) as share_percents
  from agent a`;

/**
 * Selects the agent with this id or, if no id is given, with this code. Returns undefined if it
 * does not exist.
 */
export async function selectAgent(
  on: On,
  { id, name }: { readonly id?: bigint | undefined; readonly name?: string | undefined },
): Promise<AgentRow | undefined> {
  const [row] = await on.query<AgentRow>(sql`${SELECT_AGENT}
    where a.id = ${id ?? null} or (${id ?? null}::bigint is null and a.name = ${name ?? null})`);
  return row;
}

/** Selects a page of agents in id order, plus one extra row to detect a next page. */
export function selectAgents(
  on: Database,
  { activeOnly, page }: { readonly activeOnly: boolean; readonly page: PageRequest },
): Promise<AgentRow[]> {
  return on.query<AgentRow>(sql`${SELECT_AGENT}
    where (a.active or not ${activeOnly}::boolean) and a.id > ${page.after ?? 0n}
    order by a.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the agents. */
export function countAgents(on: Database, activeOnly: boolean): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from agent
    where active or not ${activeOnly}::boolean`,
  );
}

/** The agent members that a change sets. Percentages are strings. */
export type AgentMembers = Pick<
  AgentRow,
  'name' | 'label' | 'active' | 'payee_account' | 'tax_class' | 'share_dates' | 'share_percents'
>;

/** Stores an agent with all its shares as a new version, and returns its id. */
export async function storeAgent(
  { tx, principal, now }: Work,
  agent: AgentMembers,
  version: number,
): Promise<bigint> {
  const by = principal.name;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into agent (name, label, active, payee_account, tax_class, version_no, created_by,
      created_at, modified_by, modified_at)
    values (${agent.name}, ${agent.label}, ${agent.active}, ${agent.payee_account},
      ${agent.tax_class}, ${version}, ${by}, ${now}, ${by}, ${now})
    on conflict (name) do update set label = excluded.label, active = excluded.active,
      payee_account = excluded.payee_account, tax_class = excluded.tax_class,
      version_no = excluded.version_no, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at
    returning id`);
  const id = row?.id ?? 0n;
  await tx.query(sql`delete from agent_share where agent_id = ${id}`);
  await tx.query(sql`
    insert into agent_share (agent_id, valid_from, percent)
    select ${id}, s.valid_from, s.percent
    from unnest(${[...agent.share_dates]}::date[], ${[...agent.share_percents]}::numeric[])
      s (valid_from, percent)`);
  return id;
}

/** A customer and the agent for that customer's orders. */
export interface CustomerAgentRow {
  readonly id: bigint;
  readonly office_id: bigint;
  readonly agent_name: string | null;
  readonly agent_label: string | null;
}

/** Selects a customer and its agent. Returns undefined if there is no such customer. */
export async function selectCustomerAgent(
  on: On,
  customerId: bigint,
): Promise<CustomerAgentRow | undefined> {
  const [row] = await on.query<CustomerAgentRow>(sql`
    select c.id, c.office_id, a.name as agent_name, a.label as agent_label
    from customer c left join customer_agent x on x.customer_id = c.id
    left join agent a on a.id = x.agent_id
    where c.id = ${customerId}`);
  return row;
}

/** Stores a customer's agent. Undefined removes the agent. */
export async function storeCustomerAgent(
  { tx, principal, now }: Work,
  customerId: bigint,
  agentId: bigint | undefined,
): Promise<void> {
  if (agentId === undefined) {
    await tx.query(sql`delete from customer_agent where customer_id = ${customerId}`);
    return;
  }
  await tx.query(sql`
    insert into customer_agent (customer_id, agent_id, modified_by, modified_at)
    values (${customerId}, ${agentId}, ${principal.name}, ${now})
    on conflict (customer_id) do update set agent_id = excluded.agent_id,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at`);
}
