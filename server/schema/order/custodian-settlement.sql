-- Settlements of contract notes with custodians that settle trades themselves.

create sequence custodian_settlement_id increment by 50;

create table custodian_settlement (
  id bigint primary key,
  name text not null unique,
  label text not null,
  office_id bigint not null references business_office,
  custodian_id bigint not null references custodian,
  currency text not null,
  -- RECEIPT: the custodian pays the firm for purchases. PAYMENT: the firm pays the custodian for
  -- sales.
  direction text not null check (direction in ('RECEIPT', 'PAYMENT')),
  -- Zero if purchases and sales offset one another.
  amount_minor bigint not null check (amount_minor >= 0),
  -- The bank's or the custodian's reference for the transfer.
  reference text,
  status text not null check (status in ('PENDING', 'POSTED', 'REJECTED', 'REVERSED')),
  settled_on date,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  reversed_by text,
  reversed_at timestamptz,
  reversal_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint custodian_settlement_has_its_state check (
    (status in ('POSTED', 'REVERSED')) = (settled_on is not null)
    and (status = 'PENDING') = (decided_by is null)
    and (status = 'REVERSED') = (reversed_by is not null))
);
select hash_rows_of('custodian_settlement', 'id');
create index custodian_settlement_by_custodian on custodian_settlement (custodian_id, id);
create trigger custodian_settlement_is_audited after update on custodian_settlement for each row
  execute function note_change('*');

create table custodian_settlement_note (
  settlement_id bigint not null references custodian_settlement,
  contract_note_id bigint not null references contract_note,
  -- The amount that the custodian owes for the note. Negative if the firm owes the proceeds of a
  -- sale.
  owed_minor bigint not null,
  journal_id bigint references journal,
  -- Set if the settlement was reversed while the note was in force. If the note was reversed first,
  -- that reversal undid the entry.
  reversal_journal_id bigint references journal,
  primary key (settlement_id, contract_note_id)
);
select hash_rows_of('custodian_settlement_note', 'settlement_id, contract_note_id');
create index custodian_settlement_note_by_note on custodian_settlement_note (contract_note_id);
