-- Postings of one journal and of many by the same few statements, whatever their number: what a
-- call costs is the statements that it starts, so the accounts are read and locked by one, walked
-- line by line in arrays, and each table is written once.

-- Sets holds and posts journals, all or none. Each element of `drafts`: officeId,
-- transactionDate, valueDate, narration, sourceType, sourceId, reversalOfId, createdBy,
-- createdAt, intoSoftClosed; of `holds`: accountId, sourceType, sourceId, amountMinor, force. The
-- lines of all drafts are four arrays, in the order of account, draft and line; each draft's lines
-- are numbered from 1. A forced hold, and the lines of `forced_accounts`, take an account below its
-- floor where they must. A date in a closed period is refused; `intoSoftClosed` lets a journal into
-- one that is soft closed.
-- Inline accounts are locked beforehand, in the order of their ids. Numbers are taken after the
-- locks, so that number order and version order of an account agree, and after the transaction has
-- its id, which fold_ledger needs. A dry run takes no numbers: its journals are negative, each
-- posting goes on from the one before, and they never commit.
-- What is called for its effect alone is assigned, because an expression needs no statement. The
-- plans are kept: left to itself the server makes new ones for each call, at twice the cost of the
-- work.
create or replace function post_journals(drafts jsonb, draft_nos integer[] default '{}',
  line_nos integer[] default '{}', account_ids bigint[] default '{}', amounts bigint[] default '{}',
  forced_accounts bigint[] default '{}', holds jsonb default '[]', dry boolean default false)
returns table (ordinal integer, journal_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  draft_count constant integer := jsonb_array_length(drafts);
  line_count constant integer := cardinality(account_ids);
  has_holds constant boolean := holds <> '[]';
  held record;
  is_locked boolean;
  transaction_id xid8;
  soft_closed date;
  hard_closed date;
  -- By account, in the order of their ids; balance and version are those of inline accounts alone.
  known_ids bigint[];
  known_currencies text[];
  known_sides integer[];
  known_balances bigint[];
  known_versions bigint[];
  -- The account whose lines are walked, its place among the known, and what it has come to.
  account_no bigint;
  place integer := 0;
  balance bigint;
  version bigint;
  -- By inline account that has lines.
  moved_count integer := 0;
  moved_ids bigint[];
  moved_balances bigint[];
  moved_versions bigint[];
  -- By line, and by draft.
  currencies text[];
  balances bigint[];
  versions bigint[];
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

  select array_agg(a.id), array_agg(a.currency),
      array_agg(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end),
      array_agg(b.balance_minor), array_agg(b.version)
    into known_ids, known_currencies, known_sides, known_balances, known_versions
    from (
      select * from account
      where id = any (case when has_holds
        then account_ids || array(
          select (h ->> 'accountId')::bigint from jsonb_array_elements(holds) h)
        else account_ids end)
      order by id
    ) a
    left join lateral (
      select l.balance_minor, l.version from account_balance l
      where l.account_id = a.id and a.inline for update
    ) b on true;
  if has_holds then
    for held in select * from jsonb_to_recordset(holds)
      as h("accountId" bigint, "sourceType" text, "sourceId" bigint, "amountMinor" bigint,
        force boolean)
    loop
      perform set_hold(held."sourceType", held."sourceId", held."accountId", held."amountMinor",
        coalesce(held.force, false));
    end loop;
  end if;
  if draft_count = 0 then
    return;
  end if;

  for line in 1 .. line_count loop
    if account_ids[line] is distinct from account_no then
      if account_ids[line] < account_no then
        raise exception 'lines stand in the order of their accounts' using errcode = '22023';
      end if;
      account_no := account_ids[line];
      place := place + 1;
      while known_ids[place] < account_no loop
        place := place + 1;
      end loop;
      if account_no is distinct from known_ids[place] then
        raise exception 'a journal line names no account' using errcode = '23503';
      end if;
      balance := known_balances[place];
      version := known_versions[place];
      if version is not null then
        moved_count := moved_count + 1;
        moved_ids[moved_count] := account_no;
      end if;
    end if;
    currencies[line] := known_currencies[place];
    if version is not null then
      balance := balance + known_sides[place] * amounts[line];
      version := version + 1;
      balances[line] := balance;
      versions[line] := version;
      moved_balances[moved_count] := balance;
      moved_versions[moved_count] := version;
    end if;
  end loop;
  if moved_count > 0 then
    update account_balance b
      set balance_minor = m.balance_minor, version = m.version,
        forced_minor = forced_below(b.floor_minor - (m.balance_minor - b.held_minor),
          b.forced_minor, b.account_id = any (forced_accounts))
      from unnest(moved_ids, moved_balances, moved_versions) m (account_id, balance_minor, version)
      where b.account_id = m.account_id;
  end if;

  transaction_id := pg_current_xact_id();
  if dry then
    select coalesce(min(j.id), dry_first) into dry_last from journal j
      where j.id > dry_first - 1000000 and j.id < dry_first;
  end if;
  for n in 1 .. draft_count loop
    ordinal := n;
    journal_id := case when dry then dry_last - n else nextval('journal_id') end;
    ids[n] := journal_id;
    return next;
  end loop;
  insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
      source_id, reversal_of_id, created_by, created_at)
    select ids[d.n], (d.draft ->> 'officeId')::bigint, (d.draft ->> 'transactionDate')::date,
      (d.draft ->> 'valueDate')::date, d.draft ->> 'narration', d.draft ->> 'sourceType',
      (d.draft ->> 'sourceId')::bigint, (d.draft ->> 'reversalOfId')::bigint,
      d.draft ->> 'createdBy', (d.draft ->> 'createdAt')::timestamptz
    from jsonb_array_elements(drafts) with ordinality d (draft, n);
  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select ids[draft_nos[n]], line_nos[n], account_ids[n], currencies[n], amounts[n], versions[n],
      balances[n]
    from generate_series(1, line_count) n;
end $$;

drop function write_journals(jsonb, bigint[], integer[], integer[], bigint[], bigint[], bigint[]);

-- Journals of one currency each, which nearly all are, are passed by one look at all their lines.
create or replace function refuse_unbalanced_journal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from new_line group by journal_id
    having sum(amount_minor) <> 0 or min(currency) <> max(currency)
      or min(line_no) <> 1 or max(line_no) <> count(*)
  ) then
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
