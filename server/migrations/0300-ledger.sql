-- The double-entry ledger. Amounts are minor units, debit positive and credit negative. Balances
-- are kept on the account's normal side, so that a customer's money reads as a positive number.

create sequence account_id increment by 50;
create sequence journal_id cache 1;

create table account (
  id bigint primary key,
  name text not null unique,
  label text not null,
  class text not null check (class in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
  -- The code of the chart; a customer's account has one, too.
  acct_type text not null,
  -- Whether it holds what belongs to customers: what they are owed, or what lies for them.
  client_money boolean not null default false,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  office_id bigint not null,
  customer_id bigint,
  -- Inline accounts are checked and versioned by each posting; the others are folded behind it.
  inline boolean not null,
  unsettled_account_id bigint references account,
  active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
-- One cash account and one unsettled account per customer and currency.
create unique index account_of_customer on account (customer_id, currency, acct_type)
  where customer_id is not null;
create index account_by_office on account (office_id, id);

create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never removed', tg_table_name using errcode = '23000';
end $$;
create trigger account_is_kept before delete on account
  for each row execute function refuse_removal();
create trigger account_stays before truncate on account
  for each statement execute function refuse_removal();

-- The present balance of an inline account; for the others, the balance at the last fold.
create table account_balance (
  account_id bigint primary key references account,
  balance_minor bigint not null default 0,
  held_minor bigint not null default 0 check (held_minor >= 0),
  version bigint not null default 0,
  -- What must stay after holds; null lets the balance go anywhere.
  floor_minor bigint,
  -- How far below the floor the books forced the account, by what happened whether it could pay
  -- or not. It shrinks when money comes in, and nobody may spend into it.
  forced_minor bigint not null default 0 check (forced_minor >= 0),
  constraint available_stays_above_floor
    check (floor_minor is null or balance_minor - held_minor >= floor_minor - forced_minor)
) with (fillfactor = 50);

create table journal (
  id bigint primary key,
  office_id bigint not null,
  -- The date it is booked on, and the date from which the money counts.
  transaction_date date not null,
  value_date date not null,
  narration text not null,
  source_type text not null,
  source_id bigint not null,
  reversal_of_id bigint references journal,
  created_by text not null,
  created_at timestamptz not null,
  -- The moment it became known, taken under the accounts' locks: it grows with an account's
  -- version.
  recorded_at timestamptz not null default clock_timestamp()
);
create index journal_by_source on journal (source_type, source_id);
create unique index journal_is_reversed_once on journal (reversal_of_id)
  where reversal_of_id is not null;
-- What came after a moment. Rows lie almost in this order, so ranges of blocks are index enough,
-- and cost a posting nothing.
create index journal_by_recording on journal using brin (recorded_at)
  with (pages_per_range = 32, autosummarize = on);

-- No foreign keys here: each would cost a look-up and a row lock per line, on accounts that all
-- post to. post_journals refuses unknown accounts, nothing removes a journal or an account, and
-- finance/integrity checks both.
create table journal_line (
  journal_id bigint not null,
  line_no smallint not null,
  account_id bigint not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Order and running balance of inline accounts; those of the others stand in ledger_fold.
  account_version bigint,
  balance_minor bigint,
  primary key (journal_id, line_no)
);
create unique index journal_line_by_version on journal_line (account_id, account_version)
  where account_version is not null;
create index journal_line_by_account on journal_line (account_id, journal_id)
  where account_version is null;

-- Order and running balance of the lines of accounts that are not inline, in journal order.
create table ledger_fold (
  account_id bigint not null references account,
  account_version bigint not null,
  journal_id bigint not null,
  line_no smallint not null,
  balance_minor bigint not null,
  primary key (account_id, account_version)
);
create unique index ledger_fold_by_line on ledger_fold (journal_id, line_no);

-- What each account moved on each date, of all folded journals; reports add these up.
create table account_day (
  account_id bigint not null references account,
  transaction_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  primary key (account_id, transaction_date)
) with (fillfactor = 80);

-- How the same sums differ by value date: what has another value date than transaction date is
-- taken from the one and given to the other. Most lines have the same, and cost nothing here.
create table account_value_shift (
  account_id bigint not null references account,
  value_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  primary key (account_id, value_date)
) with (fillfactor = 80);

-- How far the fold is. Watermarks are journal numbers, which survive a dump and a restore;
-- transaction ids, which do not, serve from one round to the next only.
create table ledger_fold_state (
  only_row boolean primary key default true check (only_row),
  -- Every journal up to this number that will ever exist is folded.
  folded_journal_id bigint not null default 0,
  -- Once all transactions below the xid have ended, no journal up to this number can still appear.
  candidate_journal_id bigint not null default 0,
  candidate_before xid8
);
insert into ledger_fold_state default values;

-- Until when the books are closed, the date included: hard for everybody, soft for all but
-- journals that say so. Both move by whole months. post_journals compares each date with them.
create table period_closing (
  only_row boolean primary key default true check (only_row),
  soft_closed_through date,
  hard_closed_through date,
  constraint hard_closed_is_soft_closed
    check (hard_closed_through is null or hard_closed_through <= soft_closed_through)
);
insert into period_closing default values;

-- The lock between posting, which shares it, and closing, which takes it alone: what is posted
-- has committed when a period closes, and what comes later sees that it is closed.
create function period_lock() returns bigint language sql immutable as $$ select 3001 $$;

create table cash_hold (
  source_type text not null,
  source_id bigint not null,
  account_id bigint not null references account,
  amount_minor bigint not null check (amount_minor > 0),
  placed_at timestamptz not null default now(),
  primary key (source_type, source_id)
);
create index cash_hold_by_account on cash_hold (account_id);

-- A journal's lines come in one statement, once, and balance per currency. They are numbered from 1
-- without gaps: so lines for a journal that has some need a number that is taken. One journal of
-- one currency is the usual case, and the cheap one.
create function refuse_unbalanced_journal() returns trigger language plpgsql as $$
declare
  plain boolean;
begin
  select min(journal_id) = max(journal_id) and min(currency) = max(currency)
      and sum(amount_minor) = 0 and min(line_no) = 1 and max(line_no) = count(*)
    into plain from new_line;
  if plain then
    return null;
  end if;
  if exists (
    select from new_line group by journal_id, currency having sum(amount_minor) <> 0
  ) then
    raise exception 'a journal does not balance'
      using errcode = '23514', constraint = 'journal_balances';
  end if;
  if exists (
    select from new_line group by journal_id having min(line_no) <> 1 or max(line_no) <> count(*)
  ) then
    raise exception 'a journal is complete and takes no more lines'
      using errcode = '23514', constraint = 'journal_is_complete';
  end if;
  return null;
end $$;
create trigger journal_balances after insert on journal_line
  referencing new table as new_line for each statement execute function refuse_unbalanced_journal();
create trigger journal_is_immutable before update or delete on journal
  for each row execute function refuse_change();
create trigger journal_stays before truncate on journal
  for each statement execute function refuse_change();
create trigger journal_line_is_immutable before update or delete on journal_line
  for each row execute function refuse_change();
create trigger journal_line_stays before truncate on journal_line
  for each statement execute function refuse_change();
create trigger ledger_fold_is_immutable before update or delete on ledger_fold
  for each row execute function refuse_change();
create trigger ledger_fold_stays before truncate on ledger_fold
  for each statement execute function refuse_change();

-- What an account that lacks `lack` after a change is forced below its floor: all of it when the
-- change is forced, else no more than before, so that the floor's check refuses the rest.
create function forced_below(lack bigint, forced_before bigint, forced boolean) returns bigint
language sql immutable as $$
  select case when forced then greatest(0, lack) else least(forced_before, greatest(0, lack)) end
$$;

-- Sets what one record holds of an inline account to a new total; zero releases it. The account's
-- row is locked first: two first holds of one record wait for each other instead of both
-- counting. A forced hold may take the account below its floor.
create function set_hold(holder text, holder_id bigint, held_account bigint, amount bigint,
  forced boolean default false)
returns void language plpgsql as $$
declare
  old record;
begin
  perform from account_balance b where b.account_id = held_account for update;
  if not found then
    raise exception 'a hold needs an account' using errcode = '23503';
  end if;
  select h.account_id, h.amount_minor into old from cash_hold h
    where h.source_type = holder and h.source_id = holder_id;
  if old.account_id <> held_account then
    raise exception 'a record holds money of one account' using errcode = '23000';
  end if;
  if coalesce(old.amount_minor, 0) = amount then
    return;
  end if;
  update account_balance b set held_minor = moved.held,
      forced_minor = forced_below(
        b.floor_minor - (b.balance_minor - moved.held), b.forced_minor, forced)
    from (
      select x.held_minor + amount - coalesce(old.amount_minor, 0) as held
      from account_balance x where x.account_id = held_account
    ) moved
    where b.account_id = held_account;
  if amount = 0 then
    delete from cash_hold h where h.source_type = holder and h.source_id = holder_id;
  else
    insert into cash_hold (source_type, source_id, account_id, amount_minor)
      values (holder, holder_id, held_account, amount)
      on conflict (source_type, source_id) do update set amount_minor = excluded.amount_minor;
  end if;
end $$;

-- Sets holds and posts journals, all or none. Each element of `drafts`: officeId,
-- transactionDate, valueDate, narration, sourceType, sourceId, reversalOfId, createdBy,
-- createdAt, intoSoftClosed; of `holds`: accountId, sourceType, sourceId, amountMinor, force. The
-- lines of all drafts are four arrays, in the order of account, draft and line; each draft's lines
-- are numbered from 1. A forced hold, and the lines of `forced_accounts`, take an account below its
-- floor where they must. A date in a closed period is refused; `intoSoftClosed` lets a journal into
-- one that is soft closed.
-- Accounts are locked in the order of their ids: by their own update, or all beforehand where holds
-- are set. Numbers are taken after the locks, so that number order and version order of an account
-- agree, and after the transaction has its id, which fold_ledger needs. A dry run takes no numbers:
-- its journals are negative, each posting goes on from the one before, and they never commit.
-- Small statements and arrays: for the usual journal of two lines, starting one statement that
-- joins and numbers everything costs more than all of these. The plans are kept: left to itself
-- the server makes new ones for each call, at twice the cost of the work.
create function post_journals(drafts jsonb, draft_nos integer[] default '{}',
  line_nos integer[] default '{}', account_ids bigint[] default '{}', amounts bigint[] default '{}',
  forced_accounts bigint[] default '{}', holds jsonb default '[]', dry boolean default false)
returns table (ordinal integer, journal_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  line_count constant integer := cardinality(account_ids);
  draft jsonb;
  held record;
  soft_closed date;
  hard_closed date;
  -- The account whose lines are walked, and what it was before them.
  account_no bigint;
  account_currency text;
  account_inline boolean;
  side integer;
  running bigint;
  version bigint;
  first integer;
  after integer := 1;
  total bigint;
  -- By line, and by draft.
  currencies text[];
  versions bigint[];
  balances bigint[];
  ids bigint[];
  -- Of this connection alone, so that dry runs do not wait for each other.
  dry_first constant bigint := -(pg_backend_pid()::bigint * 1000000);
  dry_last bigint;
begin
  perform pg_advisory_xact_lock_shared(period_lock());
  select p.soft_closed_through, p.hard_closed_through into soft_closed, hard_closed
    from period_closing p;
  if soft_closed is not null then
    if exists (
      select from jsonb_array_elements(drafts) d
      where (d ->> 'transactionDate')::date
        <= case when (d ->> 'intoSoftClosed')::boolean then hard_closed else soft_closed end
    ) then
      raise exception 'the books are closed until %', soft_closed
        using errcode = '23514', constraint = 'period_is_open', detail = soft_closed::text;
    end if;
  end if;

  if holds <> '[]' then
    perform from account_balance b join account a on a.id = b.account_id and a.inline
      where b.account_id = any (account_ids || array(
        select (h ->> 'accountId')::bigint from jsonb_array_elements(holds) h))
      order by b.account_id for update of b;
    for held in select * from jsonb_to_recordset(holds)
      as h("accountId" bigint, "sourceType" text, "sourceId" bigint, "amountMinor" bigint,
        force boolean)
    loop
      perform set_hold(held."sourceType", held."sourceId", held."accountId", held."amountMinor",
        coalesce(held.force, false));
    end loop;
  end if;

  while after <= line_count loop
    if account_ids[after] <= account_no then
      raise exception 'lines stand in the order of their accounts' using errcode = '22023';
    end if;
    account_no := account_ids[after];
    select a.currency, a.inline, case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end
      into account_currency, account_inline, side from account a where a.id = account_no;
    if not found then
      raise exception 'a journal line names no account' using errcode = '23503';
    end if;
    first := after;
    total := 0;
    while account_ids[after] = account_no loop
      total := total + side * amounts[after];
      currencies[after] := account_currency;
      after := after + 1;
    end loop;
    if account_inline then
      update account_balance b
        set balance_minor = b.balance_minor + total, version = b.version + (after - first),
          forced_minor = forced_below(b.floor_minor - (b.balance_minor + total - b.held_minor),
            b.forced_minor, account_no = any (forced_accounts))
        where b.account_id = account_no
        returning b.balance_minor - total, b.version - (after - first)
        into running, version;
      for line in first .. after - 1 loop
        running := running + side * amounts[line];
        version := version + 1;
        balances[line] := running;
        versions[line] := version;
      end loop;
    end if;
  end loop;

  perform pg_current_xact_id();
  if dry then
    select coalesce(min(j.id), dry_first) into dry_last from journal j
      where j.id > dry_first - 1000000 and j.id < dry_first;
  end if;
  for n in 1 .. jsonb_array_length(drafts) loop
    draft := drafts -> (n - 1);
    ordinal := n;
    journal_id :=
      case when dry then dry_last - n else nextval('journal_id') end;
    ids[n] := journal_id;
    insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
        source_id, reversal_of_id, created_by, created_at)
      values (journal_id, (draft ->> 'officeId')::bigint, (draft ->> 'transactionDate')::date,
        (draft ->> 'valueDate')::date, draft ->> 'narration', draft ->> 'sourceType',
        (draft ->> 'sourceId')::bigint, (draft ->> 'reversalOfId')::bigint, draft ->> 'createdBy',
        (draft ->> 'createdAt')::timestamptz);
    return next;
  end loop;

  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select ids[draft_nos[n]], line_nos[n], account_ids[n], currencies[n], amounts[n], versions[n],
      balances[n]
    from generate_series(1, line_count) n;
end $$;

-- Folds what can no longer change: gives each line of a firm account its version and balance, in
-- journal order, and adds every line to its account's day. Each line exactly once: one folder at
-- a time, by the advisory lock, and only numbers up to which all takers have ended. Returns the
-- numbers passed.
create function fold_ledger(most bigint) returns bigint language plpgsql as $$
declare
  taken bigint;
  me xid8;
  state ledger_fold_state;
  upto bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the fold runs in a transaction of its own' using errcode = '25001';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('countinghouse ledger fold')) then
    return 0;
  end if;
  -- Read before this transaction has its id: whoever took a number up to here has a lower id.
  select case when s.is_called then s.last_value else 0 end into taken from journal_id s;
  select * into state from ledger_fold_state;
  if taken = state.folded_journal_id then
    return 0;
  end if;
  me := pg_current_xact_id();
  upto := state.folded_journal_id;
  if state.candidate_before <= pg_snapshot_xmin(pg_current_snapshot()) then
    upto := least(state.candidate_journal_id, state.folded_journal_id + most);
  end if;

  with line as materialized (
    select l.journal_id, l.line_no, l.account_id, l.amount_minor, l.account_version,
      j.transaction_date, j.value_date, a.inline,
      case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end as side
    from journal_line l
    join journal j on j.id = l.journal_id
    join account a on a.id = l.account_id
    where l.journal_id > state.folded_journal_id and l.journal_id <= upto
  ), placed as materialized (
    select line.journal_id, line.line_no, line.account_id, line.amount_minor, line.transaction_date,
      line.value_date,
      b.version + row_number() over per_account as account_version,
      b.balance_minor + sum(line.side * line.amount_minor) over per_account as balance_minor
    from line join account_balance b on b.account_id = line.account_id
    where not line.inline
    window per_account as (partition by line.account_id order by line.journal_id, line.line_no)
  ), folded as (
    insert into ledger_fold (account_id, account_version, journal_id, line_no, balance_minor)
      select p.account_id, p.account_version, p.journal_id, p.line_no, p.balance_minor from placed p
  ), moved as (
    update account_balance b
      set balance_minor = last.balance_minor, version = last.account_version
      from (
        select distinct on (account_id) account_id, balance_minor, account_version
        from placed order by account_id, account_version desc
      ) last
      where b.account_id = last.account_id
  ), versioned as materialized (
    select account_id, transaction_date, value_date, amount_minor, account_version
      from line where inline
    union all
    select account_id, transaction_date, value_date, amount_minor, account_version from placed
  ), shifted as (
    insert into account_value_shift as shift (account_id, value_date, debit_minor, credit_minor,
        line_count, first_version, last_version)
      select v.account_id, to_date.day, sum(to_date.sign * greatest(v.amount_minor, 0)),
        sum(to_date.sign * greatest(-v.amount_minor, 0)), sum(to_date.sign),
        min(v.account_version), max(v.account_version)
      from versioned v
      cross join lateral (values (v.value_date, 1), (v.transaction_date, -1)) to_date (day, sign)
      where v.value_date <> v.transaction_date
      group by v.account_id, to_date.day
      on conflict (account_id, value_date) do update set
        debit_minor = shift.debit_minor + excluded.debit_minor,
        credit_minor = shift.credit_minor + excluded.credit_minor,
        line_count = shift.line_count + excluded.line_count,
        first_version = least(shift.first_version, excluded.first_version),
        last_version = greatest(shift.last_version, excluded.last_version)
  )
  insert into account_day as day (account_id, transaction_date, debit_minor, credit_minor,
      line_count, first_version, last_version)
    select v.account_id, v.transaction_date, sum(greatest(v.amount_minor, 0)),
      sum(greatest(-v.amount_minor, 0)), count(*), min(v.account_version), max(v.account_version)
    from versioned v
    group by v.account_id, v.transaction_date
    on conflict (account_id, transaction_date) do update set
      debit_minor = day.debit_minor + excluded.debit_minor,
      credit_minor = day.credit_minor + excluded.credit_minor,
      line_count = day.line_count + excluded.line_count,
      first_version = least(day.first_version, excluded.first_version),
      last_version = greatest(day.last_version, excluded.last_version);

  -- A candidate that is used up gives way to the next; so does one of another server's
  -- transaction ids.
  if state.candidate_before is null or upto = state.candidate_journal_id
    or state.candidate_before > me
  then
    state.candidate_journal_id := taken;
    state.candidate_before := me;
  end if;
  update ledger_fold_state set folded_journal_id = upto,
    candidate_journal_id = state.candidate_journal_id, candidate_before = state.candidate_before;
  return upto - state.folded_journal_id;
end $$;

-- An account's lines that are not folded yet. The versions of firm accounts are provisional here: a
-- journal with a lower number may still commit.
create function ledger_tail(tail_account bigint)
returns table (journal_id bigint, line_no smallint, amount_minor bigint, account_version bigint,
  balance_minor bigint, transaction_date date, value_date date, recorded_at timestamptz)
language sql stable as $$
  select l.journal_id, l.line_no, l.amount_minor, l.account_version, l.balance_minor,
    j.transaction_date, j.value_date, j.recorded_at
  from journal_line l join journal j on j.id = l.journal_id
  where l.account_id = tail_account and l.account_version > coalesce(
    (select max(d.last_version) from account_day d where d.account_id = tail_account), 0)
    and exists (select from account a where a.id = tail_account and a.inline)
  union all
  select l.journal_id, l.line_no, l.amount_minor,
    b.version + row_number() over (order by l.journal_id, l.line_no),
    b.balance_minor
      + (sum(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount_minor)
        over (order by l.journal_id, l.line_no))::bigint,
    j.transaction_date, j.value_date, j.recorded_at
  from account a
  join account_balance b on b.account_id = a.id
  cross join ledger_fold_state s
  join journal_line l on l.account_id = a.id and l.account_version is null
    and l.journal_id > s.folded_journal_id
  join journal j on j.id = l.journal_id
  where a.id = tail_account and not a.inline
$$;

-- The present balance of an account that is not inline: last fold + tail.
create function firm_balance(firm_account bigint) returns bigint language sql stable as $$
  select b.balance_minor + coalesce((
    select sum(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount_minor)
    from journal_line l, ledger_fold_state s
    where l.account_id = a.id and l.account_version is null and l.journal_id > s.folded_journal_id
  ), 0)::bigint
  from account a join account_balance b on b.account_id = a.id where a.id = firm_account
$$;

-- The last version of an account that was known at a moment, by halving: about twenty look-ups in a
-- million lines.
create function version_known_at(known_account bigint, moment timestamptz) returns bigint
language plpgsql stable as $$
declare
  is_inline boolean;
  low bigint := 0;
  high bigint;
  folded bigint;
  middle bigint;
  known timestamptz;
begin
  select a.inline, b.version into is_inline, folded
    from account a join account_balance b on b.account_id = a.id where a.id = known_account;
  high := folded;
  while low < high loop
    middle := (low + high + 1) / 2;
    if is_inline then
      select j.recorded_at into known from journal_line l join journal j on j.id = l.journal_id
        where l.account_id = known_account and l.account_version = middle;
    else
      select j.recorded_at into known from ledger_fold f join journal j on j.id = f.journal_id
        where f.account_id = known_account and f.account_version = middle;
    end if;
    if known <= moment then low := middle; else high := middle - 1; end if;
  end loop;
  if low = folded and not is_inline then
    low := low + (select count(*) from ledger_tail(known_account) t where t.recorded_at <= moment);
  end if;
  return low;
end $$;
