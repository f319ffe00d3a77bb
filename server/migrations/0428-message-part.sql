-- CRM: parts of long text messages that wait for the others.

create table message_part (
  id bigint generated always as identity primary key,
  channel text not null constraint message_part_channel_known check (channel = 'SMS'),
  from_address text not null,
  to_address text not null,
  -- The sender's name for the whole message, unique among what it sends at one time.
  reference text not null,
  total integer not null,
  number integer not null,
  -- UTF-16, because a letter may be cut in two by the edge of a part.
  utf16 bytea not null,
  -- Under this id the whole message is stored, once it is.
  provider_id text not null,
  received_at timestamptz not null,
  -- When it was made part of a message. It is kept for a while, because it may come again.
  joined_at timestamptz,
  constraint message_part_numbered check (number between 1 and total)
);
create unique index message_part_once on message_part
  (channel, from_address, to_address, reference, total, number);
create index message_part_by_age on message_part (received_at);
