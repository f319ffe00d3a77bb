-- Trigger after an insert of journal lines. Refuses, with SQLSTATE 23514, a journal whose lines do
-- not sum to zero in each currency (`journal_balances`), or whose lines are not numbered from 1
-- without gaps (`journal_is_complete`). The first query reads the lines once and accepts journals
-- in a single currency, which nearly all are.
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
