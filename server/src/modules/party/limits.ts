// Limits of the party module, each with its unit in its name.

export const PARTY = {
  passwordCharactersMin: 8,
  passwordCharactersMax: 128,
  portalUserNameCharactersMax: 100,
  /** Portal logins that one user name or e-mail address may match. */
  accessesPerSearchMax: 20,
  searchCharactersMax: 100,
  bvnDigits: 11,
  /** Customers returned by one search for duplicates. */
  matchesMax: 20,
  codeCharactersMax: 20,
  reasonCharactersMax: 500,
  /** Customers read in one statement for a file. */
  exportedPerBatch: 1_000,
  /** Customers whose numbers are sealed in one transaction. */
  sealedPerBatch: 200,
  /**
   * The highest amount, in the major unit, from which cash transactions may need a second person.
   */
  fourEyesThresholdMax: 1_000_000_000_000,
} as const;
