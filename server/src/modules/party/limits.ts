// Limits of the party module, each with its unit in its name.

export const PARTY = {
  passwordCharactersMin: 8,
  passwordCharactersMax: 128,
  portalUserNameCharactersMax: 100,
  /** Portal logins that one user name or e-mail address may stand for. */
  accessesPerSearchMax: 20,
  searchCharactersMax: 100,
  bvnDigits: 11,
  /** Customers that one search for somebody already known names. */
  matchesMax: 20,
  codeCharactersMax: 20,
  reasonCharactersMax: 500,
  /** Customers read in one statement while a file is written. */
  exportedAtOnce: 1_000,
  /** Customers whose numbers are sealed in one transaction. */
  sealedAtOnce: 200,
  /** From which amount on cash transactions need a second person, in the major unit. */
  fourEyesThresholdMax: 1_000_000_000_000,
} as const;
