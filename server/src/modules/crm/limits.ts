// The CRM module's limits. Each name contains the unit.

export const CRM = {
  /** Maximum number of duplicates listed in one reply. */
  duplicatesMax: 20,
  /**
   * Timeout of one virus scan, and maximum number of attempts, which are up to ten minutes apart.
   */
  scanTimeoutMs: 120_000,
  scanAttemptsMax: 1_000,
  /** Maximum number of identifiers encrypted in one transaction. */
  sealedAtOnce: 500,
  emailLengthMax: 254,
  /** Maximum length of a portal user name, as for customers. */
  portalUserNameLengthMax: 100,
  phoneLengthMax: 64,
  noteLengthMax: 4_000,
  /** Maximum length of a WhatsApp message, in characters. */
  messageLengthMax: 4_096,
  attachmentsPerRequestMax: 20,
  attachmentsPerMessageMax: 100,
  /**
   * Maximum size of a decoded file. Encoded in base64, it leaves room in the body for the rest of
   * the request.
   */
  attachmentBytesMax: 12_000_000,
  base64LengthMax: 16_500_000,
  emailBodyLengthMax: 200_000,
  /** Maximum length of a text message, which is ten parts. */
  smsLengthMax: 1_530,
  attachmentsPerEmailMax: 20,
  /** Maximum number of marketing messages per day to one address in one channel. */
  marketingPerAddressPerDayMax: 3,
  /** No marketing is sent to phones between these times of day in the office's time zone. */
  quietFromHour: 20,
  quietUntilHour: 8,
} as const;

export const ACTIVITY = {
  pollIntervalMs: 5_000,
  notifiedAtOnceMax: 200,
} as const;

export const CAMPAIGN = {
  idsMax: 1_000,
  recipientsMax: 100_000,
  throttlePerMinuteDefault: 60,
  throttlePerMinuteMax: 6_000,
  pollIntervalMs: 1_000,
  /** Maximum number of campaigns handled in one round. */
  atOnceMax: 20,
  /** Maximum number of messages queued for one campaign in one round. */
  queuedAtOnceMax: 100,
  withdrawnAtOnceMax: 200,
  estimatedAtOnce: 1_000,
} as const;

export const NOTIFICATION = {
  conditionsMax: 10,
  valuesMax: 50,
  /** Maximum number of users checked in a search for approvers. */
  usersMax: 1_000,
  pollIntervalMs: 1_000,
  eventsPerBatchMax: 200,
  batchesPerRoundMax: 1_000,
  attemptsMax: 8,
  /** Maximum time that a batch collects notices, and maximum number of notices in a batch. */
  gatherMinutesMax: 1_440,
  batchNoticesMax: 200,
  /** Timeout of a batch, which generates its documents one after another. */
  batchTimeoutMs: 300_000,
  /**
   * Number of attempts during which a failing notice makes the whole batch fail. In later attempts,
   * the notice leaves the batch instead.
   */
  wholeBatchAttemptsMax: 4,
  /**
   * Maximum total size of the files in one message. The remaining files are sent in further
   * messages.
   */
  batchBytesMax: 5_000_000,
  keptDays: 365,
  purgeBatchRows: 1_000,
  purgeTimeoutMs: 1_800_000,
} as const;

export const TEMPLATE = {
  nameLengthMax: 50,
  subjectLengthMax: 255,
  /**
   * Maximum length of a template text. It exceeds the limit for messages, because a variable's name
   * may be longer than its value.
   */
  textLengthMax: 10_000,
  languagesMax: 20,
  parametersMax: 30,
} as const;

export const LEAD_ASSIGNMENT = {
  assigneesMax: 100,
  leadsAtOnceMax: 500,
} as const;

export const LEAD_IMPORT = {
  rowsMax: 2_000,
  /** Number of rows that are checked for duplicates at the same time. */
  checkedAtOnce: 8,
} as const;

export const LEAD_EXPORT = {
  /** Number of leads read per statement during a file export. */
  readAtOnce: 250,
} as const;

export const TIMELINE = {
  /** Length of the preview for a message without a subject. */
  previewCharacters: 120,
} as const;

export const INBOUND = {
  /** Number of lanes that are read in parallel. */
  lanes: 8,
  /** Maximum number of items read in a lane before other lanes are polled again. */
  itemsPerTurnMax: 200,
  pollIntervalMs: 500,
  measureIntervalMs: 10_000,
  /** Maximum time that the acknowledgement of a delivery waits for its items to be read. */
  readWaitMs: 10_000,
  /** Maximum number of attempts to read an item that fails with a program error. */
  failuresMax: 5,
  /** First delay before another attempt to read an item. Each further delay is twice as long. */
  backoffFirstMs: 250,
  backoffMaxMs: 60_000,
  /** Maximum number of searches for a receipt's message. Together they take about ten minutes. */
  receiptAttemptsMax: 16,
  /**
   * A text message is a duplicate if its sender's last message had the same octets, came over
   * another connection, and is no older than this.
   */
  repeatedWithinMs: 300_000,
  reasonCharactersMax: 500,
  /** Maximum length of the reason for discarding an item. */
  discardReasonLengthMax: 300,
  /**
   * Number of days after which deliveries are deleted, unless an item is still waiting or parked.
   */
  keptDays: 400,
  purgeTimeoutMs: 1_800_000,
} as const;

export const MESSAGE = {
  /** A message that cannot be sent within this time is marked as failed. */
  givenUpAfterHours: 72,
  /** Maximum number of failed attempts. Delays and provider outages do not count as failures. */
  failuresMax: 12,
  backoffFirstMs: 2_000,
  backoffMaxMs: 1_800_000,
  /**
   * First pause of a channel whose provider accepts no messages. Each further pause is twice as
   * long.
   */
  pauseFirstMs: 500,
  pauseMaxMs: 30_000,
  /**
   * A pause caused by a receipt ends after this time without another failure, even if no receipt
   * shows that the provider accepts messages again.
   */
  pauseEndsAfterMs: 900_000,
  /** Timeout for the provider's response. */
  sendTimeoutMs: 60_000,
  /** If a node has not renewed its lease for this long, other nodes take over its messages. */
  leaseMs: 10_000,
  renewIntervalMs: 3_000,
  pollIntervalMs: 500,
  measureIntervalMs: 10_000,
  overdueIntervalMs: 60_000,
  lostPerRoundMax: 500,
  stopWaitMs: 4_000,
  reasonCharactersMax: 500,
  /** Interval for polling the result of the virus scan. */
  quarantinePollIntervalMs: 30_000,
  mediaAttemptsMax: 8,
  templateParametersMax: 50,
  /** Maximum number of failed messages that one request queues again. */
  replayedMax: 1_000,
  /** Maximum number of records found for the phone number of a message. */
  peopleOfAddressMax: 20,
  /**
   * Time to wait for the remaining parts of a long text message before it is stored without them.
   */
  partsAwaitedMs: 300_000,
  partsPollIntervalMs: 10_000,
  /**
   * Retention time of parts that have been joined. They are needed to recognise duplicates, which
   * arrive if our response was lost.
   */
  partsKeptMs: 3_600_000,
  partsDeletedMax: 1_000,
  /** Maximum number of incomplete messages that one round stores without their missing parts. */
  partsGivenUpMax: 100,
} as const;
