// Limits of changes to reference data, each with its unit in its name.

export const CHANGE = {
  reasonCharactersMax: 500,
  differencesMax: 500,
} as const;
