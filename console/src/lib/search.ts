// Reads URL parameters, which may contain any text.

type Search = Readonly<Record<string, unknown>>;

/** A parameter as text. The router turns digits into numbers. */
export function textOf(search: Search, member: string): string | undefined {
  const value = search[member];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A parameter that must be one of a few values. */
export function choiceOf<T extends string>(
  search: Search,
  member: string,
  choices: readonly T[],
): T | undefined {
  const value = search[member];
  return choices.find((choice) => choice === value);
}
