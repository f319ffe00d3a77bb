// Reading what an address says: its members are anybody's text.

type Search = Readonly<Record<string, unknown>>;

/** A member as text; the router makes numbers of what looks like one. */
export function textOf(search: Search, member: string): string | undefined {
  const value = search[member];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A member that is one of a few. */
export function choiceOf<T extends string>(
  search: Search,
  member: string,
  choices: readonly T[],
): T | undefined {
  const value = search[member];
  return choices.find((choice) => choice === value);
}
