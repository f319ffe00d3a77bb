-- Returns the key of the advisory lock between posting (shared) and closing a period (exclusive).
-- When a period closes, all postings into it have committed, and later postings see that it is
-- closed.
create or replace function period_lock() returns bigint language sql immutable as $$ select 3001 $$;
