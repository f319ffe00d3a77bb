// Limits of the party module, each with its unit in its name.

export const PARTY = {
  passwordCharactersLeast: 8,
  passwordCharactersMost: 128,
  portalUserNameCharactersMost: 100,
  searchCharactersMost: 100,
  bvnDigits: 11,
  bvnDigitsShown: 4,
} as const;
