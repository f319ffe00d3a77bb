-- Changes of users and API clients in the audit log; never their secrets.

create trigger principal_is_audited after update on principal for each row
  execute function note_change('active,kind,office_ids,roles,name');
