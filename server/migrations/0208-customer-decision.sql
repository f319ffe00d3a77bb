-- Why a second person rejected a customer.

alter table customer add column decision_reason text;

-- Changes in the audit log; of who somebody is and how to reach them only that they changed.
create trigger customer_is_audited after update on customer for each row
  execute function note_change(
    'active,approved_at,approved_by,customer_type,group_id,partner_type,status,workflow_status');
