// What may be wrong with something that was done nevertheless: `warnings` of its reply.

/** One of them; `id` is the record that it is about. */
export interface Warning {
  readonly code: string;
  readonly detail: string;
  readonly id?: number;
}

/** Dialogs for files show what each header is read as, so this one would say it again. */
const SHOWN_BY_FORM = 'COLUMNS_NOT_READ';

/** The warnings of a reply that its form has not shown. */
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

/** True when something like it was there a moment before: one of the two may be too many. */
export function isLookAlike({ code }: Warning): boolean {
  return code === 'LOOK_ALIKE' || code === 'LOOKS_LIKE_REPEAT';
}
