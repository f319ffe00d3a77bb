-- The first day whose value of a fund is without a distribution: what is dealt before has it.

alter table fund_distribution add column ex_date date;
update fund_distribution set ex_date = record_date;
