-- The fold: versions and balances of firm accounts, computed behind the postings.

-- Version and running balance of the lines of accounts that are not inline, in journal order.
create table ledger_fold (
  account_id bigint not null references account,
  account_version bigint not null,
  journal_id bigint not null,
  line_no smallint not null,
  balance_minor bigint not null,
  primary key (account_id, account_version)
);
create unique index ledger_fold_by_line on ledger_fold (journal_id, line_no);
create trigger ledger_fold_is_immutable before update or delete on ledger_fold
  for each row execute function refuse_change();
create trigger ledger_fold_stays before truncate on ledger_fold
  for each statement execute function refuse_change();

-- The progress of the fold. Watermarks are journal numbers, which survive a dump and a restore.
-- Transaction ids do not, and are used from one round to the next only.
create table ledger_fold_state (
  only_row boolean primary key default true check (only_row),
  -- Every journal up to this number that will ever exist is folded.
  folded_journal_id bigint not null default 0,
  -- Once all transactions below the xid have ended, no journal up to this number can still appear.
  candidate_journal_id bigint not null default 0,
  candidate_before xid8
);
insert into ledger_fold_state default values;
