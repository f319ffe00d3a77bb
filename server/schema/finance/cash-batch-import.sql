-- Requests that created batches of cash transactions, with the refused rows.

create sequence cash_batch_import_id increment by 50;

create table cash_batch_import (
  id bigint primary key,
  batch_name text not null,
  -- The offices that the caller could see. Null: all. A reader must be able to see all of them.
  office_ids bigint[],
  row_count integer not null,
  done_count integer not null,
  -- Rows already created by an earlier request.
  unchanged_count integer not null,
  refused_count integer not null,
  created_by text not null,
  created_at timestamptz not null,
  constraint each_row_has_an_outcome
    check (row_count = done_count + unchanged_count + refused_count)
);
select hash_rows_of('cash_batch_import', 'id');
create index cash_batch_import_by_name on cash_batch_import (batch_name, id);
create trigger cash_batch_import_is_immutable before update or delete on cash_batch_import
  for each row execute function refuse_change();
create trigger cash_batch_import_stays before truncate on cash_batch_import
  for each statement execute function refuse_change();

create table cash_batch_refused_row (
  import_id bigint not null references cash_batch_import,
  -- The number of the row in the batch, from 1.
  row_no integer not null,
  -- The fields as sent, as strings.
  cells jsonb not null,
  -- The invalid field, if the error is in a single field.
  wrong_column text,
  code text not null,
  detail text not null,
  primary key (import_id, row_no)
);
select hash_rows_of('cash_batch_refused_row', 'import_id, row_no');
create trigger cash_batch_refused_row_is_immutable before update or delete
  on cash_batch_refused_row for each row execute function refuse_change();
create trigger cash_batch_refused_row_stays before truncate on cash_batch_refused_row
  for each statement execute function refuse_change();
