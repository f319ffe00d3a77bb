-- Message attachments, and the results of their virus scans.

create sequence attachment_id increment by 50;

create table attachment (
  id bigint primary key,
  name text not null unique,
  label text,
  active boolean not null,
  message_id bigint not null references whatsapp_message,
  related_to text,
  related_to_id bigint,
  batch_code text,
  category text,
  sub_category text,
  description text,
  text text,
  type text,
  workflow_notes text,
  file_name text,
  -- The media type detected from the content, never the one that the client sent.
  file_mime_type text not null,
  file_size bigint not null check (file_size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  scan_status text not null constraint attachment_scan_status_known check (scan_status in
    ('NOT_SCANNED', 'QUARANTINED', 'CLEAN', 'INFECTED')),
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The virus that the scanner found, or why a QUARANTINED file was refused. Null: the file is
  -- clean or not scanned yet.
  scan_result text,
  scanned_at timestamptz
);
select hash_rows_of('attachment', 'id');
create index attachment_by_message on attachment (message_id, id);
create index attachment_by_related on attachment (related_to, related_to_id);
create index attachment_by_content on attachment (sha256);
