// Every limit of the CRM module, with its unit in its name.

export const CRM = {
  /** Duplicates in one reply. */
  duplicatesMax: 20,
  /** One scan for viruses; and attempts of its job, with delays of up to ten minutes. */
  scanTimeoutMs: 120_000,
  scanAttemptsMax: 1_000,
  /** Identifiers that are sealed in one transaction. */
  sealedAtOnce: 500,
  emailLengthMax: 254,
  phoneLengthMax: 64,
  noteLengthMax: 4_000,
  /** The longest text of a WhatsApp message. */
  messageLengthMax: 4_096,
  attachmentsPerRequestMax: 20,
  attachmentsPerMessageMax: 100,
  /** One decoded file. Its base64 form leaves room for the rest within the body limit. */
  attachmentBytesMax: 12_000_000,
  base64LengthMax: 16_500_000,
  emailBodyLengthMax: 200_000,
  /** The length of ten parts of a long text message. */
  smsLengthMax: 1_530,
  attachmentsPerEmailMax: 20,
  /** Marketing messages to one address in one channel. */
  marketingPerAddressPerDayMax: 3,
  /** Hours of the office's clock between which no marketing is sent to phones. */
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
  /** Campaigns of one round. */
  atOnceMax: 20,
  /** Messages of one campaign that one round queues. */
  queuedAtOnceMax: 100,
  withdrawnAtOnceMax: 200,
  estimatedAtOnce: 1_000,
} as const;

export const NOTIFICATION = {
  conditionsMax: 10,
  valuesMax: 50,
  /** Users that are searched for approvers. */
  usersMax: 1_000,
  pollIntervalMs: 1_000,
  eventsPerBatchMax: 200,
  batchesPerRoundMax: 1_000,
  attemptsMax: 8,
  /** Longest time, and largest number of notices, of a batch. */
  gatherMinutesMax: 1_440,
  batchNoticesMax: 200,
  /** Timeout of a batch, which generates its documents one after the other. */
  batchTimeoutMs: 300_000,
  /** Attempts of a batch that a failed notice fails as a whole; later it leaves the batch. */
  wholeBatchAttemptsMax: 4,
  /** Size of the files of one message; the rest goes into further messages. */
  batchBytesMax: 5_000_000,
  keptDays: 365,
  purgeBatchRows: 1_000,
  purgeTimeoutMs: 1_800_000,
} as const;

export const TEMPLATE = {
  nameLengthMax: 50,
  subjectLengthMax: 255,
  /** Length with variables, which may be longer than their values. */
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
  /** Rows whose duplicates are searched at the same time. */
  checkedAtOnce: 8,
} as const;

export const LEAD_EXPORT = {
  /** Leads read in one statement while a file is written. */
  readAtOnce: 250,
} as const;

export const TIMELINE = {
  /** Characters of the text that are shown for a message without a subject. */
  previewCharacters: 120,
} as const;

export const MESSAGE = {
  /** Hours after which a message that could not be sent is given up. */
  givenUpAfterHours: 72,
  /** Failed attempts, without delays and outages of the provider. */
  failuresMax: 12,
  backoffFirstMs: 2_000,
  backoffMaxMs: 1_800_000,
  /** Pause of a channel whose provider accepts nothing, doubled each time. */
  pauseFirstMs: 500,
  pauseMaxMs: 30_000,
  /** Wait for the response of the provider. */
  sendTimeoutMs: 60_000,
  /** A node that does not renew its lease for so long loses its messages to other nodes. */
  leaseMs: 10_000,
  renewIntervalMs: 3_000,
  pollIntervalMs: 500,
  measureIntervalMs: 10_000,
  overdueIntervalMs: 60_000,
  lostPerRoundMax: 500,
  stopWaitMs: 4_000,
  reasonCharactersMax: 500,
  /** Poll for the result of the virus scanner. */
  quarantinePollIntervalMs: 30_000,
  mediaAttemptsMax: 8,
  templateParametersMax: 50,
  /** Failed messages that one request queues again. */
  replayedMax: 1_000,
  /** The most records that a message looks up by its phone number. */
  peopleOfAddressMax: 20,
  /** Wait for further parts of a long text message before it is stored without them. */
  partsAwaitedMs: 300_000,
  partsPollIntervalMs: 10_000,
  /** How long joined parts are stored to recognise duplicates, if our response was lost. */
  partsKeptMs: 3_600_000,
  partsDeletedMax: 1_000,
  /** Incomplete long messages that one round gives up. */
  partsGivenUpMax: 100,
} as const;
