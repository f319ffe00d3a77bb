-- Why a reset of sequence numbers was rejected; `reason` is why it was asked for.

alter table fix_session_reset add column decision_reason text;

-- Decisions in the audit log.
create trigger fix_session_reset_is_audited after update on fix_session_reset for each row
  execute function note_change('*');
