-- Finance: as what the columns of a file of journals were read.

-- [{header, member}] in the order of the file; without a member: not read. Empty for JSON rows.
alter table journal_import add column columns jsonb not null default '[]';
