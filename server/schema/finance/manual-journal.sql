-- Manual journals, which wait for a second person's approval.

create sequence manual_journal_id increment by 50;

create table manual_journal (
  id bigint primary key,
  state text not null check (state in ('PENDING', 'POSTED', 'REJECTED', 'CANCELLED')),
  office_id bigint not null references business_office,
  -- Null: the business date of the approval.
  transaction_date date,
  value_date date,
  narration text not null,
  reference text,
  -- True if the maker may post into a soft-closed period.
  adjusting boolean not null,
  -- The journal that this one reverses.
  reverses_journal_id bigint references journal,
  journal_id bigint unique references journal,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint manual_journal_posted check ((state = 'POSTED') = (journal_id is not null))
);
select hash_rows_of('manual_journal', 'id');
-- A journal has at most one reversal that is pending or posted.
create unique index manual_journal_reverses_once on manual_journal (reverses_journal_id)
  where state in ('PENDING', 'POSTED');
create index manual_journal_by_state on manual_journal (state, id);
create trigger manual_journal_is_audited after update on manual_journal for each row
  execute function note_change('*');

-- Stored with the journal and never changed, so that the checker approves exactly what the maker
-- entered.
create table manual_journal_line (
  manual_journal_id bigint not null references manual_journal,
  line_no smallint not null,
  account_id bigint not null references account,
  amount_minor bigint not null check (amount_minor <> 0),
  narration text,
  -- How the line affects the customer's return. Null means FLOW.
  performance_kind text check (performance_kind in ('FLOW', 'INCOME', 'FEE', 'TAX')),
  primary key (manual_journal_id, line_no)
);
select hash_rows_of('manual_journal_line', 'manual_journal_id, line_no');
create trigger manual_journal_line_is_immutable before update or delete on manual_journal_line
  for each row execute function refuse_change();
create trigger manual_journal_line_stays before truncate on manual_journal_line
  for each statement execute function refuse_change();

-- The kind of a booked line in a customer's return if it is not FLOW. Only lines of manual and
-- imported journals, and of their reversals, have one.
create table journal_performance (
  journal_id bigint not null references journal,
  line_no smallint not null,
  kind text not null check (kind in ('INCOME', 'FEE', 'TAX')),
  primary key (journal_id, line_no)
);
select hash_rows_of('journal_performance', 'journal_id, line_no');
create trigger journal_performance_is_immutable before update or delete on journal_performance
  for each row execute function refuse_change();
create trigger journal_performance_stays before truncate on journal_performance
  for each statement execute function refuse_change();
