-- The demonstration: the completed steps, and messages received by its built-in gateways.

create table demo_step (
  name text primary key,
  filled_at timestamptz not null
);

-- Messages received and sent by the built-in gateways of a demonstration, which replace a phone and
-- a mailbox. Empty in any other installation.
create table demo_inbox (
  id bigint generated always as identity primary key,
  channel text not null constraint demo_inbox_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  from_address text not null,
  to_address text not null,
  subject text,
  body text not null,
  html text,
  -- The reference that lets a receiver detect duplicates, and how often the message arrived.
  reference text not null,
  copies integer not null default 1,
  files jsonb not null default '[]',
  received_at timestamptz not null,
  constraint demo_inbox_once unique (channel, reference)
);
create index demo_inbox_by_address on demo_inbox (to_address, id);
