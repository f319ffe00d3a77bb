// Every limit of the CRM module, with its unit in its name.

export const CRM = {
  /** Duplicates that one reply names. */
  duplicatesMax: 20,
  /** One look of the virus scanner; and how often it is asked, up to every ten minutes. */
  scanTimeoutMs: 120_000,
  scanAttemptsMax: 1_000,
  /** Leads whose identifiers are sealed in one transaction. */
  sealedAtOnce: 500,
  emailLengthMax: 254,
  phoneLengthMax: 64,
  noteLengthMax: 4_000,
  /** The longest text message that WhatsApp carries. */
  messageLengthMax: 4_096,
  attachmentsPerRequestMax: 20,
  attachmentsPerMessageMax: 100,
  /** One file, decoded; its base64 form fits the body limit of the route with room for the rest. */
  attachmentBytesMax: 12_000_000,
  base64LengthMax: 16_500_000,
  emailBodyLengthMax: 200_000,
  /** Ten parts of a long text message. */
  smsLengthMax: 1_530,
  attachmentsPerEmailMax: 20,
  /** Marketing to one address in one channel. */
  marketingPerAddressPerDayMax: 3,
  /** By the clock of the office: no marketing to phones from the one hour until the other. */
  quietFromHour: 20,
  quietUntilHour: 8,
} as const;

export const ACTIVITY = {
  /** How often it is looked for what is due. */
  pollIntervalMs: 5_000,
  toldAtOnceMax: 200,
} as const;

export const CAMPAIGN = {
  idsMax: 1_000,
  recipientsMax: 100_000,
  throttlePerMinuteDefault: 60,
  throttlePerMinuteMax: 6_000,
  pollIntervalMs: 1_000,
  /** Campaigns that one look goes through. */
  atOnceMax: 20,
  /** Messages of one campaign that one look queues. */
  queuedAtOnceMax: 100,
  withdrawnAtOnceMax: 200,
  estimatedAtOnce: 1_000,
} as const;

export const NOTIFICATION = {
  conditionsMax: 10,
  valuesMax: 50,
  /** Users that are looked through for those who may approve. */
  usersMax: 1_000,
  pollIntervalMs: 1_000,
  eventsPerBatchMax: 200,
  batchesPerRoundMax: 1_000,
  attemptsMax: 8,
  /** Notices of a customer are gathered for so long, and so many. */
  gatherMinutesMax: 1_440,
  gatheredMax: 200,
  /** Of a batch: its documents are drawn one after the other. */
  batchTimeoutMs: 300_000,
  /** Attempts of a batch that one failed notice fails; in later ones it leaves the batch. */
  wholeBatchAttemptsMax: 4,
  /** Of the files of one message; what does not fit goes into a further one. */
  gatheredBytesMax: 5_000_000,
  keptDays: 365,
  purgeBatchRows: 1_000,
  purgeTimeoutMs: 1_800_000,
} as const;

export const TEMPLATE = {
  nameLengthMax: 50,
  subjectLengthMax: 255,
  /** With its variables, which may be longer than what they become. */
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
  failuresMax: 12,
  backoffFirstMs: 2_000,
  backoffMaxMs: 1_800_000,
  /** A channel whose provider takes nothing is left alone for so long, doubled each time. */
  pauseFirstMs: 500,
  pauseMaxMs: 30_000,
  /** From being handed over to the provider's answer. */
  sendTimeoutMs: 60_000,
  /** A node that does not renew its lease for so long has lost its messages to the others. */
  leaseMs: 10_000,
  renewEveryMs: 3_000,
  pollIntervalMs: 500,
  measureEveryMs: 10_000,
  overdueEveryMs: 60_000,
  lostPerRoundMax: 500,
  stopWaitMs: 4_000,
  reasonCharactersMax: 500,
  /** While a virus scanner holds a file back. */
  quarantinePollIntervalMs: 30_000,
  mediaAttemptsMax: 8,
  templateParametersMax: 50,
  /** Failed messages that one request queues again. */
  replayedMax: 1_000,
  /** Records with one phone number. */
  peopleOfAddressMax: 20,
  /** Nothing more came of a long text message for so long: it is shown without what is missing. */
  partsAwaitedMs: 300_000,
  partsEveryMs: 10_000,
  /** Parts that are in their message: one may come again, because our answer to it was lost. */
  partsKeptMs: 3_600_000,
  partsForgottenMax: 1_000,
  /** Long messages that one look gives up. */
  partsGivenUpMax: 100,
} as const;
