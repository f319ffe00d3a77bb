-- Finance: which accounts of the firm a cash transaction was told by name.

-- The others are those that the mapping said. Null: there is none, or it is not known any more.
alter table cash_transaction
  add column contra_named boolean,
  add column fee_named boolean;
