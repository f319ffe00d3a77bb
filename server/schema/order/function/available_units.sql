-- Returns a holding's units that can be sold or put on hold: those that are neither reserved nor
-- pending. Rights can be taken up or lapse before they are delivered. Such units have left the
-- holding, so they are no longer pending for the holder.
create or replace function available_units(h holding) returns bigint
language sql immutable parallel safe
return h.quantity - h.held_quantity - greatest(0, least(h.pending_quantity, h.quantity));
