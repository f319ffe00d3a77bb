-- Identity: who set the password of another user, which that user has not changed since.

-- They know it, and may act by it: until then neither is a second person to the work of the other.
create table password_setter (
  user_id bigint not null references principal,
  setter_id bigint not null references principal,
  primary key (user_id, setter_id)
);
