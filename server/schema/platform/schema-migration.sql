-- The schema from which the database was created (the row `schema`), and the migrations applied
-- since.

create table schema_migration (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
