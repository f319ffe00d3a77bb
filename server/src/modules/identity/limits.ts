// Identity's limits. Each name contains the unit.

export const PASSWORD = {
  charactersMin: 12,
  charactersMax: 128,
  /**
   * Minimum password length for portal customers. Clients of the original program require eight
   * characters.
   */
  customerCharactersMin: 8,
  /**
   * Shorter entries in the list of most used passwords are ignored, because good passwords may
   * contain them.
   */
  commonCharactersMin: 4,
  /** Length of each digest in `server/word-list/most-used-password.txt`. */
  digestBytes: 8,
  /** A password that only repeats a string of at most this length is refused. */
  unitCharactersMax: 4,
  /** Parts of names shorter than this are ignored. */
  wordCharactersMin: 4,
  /**
   * The minimum number of letters and digits in a password that are not part of the holder's names.
   */
  ownCharactersMin: 6,
  argonMemoryKib: 19_456,
  argonPasses: 2,
  argonLanes: 1,
  checksAtOnceMax: 4,
  checksWaitingMax: 200,
  checksWaitingPerSourceMax: 50,
} as const;

/**
 * Limits on the rate of password checks. SECURITY.md states how many guesses per day they allow, as
 * computed in `login-reckoning.test.ts`.
 */
export const LOGIN = {
  /**
   * The number of failures that cause no delay for one name from one address or device. After that,
   * delays grow.
   */
  freeFailures: 5,
  delayFirstSeconds: 1,
  delayMaxSeconds: 900,
  forgottenAfterHours: 24,
  /** The limit for one name across all unknown addresses. */
  strangers: {
    aheadSeconds: 12,
    everySeconds: 3,
    slowAfter: 10_000,
    slowEverySeconds: 30,
  },
  /** The longest time that a first attempt waits for its turn before it is refused. */
  heldMsMax: 3_100,
  heldAtOnceMax: 1_000,
  /**
   * The limit for one user's second factor across all unknown addresses. At this point, the caller
   * already knows the password.
   */
  codes: { aheadSeconds: 240, everySeconds: 60, slowAfter: 10_000, slowEverySeconds: 60 },
  /** The limit for one address across all user names. */
  address: { aheadSeconds: 1_470, everySeconds: 30, slowAfter: 10_000, slowEverySeconds: 30 },
  /**
   * The limit for one address across all customer names. Customers share their portal's address.
   */
  portal: { aheadSeconds: 999, everySeconds: 1, slowAfter: 1_000_000, slowEverySeconds: 1 },
  addressKnownDays: 90,
  addressesKnownMax: 50,
  deviceKnownDays: 365,
  /**
   * How long a correct password is remembered as a keyed digest in memory. A login with a
   * remembered password is not delayed.
   */
  provedForMs: 43_200_000,
  provedMax: 5_000,
} as const;

/** Single-use links that set a new password. */
export const PASSWORD_RESET = {
  loginCharactersMax: 255,
  /** How long a link requested at the login page is valid, counted from the request. */
  requestedSeconds: 1_800,
  /** How long a link created by an administrator is valid. */
  administratorSeconds: 86_400,
  /**
   * Maximum number of users and customers with the same e-mail address that one request handles.
   * Each of them gets an e-mail.
   */
  holdersPerRequestMax: 5,
  /**
   * The limit on requests for one name, and on e-mails to one user or customer: three at once, then
   * a lower rate.
   */
  perName: { aheadSeconds: 2_400, everySeconds: 1_200, slowAfter: 10, slowEverySeconds: 3_600 },
  /** The limit on requests from one network, across all names. */
  perNetwork: { aheadSeconds: 1_140, everySeconds: 60, slowAfter: 200, slowEverySeconds: 300 },
  keptHours: 24,
} as const;

export const CREDENTIAL = {
  verifiedForMs: 30_000,
  verifiedMax: 5_000,
  headerCharactersMax: 8_192,
} as const;

export const TOKEN = {
  accessSeconds: 900,
  /**
   * The longest token life that can be configured. Keys are kept at least this long, because other
   * nodes and earlier starts may have different settings.
   */
  accessSecondsMax: 86_400,
  refreshSeconds: 43_200,
  sessionSeconds: 604_800,
  signingKeyDays: 30,
  /** A retired key still verifies tokens for this long after its last token has expired. */
  signingKeyMarginSeconds: 300,
  keyReloadEveryMs: 1_000,
  /** How often a known key is read again, so that a withdrawn key stops verifying tokens. */
  keyRereadMs: 30_000,
  keysMax: 20,
  purgedPerRunMax: 10_000,
  ownSessionsMax: 200,
} as const;

export const SECOND_FACTOR = {
  secretBytes: 20,
  digits: 6,
  stepSeconds: 30,
  /** Codes up to this many time steps early or late are also accepted, because clocks differ. */
  stepsAside: 1,
  recoveryCodes: 10,
  sealedAtOnce: 500,
} as const;

export const PASSKEY = {
  challengeSeconds: 300,
  perUserMax: 20,
  labelCharactersMax: 80,
  purgedPerRunMax: 10_000,
} as const;

export const SAVED_VIEW = {
  perUserMax: 100,
  /** Maximum number of own and shared views listed for one screen. */
  shownMax: 500,
  labelCharactersMax: 80,
  searchCharactersMax: 2_000,
  settingsMax: 50,
  settingCharactersMax: 4_000,
} as const;

export const ROW_MAPPING = {
  perUserMax: 200,
  /** Maximum number of own and colleagues' mappings listed for one kind of import. */
  shownMax: 500,
  labelCharactersMax: 80,
} as const;

export const AUDIT = {
  extendEveryMs: 1_000,
  batchRows: 2_000,
  batchesPerRunMax: 50,
  verifyPositionsMax: 1_000_000,
  /** Maximum number of batch rows that one verification recomputes, and maximum per page. */
  verifyRowsMax: 1_000_000,
  rowsPerPageMax: 20_000,
  /**
   * Maximum number of table blocks (usually 8 KiB each) that one request compares, and maximum per
   * statement.
   */
  comparedBlocksMax: 4_000,
  blocksPerStatementMax: 500,
  /** Maximum number of rows listed in one report. */
  faultsMax: 100,
  proveRowsTimeoutMs: 3_600_000,
  exportedAtOnceRows: 1_000,
  keyBytes: 32,
  /**
   * Intervals at which the chain's head is published and written to its file, and at which workers
   * check whether this is due.
   */
  publishEverySeconds: 3_600,
  publishPollMs: 60_000,
  housekeepingEveryMs: 3_600_000,
} as const;

export const PRINCIPAL = {
  useRecordedEverySeconds: 60,
  nameCharactersMax: 64,
  rolesMax: 8,
  officesMax: 200,
} as const;
