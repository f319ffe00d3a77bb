-- Deliveries from providers as received, and the items that the program has read from them.

-- One row for each acknowledged delivery: the body of a webhook request, or a PDU. Never updated.
create table inbound_delivery (
  id bigint generated always as identity primary key,
  channel text not null constraint inbound_channel_known check (channel in ('SMS', 'WHATSAPP')),
  body bytea not null,
  -- SHA-256 of the octets that stay the same if the provider repeats the delivery.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- The connection over which a PDU arrived. An SMS centre repeats a PDU only over a new
  -- connection.
  session uuid,
  received_at timestamptz not null
);
create unique index inbound_delivery_once on inbound_delivery (digest) where channel = 'WHATSAPP';
create index inbound_delivery_by_age on inbound_delivery (received_at);
create trigger inbound_delivery_kept before update on inbound_delivery
  for each row execute function refuse_change();

-- One row for each message, status or statement in a delivery.
create table inbound_item (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references inbound_delivery on delete cascade,
  position integer not null,
  channel text not null constraint inbound_item_channel_known check (channel in
    ('SMS', 'WHATSAPP')),
  -- The part of the delivery as JSON. Null if the item is the whole delivery.
  content text,
  -- The sender as named by the provider, or the id of the message that a status is about. Items
  -- from one sender are read in order.
  sender text not null,
  -- Items with the same lane are read one after another. The lane is derived from the sender.
  lane integer not null,
  state text not null constraint inbound_state_known check (state in
    ('WAITING', 'DONE', 'NO_EFFECT', 'PARKED')),
  attempts integer not null default 0,
  not_before timestamptz not null,
  kind text constraint inbound_kind_known check (kind in
    ('MESSAGE', 'RECEIPT', 'CONSENT', 'NOTICE')),
  -- The reason why the item had no effect or cannot be read.
  reason text,
  -- The message stored from the item, or the message that the receipt is about.
  transport_id bigint references message_transport,
  office_id bigint references business_office,
  settled_at timestamptz,
  constraint inbound_settled check ((state = 'WAITING') = (settled_at is null)),
  unique (delivery_id, position)
);
create index inbound_item_waiting on inbound_item (lane, id) where state = 'WAITING';
create index inbound_item_by_state on inbound_item (state, id);
create index inbound_item_by_sender on inbound_item (channel, sender, id);
create index inbound_item_by_transport on inbound_item (transport_id);
