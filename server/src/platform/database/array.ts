// Arrays as parameters of statements.

/**
 * Returns an array of numbers, nulls or truth values in PostgreSQL's text format. The driver would
 * quote each item.
 */
export function arrayOf(items: readonly (bigint | number | boolean | null)[]): string {
  return `{${items.map((item) => item ?? 'null').join(',')}}`;
}
