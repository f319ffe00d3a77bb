-- Party: indexes by which a customer is recognised as somebody who is already known.

create index customer_by_folded_email on customer
  (regexp_replace(lower(email_address), '^([^+@]+)\+[^@]*@', '\1@'));
create index customer_by_name_and_birth on customer
  (birth_date, lower(last_name), lower(first_name));
create index customer_by_identification on customer ((details ->> 'identificationNumber'));
