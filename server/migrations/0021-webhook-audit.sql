-- Changes of endpoints in the audit log; never their secrets.

create trigger webhook_endpoint_is_audited after update on webhook_endpoint for each row
  when (new.modified_by is distinct from old.modified_by
    or new.modified_at is distinct from old.modified_at)
  execute function note_change('state,types,label,url,disabled_reason');
