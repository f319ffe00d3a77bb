-- Postings of many journals at once. What a journal costs is the statements that it takes, so a
-- call with several of them writes each table once, whatever their number; a call with one goes on
-- by small statements, which start faster than one that joins and numbers everything.

-- Both are never below zero: one check, because each is read anew with every posting.
alter table account_balance drop constraint account_balance_held_minor_check;
alter table account_balance drop constraint account_balance_forced_minor_check;
alter table account_balance add constraint held_and_forced_are_not_negative
  check (held_minor >= 0 and forced_minor >= 0);

-- Writes journals under the numbers `ids`, with their lines, and moves the inline accounts, which
-- the caller has locked in the order of their ids. Lines as in post_journals. Versions and running
-- balances follow the drafts, and so the numbers.
create function write_journals(drafts jsonb, ids bigint[], draft_nos integer[], line_nos integer[],
  account_ids bigint[], amounts bigint[], forced_accounts bigint[])
returns void language plpgsql as $$
begin
  if exists (
    select from unnest(account_ids) l (account_id)
    where not exists (select from account a where a.id = l.account_id)
  ) then
    raise exception 'a journal line names no account' using errcode = '23503';
  end if;

  insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
      source_id, reversal_of_id, created_by, created_at)
    select ids[d.n], (d.draft ->> 'officeId')::bigint, (d.draft ->> 'transactionDate')::date,
      (d.draft ->> 'valueDate')::date, d.draft ->> 'narration', d.draft ->> 'sourceType',
      (d.draft ->> 'sourceId')::bigint, (d.draft ->> 'reversalOfId')::bigint,
      d.draft ->> 'createdBy', (d.draft ->> 'createdAt')::timestamptz
    from jsonb_array_elements(drafts) with ordinality d (draft, n);

  with line as materialized (
    select l.draft_no, l.line_no, l.account_id, l.amount, a.currency, a.inline,
      case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount as moved
    from unnest(draft_nos, line_nos, account_ids, amounts) l (draft_no, line_no, account_id, amount)
    join account a on a.id = l.account_id
  ), total as (
    select account_id, sum(moved)::bigint as moved, count(*) as lines
    from line where inline group by account_id
  ), before as (
    update account_balance b
      set balance_minor = b.balance_minor + t.moved, version = b.version + t.lines,
        forced_minor = forced_below(b.floor_minor - (b.balance_minor + t.moved - b.held_minor),
          b.forced_minor, b.account_id = any (forced_accounts))
      from total t where b.account_id = t.account_id
      returning b.account_id, b.balance_minor - t.moved as balance, b.version - t.lines as version
  )
  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select ids[l.draft_no], l.line_no, l.account_id, l.currency, l.amount,
      before.version + row_number() over so_far, before.balance + sum(l.moved) over so_far
    from line l left join before on before.account_id = l.account_id
    window so_far as (
      partition by l.account_id order by l.draft_no, l.line_no rows unbounded preceding);
end $$;

-- Sets holds and posts journals, all or none. Each element of `drafts`: officeId,
-- transactionDate, valueDate, narration, sourceType, sourceId, reversalOfId, createdBy,
-- createdAt, intoSoftClosed; of `holds`: accountId, sourceType, sourceId, amountMinor, force. The
-- lines of all drafts are four arrays, in the order of account, draft and line; each draft's lines
-- are numbered from 1. A forced hold, and the lines of `forced_accounts`, take an account below its
-- floor where they must. A date in a closed period is refused; `intoSoftClosed` lets a journal into
-- one that is soft closed.
-- Accounts are locked in the order of their ids: by their own update, or all beforehand where holds
-- are set or several journals posted. Numbers are taken after the locks, so that number order and
-- version order of an account agree, and after the transaction has its id, which fold_ledger needs.
-- A dry run takes no numbers: its journals are negative, each posting goes on from the one before,
-- and they never commit.
-- Small statements and arrays: for the usual journal of two lines, starting one statement that
-- joins and numbers everything costs more than all of these; what is called for its effect alone
-- is assigned, because an expression needs no statement. The plans are kept: left to itself the
-- server makes new ones for each call, at twice the cost of the work.
create or replace function post_journals(drafts jsonb, draft_nos integer[] default '{}',
  line_nos integer[] default '{}', account_ids bigint[] default '{}', amounts bigint[] default '{}',
  forced_accounts bigint[] default '{}', holds jsonb default '[]', dry boolean default false)
returns table (ordinal integer, journal_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  draft_count constant integer := jsonb_array_length(drafts);
  line_count constant integer := cardinality(account_ids);
  draft jsonb;
  held record;
  is_locked boolean;
  transaction_id xid8;
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
  is_locked := pg_advisory_xact_lock_shared(period_lock()) is not null;
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

  if draft_count > 1 or holds <> '[]' then
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

  -- Of several journals, write_journals moves the accounts.
  while draft_count = 1 and after <= line_count loop
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

  transaction_id := pg_current_xact_id();
  if dry then
    select coalesce(min(j.id), dry_first) into dry_last from journal j
      where j.id > dry_first - 1000000 and j.id < dry_first;
  end if;
  for n in 1 .. draft_count loop
    ordinal := n;
    journal_id :=
      case when dry then dry_last - n else nextval('journal_id') end;
    ids[n] := journal_id;
    return next;
  end loop;

  if draft_count > 1 then
    perform write_journals(drafts, ids, draft_nos, line_nos, account_ids, amounts, forced_accounts);
    return;
  end if;
  draft := drafts -> 0;
  if draft is null then
    return;
  end if;
  insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
      source_id, reversal_of_id, created_by, created_at)
    values (ids[1], (draft ->> 'officeId')::bigint, (draft ->> 'transactionDate')::date,
      (draft ->> 'valueDate')::date, draft ->> 'narration', draft ->> 'sourceType',
      (draft ->> 'sourceId')::bigint, (draft ->> 'reversalOfId')::bigint, draft ->> 'createdBy',
      (draft ->> 'createdAt')::timestamptz);
  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select ids[1], line_nos[n], account_ids[n], currencies[n], amounts[n], versions[n], balances[n]
    from generate_series(1, line_count) n;
end $$;
