// Limits of identity, each with its unit in its name.

export const PASSWORD = {
  charactersMin: 12,
  charactersMax: 128,
  /** For portal customers: clients of the original program require eight. */
  customerCharactersMin: 8,
  /**
   * Shorter entries of the list of most used passwords are ignored: good passwords contain them.
   */
  commonCharactersMin: 4,
  /** Length of the digests in `server/word-list/most-used-password.txt`. */
  digestBytes: 8,
  /** A password that repeats one text of at most this length is refused. */
  unitCharactersMax: 4,
  /** Shorter parts of names are ignored. */
  wordCharactersMin: 4,
  /** Letters and digits that a password needs besides names. */
  ownCharactersMin: 6,
  argonMemoryKib: 19_456,
  argonPasses: 2,
  argonLanes: 1,
  checksAtOnceMax: 4,
  checksWaitingMax: 200,
  checksWaitingPerSourceMax: 50,
} as const;

/**
 * How fast passwords are checked. SECURITY.md quotes the guesses a day that these allow, which
 * `login-reckoning.test.ts` computes.
 */
export const LOGIN = {
  /** One name from one address or device: this many failures, then growing delays. */
  freeFailures: 5,
  delayFirstSeconds: 1,
  delayMaxSeconds: 900,
  forgottenAfterHours: 24,
  /** One name from all unknown addresses. */
  strangers: {
    aheadSeconds: 12,
    everySeconds: 3,
    slowAfter: 10_000,
    slowEverySeconds: 30,
  },
  /** How long a first attempt waits for its turn before it is refused. */
  heldMsMax: 3_100,
  heldAtOnceMax: 1_000,
  /** One user's second factor from all unknown addresses. A caller here knows the password. */
  codes: { aheadSeconds: 240, everySeconds: 60, slowAfter: 10_000, slowEverySeconds: 60 },
  /** One address over all names of users. */
  address: { aheadSeconds: 1_470, everySeconds: 30, slowAfter: 10_000, slowEverySeconds: 30 },
  /** One address over all names of customers, who share the address of their portal. */
  portal: { aheadSeconds: 999, everySeconds: 1, slowAfter: 1_000_000, slowEverySeconds: 1 },
  addressKnownDays: 90,
  addressesKnownMax: 50,
  deviceKnownDays: 365,
  /** Right passwords of the last hours, as keyed digests in memory: they have no delay. */
  provedForMs: 43_200_000,
  provedMax: 5_000,
} as const;

/** Links that set a new password once. */
export const PASSWORD_RESET = {
  loginCharactersMax: 255,
  /** Life of a link that was requested at the login page, from the request on. */
  requestedSeconds: 1_800,
  /** Life of a link that an administrator makes. */
  administratorSeconds: 86_400,
  /** Users and customers with one e-mail address; each gets a mail. */
  holdersPerRequestMax: 5,
  /**
   * Requests with one name, and mails to one user or customer: three at once, then at a lower rate.
   */
  perName: { aheadSeconds: 2_400, everySeconds: 1_200, slowAfter: 10, slowEverySeconds: 3_600 },
  /** Requests from one network, over all names. */
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
  refreshSeconds: 43_200,
  sessionSeconds: 604_800,
  signingKeyDays: 30,
  /** A retired key verifies for the life of its last token plus this margin. */
  signingKeyMarginSeconds: 300,
  keyReloadEveryMs: 1_000,
  /** A known key is re-read this often, so that a withdrawn key stops verifying. */
  keyRereadMs: 30_000,
  keysMax: 20,
  purgedPerRunMax: 10_000,
  ownSessionsMax: 200,
} as const;

export const SECOND_FACTOR = {
  secretBytes: 20,
  digits: 6,
  stepSeconds: 30,
  /** Codes of one step before and after are accepted too, because clocks differ. */
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
  /** Own and shared views of one place. */
  shownMax: 500,
  labelCharactersMax: 80,
  searchCharactersMax: 2_000,
  settingsMax: 50,
  settingCharactersMax: 4_000,
} as const;

export const AUDIT = {
  extendEveryMs: 1_000,
  batchRows: 2_000,
  batchesPerRunMax: 50,
  verifyPositionsMax: 1_000_000,
  /** Rows of batches that one verification recomputes, and that one of its pages has. */
  verifyRowsMax: 1_000_000,
  rowsPerPageMax: 20_000,
  /** Blocks of tables (usually 8 KiB) that one request compares, and one of its statements. */
  comparedBlocksMax: 4_000,
  blocksPerStatementMax: 500,
  /** Rows that one report names. */
  faultsMax: 100,
  proveRowsTimeoutMs: 3_600_000,
  exportedAtOnceRows: 1_000,
  keyBytes: 32,
  /**
   * How often the head of the chain is published and written to its file, and how often it is due.
   */
  publishEverySeconds: 3_600,
  publishPollMs: 60_000,
  housekeepingEveryMs: 3_600_000,
} as const;

export const PRINCIPAL = {
  nameCharactersMax: 64,
  rolesMax: 8,
  officesMax: 200,
} as const;
