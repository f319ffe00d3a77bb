-- Withholding tax rules, and customers' exemptions.

-- Withholding tax by instrument and payer class. The rule in force on the payment date applies.
-- Dates are inclusive.
create table withholding_rule (
  id bigint generated always as identity primary key,
  tax_code text not null,
  instrument_class text not null,
  -- Null: all payers.
  payer_class text,
  percent numeric not null check (percent <> 'NaN' and percent between 0 and 100),
  is_final boolean not null default false,
  valid_from date,
  valid_to date
);
select hash_rows_of('withholding_rule', 'id');
create index withholding_rule_by_class on withholding_rule (instrument_class);

-- Customers whom a certificate exempts from a tax class. Dates are inclusive.
create table withholding_exemption (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  instrument_class text not null,
  certificate text not null,
  valid_from date not null,
  valid_to date
);
select hash_rows_of('withholding_exemption', 'id');
create index withholding_exemption_by_customer on withholding_exemption (customer_id);
