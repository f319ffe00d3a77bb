// The party module's limits. Each name contains the unit.

export const PARTY = {
  passwordCharactersMin: 8,
  passwordCharactersMax: 128,
  portalUserNameCharactersMax: 100,
  /** Maximum number of portal logins that can match a user name or e-mail address. */
  accessesPerSearchMax: 20,
  searchCharactersMax: 100,
  bvnDigits: 11,
  /** Maximum number of customers returned by one search for duplicates. */
  matchesMax: 20,
  codeCharactersMax: 20,
  agentSharesMax: 50,
  agentPercentDecimalsMax: 4,
  /** Maximum number of membership periods in one household. */
  householdMembersMax: 50,
  consentCharactersMax: 200,
  custodianCodeCharactersMax: 40,
  reasonCharactersMax: 500,
  /**
   * Maximum size of a decoded picture, and of the body that contains it in base64. A picture that
   * fits into the body never exceeds the length limit of its member.
   */
  pictureBytesMax: 2_000_000,
  pictureBodyBytes: 4_194_304,
  /** Timeout of one virus scan, and maximum number of attempts of its job. */
  scanTimeoutMs: 120_000,
  scanAttemptsMax: 1_000,
  /** Number of customers read per statement during a file export. */
  exportedPerBatch: 1_000,
  /** Number of customers whose numbers are encrypted in one transaction. */
  sealedPerBatch: 200,
  /** The highest allowed four-eyes threshold for cash transactions, in major units. */
  fourEyesThresholdMax: 1_000_000_000_000,
} as const;
