// Reads the `warnings` in the reply to a completed write.

/** One warning. `id` is the record that it concerns. */
export interface Warning {
  readonly code: string;
  readonly detail: string;
  readonly id?: number;
}

/** Import dialogs already show how each column is read, so this warning is not repeated. */
const SHOWN_BY_FORM = 'COLUMNS_NOT_READ';

/** Returns the warnings of a reply that its form does not show. */
export function warningsOf(reply: unknown): readonly Warning[] {
  if (typeof reply !== 'object' || reply === null || !('warnings' in reply)) return [];
  const { warnings } = reply;
  return Array.isArray(warnings)
    ? warnings.filter(isWarning).filter(({ code }) => code !== SHOWN_BY_FORM)
    : [];
}

function isWarning(value: unknown): value is Warning {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

/** True if a similar record was created shortly before, so the new one may be a duplicate. */
export function isDuplicate({ code }: Warning): boolean {
  return code === 'LOOKS_LIKE_REPEAT';
}
