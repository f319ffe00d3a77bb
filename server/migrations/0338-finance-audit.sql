-- Changes of records of finance in the audit log.

create trigger cash_transaction_is_audited after update on cash_transaction for each row
  execute function note_change('*');
create trigger manual_journal_is_audited after update on manual_journal for each row
  execute function note_change('*');
create trigger journal_import_is_audited after update on journal_import for each row
  execute function note_change('*');
create trigger bank_statement_is_audited after update on bank_statement for each row
  execute function note_change('*');
