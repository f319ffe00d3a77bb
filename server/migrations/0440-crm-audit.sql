-- Changes in the audit log; of who somebody is and how to reach them only that they changed.

create trigger lead_is_audited after update on lead for each row
  execute function note_change(
    'active,assigned_to,converted_customer_id,do_not_call,email_opt_out,sms_opt_out,status');
create trigger contact_is_audited after update on contact for each row
  execute function note_change('active,customer_id,do_not_call,email_opt_out,sms_opt_out');
create trigger template_is_audited after update on template for each row
  execute function note_change('active,channel,content_version,name,purpose,related_to');
create trigger notification_rule_is_audited after update on notification_rule for each row
  execute function note_change('*');
