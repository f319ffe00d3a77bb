-- Mappings for files of rows. A mapping describes, for one source, what the columns of its files
-- mean and how to read the files.

create sequence row_mapping_id increment by 50;

create table row_mapping (
  id bigint primary key,
  principal_id bigint not null references principal,
  -- The kind of import.
  kind text not null constraint row_mapping_kind_known check (kind in
    ('BANK_STATEMENT', 'JOURNAL', 'CASH_BATCH', 'LEAD', 'PRICE', 'CERTIFICATE', 'MARKET_YIELD',
      'HOLDING_TRANSFER')),
  -- The name of the source, such as a bank.
  label text not null,
  -- The mapping as in the request of an import: [{"header": "Buchungstag", "member": "date"}]
  mapping jsonb not null,
  -- The reading as in the request of an import, or null: {"dateFormat": "DD.MM.YYYY"}
  reading jsonb,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create unique index row_mapping_of_owner on row_mapping (principal_id, kind, lower(label));
create index row_mapping_kind on row_mapping (kind);
