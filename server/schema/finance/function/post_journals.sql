-- Sets holds and posts journals, all or none. Returns each journal's number, by its ordinal among
-- the drafts. Each element of `drafts` has officeId, transactionDate, valueDate, narration,
-- sourceType, sourceId, reversalOfId, createdBy, createdAt, intoSoftClosed. Each element of `holds`
-- has accountId, sourceType, sourceId, amountMinor, force. The lines of all drafts are four arrays,
-- in the order of account, draft and line. Each draft's lines are numbered from 1. A forced hold,
-- and the lines of `forced_accounts`, may take an account below its floor. Refuses a date in a
-- closed period (23514, `period_is_open`; `intoSoftClosed` allows a soft-closed one), an account
-- that is unknown or was opened during the call (23503), lines in another order (22023), a balance
-- below the floor (23514, `available_stays_above_floor`), and what set_hold and
-- refuse_unbalanced_journal refuse. Inline accounts are locked in order of id. Without holds, the
-- update that moves them locks them: an index is read in its own order, whatever the order of the
-- keys, and this function's settings exclude other plans. With holds, they are locked beforehand.
-- Journal numbers are taken after the locks, so that an account's numbers and versions have the
-- same order, and after the transaction has its id, which fold_ledger needs. A dry run takes no
-- numbers from the sequence: its journals get negative numbers, which continue from one posting to
-- the next and are never committed. A function called only for its effect is called in an
-- assignment, because evaluating an expression is cheaper than executing a statement. Plans are
-- generic. Otherwise the server would plan each call again, which costs twice as much as the work
-- itself.
create or replace function post_journals(drafts jsonb, draft_nos integer[] default '{}',
  line_nos integer[] default '{}', account_ids bigint[] default '{}', amounts bigint[] default '{}',
  forced_accounts bigint[] default '{}', holds jsonb default '[]', dry boolean default false)
returns table (ordinal integer, journal_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  draft_count constant integer := jsonb_array_length(drafts);
  line_count constant integer := cardinality(account_ids);
  held record;
  is_locked boolean;
  transaction_id xid8;
  soft_closed date;
  hard_closed date;
  -- The current line's account, its position among the accounts, and its movement so far.
  account_no bigint;
  place integer := 0;
  moved bigint;
  moves integer;
  -- For each account: the total of its lines, with debits positive, and the number of lines.
  accounts bigint[];
  sums bigint[];
  counts integer[];
  -- For each account, after its lines. Only inline accounts have a balance and a version here.
  moved_ids bigint[];
  inline_ids bigint[];
  known_ids bigint[];
  currencies text[];
  sides smallint[];
  balances bigint[];
  versions bigint[];
  -- For each line: the position of its account, and the account's movement including the line.
  places integer[];
  sums_so_far bigint[];
  counts_so_far integer[];
  -- The following variables exist once per draft.
  ids bigint[];
  -- All journals have the same time, so that all of them become known at once.
  recorded timestamptz;
  -- These numbers are private to the connection, so that dry runs do not wait for each other.
  dry_first constant bigint := -(pg_backend_pid()::bigint * 1000000);
  dry_last bigint;
begin
  is_locked := pg_advisory_xact_lock_shared(period_lock()) is not null;
  select p.soft_closed_through, p.hard_closed_through into soft_closed, hard_closed
    from period_closing p where p.only_row;
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
    perform from account_balance
      where inline and account_id = any (account_ids || array(
        select (h ->> 'accountId')::bigint from jsonb_array_elements(holds) h))
      order by account_id for update;
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
      accounts[place] := account_no;
      moved := 0;
      moves := 0;
    end if;
    moved := moved + amounts[line];
    moves := moves + 1;
    sums[place] := moved;
    counts[place] := moves;
    places[line] := place;
    sums_so_far[line] := moved;
    counts_so_far[line] := moves;
  end loop;

  -- The bucket of an id among the sorted ids is its position. `k` expands the array once rather
  -- than for each row.
  with done as (
    update account_balance b
      set balance_minor = b.balance_minor + b.side * sums[width_bucket(b.account_id, k.ids)],
        version = b.version + counts[width_bucket(b.account_id, k.ids)],
        forced_minor = forced_below(b.floor_minor - (b.balance_minor
            + b.side * sums[width_bucket(b.account_id, k.ids)] - b.held_minor),
          b.forced_minor, b.account_id = any (forced_accounts))
      from (select array(select unnest(accounts)) as ids offset 0) k
      where b.inline and b.account_id = any (accounts)
      returning b.account_id, b.currency, b.side, b.balance_minor, b.version
  )
  select array_agg(d.account_id), array_agg(d.currency), array_agg(d.side),
      array_agg(d.balance_minor), array_agg(d.version)
    into moved_ids, currencies, sides, balances, versions
    from done d;
  known_ids := moved_ids;
  -- Firm accounts are read without a lock, together with all others. This statement may see an
  -- account that another transaction opened after the update. That account is then refused.
  if coalesce(cardinality(moved_ids), 0) < place then
    select array_agg(b.account_id), array_agg(b.currency), array_agg(b.side),
        array_agg(case when b.inline then b.balance_minor end),
        array_agg(case when b.inline then b.version end),
        array_agg(b.account_id) filter (where b.inline)
      into known_ids, currencies, sides, balances, versions, inline_ids
      from (
        select * from account_balance where account_id = any (accounts) order by account_id
      ) b;
    if inline_ids is distinct from moved_ids then
      raise exception 'an account is new, or accounts were not moved in their order'
        using errcode = '23503';
    end if;
  end if;
  if known_ids is distinct from accounts then
    raise exception 'a journal line names no account, or they were not moved in their order'
      using errcode = '23503';
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
  recorded := clock_timestamp();
  insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
      source_id, reversal_of_id, created_by, created_at, recorded_at)
    select ids[d.n], (d.draft ->> 'officeId')::bigint, (d.draft ->> 'transactionDate')::date,
      (d.draft ->> 'valueDate')::date, d.draft ->> 'narration', d.draft ->> 'sourceType',
      (d.draft ->> 'sourceId')::bigint, (d.draft ->> 'reversalOfId')::bigint,
      d.draft ->> 'createdBy', (d.draft ->> 'createdAt')::timestamptz, recorded
    from jsonb_array_elements(drafts) with ordinality d (draft, n);
  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select ids[draft_nos[n]], line_nos[n], account_ids[n], currencies[places[n]], amounts[n],
      versions[places[n]] - counts[places[n]] + counts_so_far[n],
      balances[places[n]] - sides[places[n]] * (sums[places[n]] - sums_so_far[n])
    from generate_series(1, line_count) n;
end $$;
