-- Pictures of customers, and the results of their virus scans.

create sequence customer_picture_id increment by 50;

-- A new picture replaces the previous one. The row and file of the previous one are kept.
create table customer_picture (
  id bigint primary key,
  customer_id bigint not null references customer,
  file_name text not null,
  -- The media type detected from the content, never the one that the client sent.
  mime_type text not null constraint customer_picture_mime_type_known check (mime_type in
    ('image/jpeg', 'image/png')),
  file_size bigint not null check (file_size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  scan_status text not null constraint customer_picture_scan_status_known check (scan_status in
    ('NOT_SCANNED', 'QUARANTINED', 'CLEAN', 'INFECTED')),
  -- The virus that the scanner found. Null: the file is clean or not scanned yet.
  scan_result text,
  scanned_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  -- Null: this is the customer's current picture.
  replaced_by text,
  replaced_at timestamptz,
  constraint customer_picture_replaced_whole check ((replaced_by is null) = (replaced_at is null))
);
select hash_rows_of('customer_picture', 'id');
create unique index customer_picture_current on customer_picture (customer_id)
  where replaced_at is null;
create index customer_picture_by_customer on customer_picture (customer_id, id);
create index customer_picture_by_content on customer_picture (sha256);
