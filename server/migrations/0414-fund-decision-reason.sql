-- Why a second person decided so on a value, a distribution or a settlement of a fund.

alter table fund_nav add column decision_reason text;
alter table fund_distribution add column decision_reason text;
alter table fund_settlement add column decision_reason text;

-- What waits for a second person, of all customers.
create index fund_transaction_waiting on fund_transaction (id) where status = 'PENDING';

-- Changes by hand in the audit log. What the end of a day does stands in its run.
create trigger term_instrument_is_audited after update on term_instrument for each row
  when (new.modified_by <> 'system') execute function note_change('*');
create trigger discounted_instrument_is_audited after update on discounted_instrument for each row
  when (new.modified_by <> 'system') execute function note_change('*');
create trigger fund_transaction_is_audited after update on fund_transaction for each row
  when (new.modified_by <> 'system') execute function note_change('*');
create trigger fund_nav_is_audited after update on fund_nav for each row
  execute function note_change('*');
create trigger fund_distribution_is_audited after update on fund_distribution for each row
  when (new.modified_by <> 'system') execute function note_change('*');
create trigger fund_settlement_is_audited after update on fund_settlement for each row
  execute function note_change('*');
