-- The fold: a background worker that numbers the lines of the firm's accounts and computes their
-- balances after the postings.

-- The version number and running balance of each line of a firm account (account.inline is false),
-- in journal order.
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

-- The progress of the fold. Watermarks are journal numbers, which survive a dump and restore.
-- Transaction ids do not, so they are used only from one round to the next.
create table ledger_fold_state (
  only_row boolean primary key default true check (only_row),
  -- The fold has processed all journals up to this number, and no further ones can appear there.
  folded_journal_id bigint not null default 0,
  -- Once all transactions below the xid have ended, no new journal can appear up to this number.
  candidate_journal_id bigint not null default 0,
  candidate_before xid8
);
insert into ledger_fold_state default values;
