// Limits on changes to reference data. Each name contains the unit.

export const CHANGE = {
  reasonCharactersMax: 500,
  differencesMax: 500,
} as const;
