-- Agents, who introduce customers and earn a share of the commission on their trades.

create table agent (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  -- The account that receives the agent's commission, and the agent's tax class for withholding.
  payee_account text,
  tax_class text,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('agent', 'id');

-- The agent's share of the commission in percent, from a trade date until the next row applies.
create table agent_share (
  agent_id bigint not null references agent,
  valid_from date not null,
  percent numeric not null check (percent >= 0 and percent <= 100),
  primary key (agent_id, valid_from)
);
select hash_rows_of('agent_share', 'agent_id, valid_from');

-- The agent of a customer's orders that name no agent.
create table customer_agent (
  customer_id bigint primary key references customer,
  agent_id bigint not null references agent,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('customer_agent', 'customer_id');
create index customer_agent_by_agent on customer_agent (agent_id);
