-- Journals and their lines. Amounts are in minor units. Debits are positive, and credits are
-- negative.

create sequence journal_id cache 1;

create table journal (
  id bigint primary key,
  office_id bigint not null,
  -- The posting date, and the date on which the money becomes available.
  transaction_date date not null,
  value_date date not null,
  narration text not null,
  source_type text not null,
  source_id bigint not null,
  reversal_of_id bigint references journal,
  created_by text not null,
  created_at timestamptz not null,
  -- When the journal was posted. The time is taken while the accounts are locked, so it increases
  -- with an account's version.
  recorded_at timestamptz not null default clock_timestamp()
);
create index journal_by_source on journal (source_type, source_id);
create unique index journal_is_reversed_once on journal (reversal_of_id)
  where reversal_of_id is not null;
-- Used to find journals recorded after a moment. Rows are stored roughly in time order, so a BRIN
-- index is enough and does not slow down postings.
create index journal_by_recording on journal using brin (recorded_at)
  with (pages_per_range = 32, autosummarize = on);
create trigger journal_is_immutable before update or delete on journal
  for each row execute function refuse_change();
create trigger journal_stays before truncate on journal
  for each statement execute function refuse_change();

-- There are no foreign keys. Each would cost a look-up and a row lock per line, on accounts that
-- many postings share. post_journals refuses unknown accounts, journals and accounts are never
-- removed, and finance/integrity checks both.
create table journal_line (
  journal_id bigint not null,
  line_no smallint not null,
  account_id bigint not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- The version and running balance if the account is inline. Null for a firm account: they are in
  -- ledger_fold.
  account_version bigint,
  balance_minor bigint,
  primary key (journal_id, line_no)
);
create unique index journal_line_by_version on journal_line (account_id, account_version)
  where account_version is not null;
create index journal_line_by_account on journal_line (account_id, journal_id)
  where account_version is null;
create trigger journal_balances after insert on journal_line
  referencing new table as new_line for each statement execute function refuse_unbalanced_journal();
create trigger journal_line_is_immutable before update or delete on journal_line
  for each row execute function refuse_change();
create trigger journal_line_stays before truncate on journal_line
  for each statement execute function refuse_change();
