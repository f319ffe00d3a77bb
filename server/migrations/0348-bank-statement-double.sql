-- Finance: lines of a bank's file that an earlier import had, so that they outlive its undo.

create table bank_statement_double (
  statement_id bigint not null references bank_statement,
  line_no integer not null,
  content_hash text not null,
  occurrence integer not null,
  primary key (statement_id, content_hash, occurrence)
);
create index bank_statement_double_by_line on bank_statement_double (content_hash, occurrence);
