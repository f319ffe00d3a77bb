// Limits of identity, each with its unit in its name.

export const PASSWORD = {
  charactersMin: 12,
  charactersMax: 128,
  /** Of portal customers, whose programs of the original ask for eight. */
  customerCharactersMin: 8,
  /** Shorter entries of the list of most used passwords are parts of many good ones. */
  commonCharactersMin: 4,
  /** Of the digests in `server/data/most-used-password.txt`. */
  digestBytes: 8,
  /** A password of one repeated text is refused up to this length of the text. */
  unitCharactersMax: 4,
  /** Shorter parts of names are not looked for. */
  wordCharactersMin: 4,
  /** Letters and digits that a password needs beside names. */
  ownCharactersMin: 6,
  argonMemoryKib: 19_456,
  argonPasses: 2,
  argonLanes: 1,
  checksAtOnceMax: 4,
  checksWaitingMax: 200,
  checksWaitingPerSourceMax: 50,
} as const;

/**
 * How fast passwords are checked. SECURITY.md quotes the guesses of a day that these allow, which
 * `login-reckoning.test.ts` computes.
 */
export const LOGIN = {
  /** Of one name from one address or device: so many failures, then growing delays. */
  freeFailures: 5,
  delayFirstSeconds: 1,
  delayMaxSeconds: 900,
  forgottenAfterHours: 24,
  /** Of one name from all addresses that are strangers to it. */
  strangers: {
    aheadSeconds: 12,
    everySeconds: 3,
    slowAfter: 10_000,
    slowEverySeconds: 30,
  },
  /** A first attempt waits for its turn so long before it is refused. */
  heldMsMax: 3_100,
  heldAtOnceMax: 1_000,
  /** Of one user's second factor from all such addresses. A caller here knows the password. */
  codes: { aheadSeconds: 240, everySeconds: 60, slowAfter: 10_000, slowEverySeconds: 60 },
  /** Of one address over all names of users. */
  address: { aheadSeconds: 1_470, everySeconds: 30, slowAfter: 10_000, slowEverySeconds: 30 },
  /** The same for customers, who share the address of their portal. */
  portal: { aheadSeconds: 999, everySeconds: 1, slowAfter: 1_000_000, slowEverySeconds: 1 },
  addressKnownDays: 90,
  addressesKnownMax: 50,
  deviceKnownDays: 365,
  /** Right passwords of the last hours, as keyed digests in memory: they wait for nothing. */
  provedForMs: 43_200_000,
  provedMax: 5_000,
} as const;

/** Links that set a new password once. */
export const PASSWORD_RESET = {
  loginCharactersMax: 255,
  /** A link that was requested at the sign-in works so long, counted from the request. */
  requestedSeconds: 1_800,
  /** A link that an administrator makes. */
  administratorSeconds: 86_400,
  /** Users and customers with one e-mail address who get a mail each. */
  holdersPerRequestMax: 5,
  /** Requests with one name, and mails to one user or customer: three at once, then fewer. */
  perName: { aheadSeconds: 2_400, everySeconds: 1_200, slowAfter: 10, slowEverySeconds: 3_600 },
  /** Requests of one network, over all names. */
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
  /** A retired key still verifies for the life of its last token and this margin. */
  signingKeyMarginSeconds: 300,
  keyReloadEveryMs: 1_000,
  /** A known key is read again this often, so that a withdrawn one stops verifying. */
  keyRereadMs: 30_000,
  keysMax: 20,
  purgedPerRunMax: 10_000,
  ownSessionsMax: 200,
} as const;

export const SECOND_FACTOR = {
  secretBytes: 20,
  digits: 6,
  stepSeconds: 30,
  /** Codes of one step before and after pass too: clocks differ. */
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
  /** Own and shared ones of one place together. */
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
  /** Rows of batches that one verification recomputes, and one of its statements. */
  verifyRowsMax: 1_000_000,
  rowsPerPageMax: 20_000,
  /** Blocks of tables that one request compares, and one statement; 8 KiB each as a rule. */
  comparedBlocksMax: 4_000,
  blocksPerStatementMax: 500,
  /** Rows that one request names. */
  faultsMax: 100,
  proveRowsTimeoutMs: 3_600_000,
  exportedAtOnceRows: 1_000,
  keyBytes: 32,
  /** How often the head of the chain is published and written to its file, and looked after. */
  publishEverySeconds: 3_600,
  publishPollIntervalMs: 60_000,
  housekeepingEveryMs: 3_600_000,
} as const;

export const CHANGE = {
  reasonCharactersMax: 500,
  differencesMax: 500,
} as const;

export const PRINCIPAL = {
  nameCharactersMax: 64,
  rolesMax: 8,
  officesMax: 200,
} as const;
