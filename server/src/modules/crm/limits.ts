// Every limit of the CRM module, with its unit in its name.

export const CRM = {
  /** Duplicates that one reply names. */
  duplicatesMost: 20,
  /** One look of the virus scanner; and how often it is asked, up to every ten minutes. */
  scanTimeoutMs: 120_000,
  scanAttemptsMost: 1_000,
  /** Leads whose identifiers are sealed in one transaction. */
  sealedAtOnce: 500,
  emailLengthMost: 254,
  phoneLengthMost: 64,
  noteLengthMost: 4_000,
  /** The longest text message that WhatsApp carries. */
  messageLengthMost: 4_096,
  attachmentsPerRequestMost: 20,
  attachmentsPerMessageMost: 100,
  /** One file, decoded; its base64 form fits the body limit of the route with room for the rest. */
  attachmentBytesMost: 12_000_000,
  base64LengthMost: 16_500_000,
  emailBodyLengthMost: 200_000,
  /** Ten parts of a long text message. */
  smsLengthMost: 1_530,
  attachmentsPerEmailMost: 20,
  /** Marketing to one address in one channel. */
  marketingPerAddressPerDayMost: 3,
  /** By the clock of the office: no marketing to phones from the one hour until the other. */
  quietFromHour: 20,
  quietUntilHour: 8,
} as const;

export const ACTIVITY = {
  /** How often it is looked for what is due. */
  lookEveryMs: 5_000,
  toldAtOnceMost: 200,
} as const;

export const CAMPAIGN = {
  idsMost: 1_000,
  recipientsMost: 100_000,
  throttlePerMinuteDefault: 60,
  throttlePerMinuteMost: 6_000,
  lookEveryMs: 1_000,
  /** Campaigns that one look goes through. */
  atOnceMost: 20,
  /** Messages of one campaign that one look queues. */
  queuedAtOnceMost: 100,
  withdrawnAtOnceMost: 200,
  estimatedAtOnce: 1_000,
} as const;

export const NOTIFICATION = {
  conditionsMost: 10,
  valuesMost: 50,
  /** Users that are looked through for those who may approve. */
  usersMost: 1_000,
  lookEveryMs: 1_000,
  eventsPerBatchMost: 200,
  batchesPerRoundMost: 1_000,
  attemptsMost: 8,
  /** Notices of a customer are gathered for so long, and so many. */
  gatherMinutesMost: 1_440,
  gatheredMost: 200,
  /** Of a batch: its documents are drawn one after the other. */
  batchTimeoutMs: 300_000,
  /** Attempts of a batch that one failed notice fails; in later ones it leaves the batch. */
  wholeBatchAttemptsMost: 4,
  /** Of the files of one message; what does not fit goes into a further one. */
  gatheredBytesMost: 5_000_000,
  keptDays: 365,
  purgeBatchRows: 1_000,
  purgeTimeoutMs: 1_800_000,
} as const;

export const TEMPLATE = {
  nameLengthMost: 50,
  subjectLengthMost: 255,
  /** With its variables, which may be longer than what they become. */
  textLengthMost: 10_000,
  languagesMost: 20,
  parametersMost: 30,
} as const;

export const LEAD_ASSIGNMENT = {
  assigneesMost: 100,
  leadsAtOnceMost: 500,
} as const;

export const LEAD_IMPORT = {
  rowsMost: 2_000,
  /** Rows whose duplicates are looked for in one go. */
  judgedAtOnce: 8,
} as const;

export const LEAD_EXPORT = {
  /** Leads read in one statement while a file is written. */
  readAtOnce: 250,
} as const;

export const TIMELINE = {
  /** Of a message without a subject. */
  previewCharacters: 120,
} as const;

export const MESSAGE = {
  /** A message that could not be handed over for so long is news no more. */
  givenUpAfterHours: 72,
  /** Failed attempts; what is put off, or finds its provider away, is none. */
  failuresMost: 12,
  backoffFirstMs: 2_000,
  backoffMostMs: 1_800_000,
  /** A channel whose provider takes nothing is left alone for so long, doubled each time. */
  pauseFirstMs: 500,
  pauseMostMs: 30_000,
  /** From being handed over to the provider's answer. */
  sendTimeoutMs: 60_000,
  /** A node that does not renew its lease for so long has lost its messages to the others. */
  leaseMs: 10_000,
  renewEveryMs: 3_000,
  lookEveryMs: 500,
  measureEveryMs: 10_000,
  overdueEveryMs: 60_000,
  lostPerRoundMost: 500,
  stopWaitMs: 4_000,
  reasonCharactersMost: 500,
  /** While a virus scanner holds a file back. */
  quarantineLookMs: 30_000,
  mediaAttemptsMost: 8,
  templateParametersMost: 50,
  /** Failed messages that one request queues again. */
  replayedMost: 1_000,
  /** Records with one phone number. */
  peopleOfAddressMost: 20,
  /** Nothing more came of a long text message for so long: it is shown without what is missing. */
  partsAwaitedMs: 300_000,
  partsEveryMs: 10_000,
  /** Parts that are in their message: one may come again, because our answer to it was lost. */
  partsKeptMs: 3_600_000,
  partsForgottenMost: 1_000,
  /** Long messages that one look gives up. */
  partsGivenUpMost: 100,
} as const;
