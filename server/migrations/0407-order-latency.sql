-- What was asked of exchanges since a moment. Rows lie almost in this order, so ranges of blocks
-- are index enough, and cost an order nothing.
create index exchange_instruction_by_time on exchange_instruction using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
