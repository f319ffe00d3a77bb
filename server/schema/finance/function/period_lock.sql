-- The key of the advisory lock between posting (shared) and closing a period (exclusive). All
-- postings into a period are committed when it closes, and later postings see that it is closed.
create or replace function period_lock() returns bigint language sql immutable as $$ select 3001 $$;
