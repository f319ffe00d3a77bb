-- CRM: what the virus scanner said of a file, and when.

alter table attachment
  -- The signature that it found; null for a clean file.
  add column scan_result text,
  add column scanned_at timestamptz;
