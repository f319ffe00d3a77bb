// Every limit of the gateways, with its unit in its name.

export const SMTP = {
  connectionsMax: 10,
  connectTimeoutMs: 10_000,
  silenceTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  /** Files of a mail that is written whole before it is sent. */
  composedBytesMax: 2_000_000,
} as const;

export const SMPP = {
  /** Submits without an answer at the same time; operators mostly allow ten. */
  windowMax: 10,
  connectTimeoutMs: 10_000,
  bindTimeoutMs: 10_000,
  answerTimeoutMs: 30_000,
  enquireEveryMs: 30_000,
  reconnectFirstMs: 500,
  reconnectMaxMs: 30_000,
  unbindTimeoutMs: 1_000,
  /** Parts of one long message. */
  partsMax: 10,
  /** For a receipt that is quicker than what it tells of. */
  receiptPollsMax: 20,
  receiptPollIntervalMs: 250,
} as const;

/** Pauses of an SMS line; tests hand in shorter ones. */
export type SmppPauses = {
  readonly [Name in 'reconnectFirstMs' | 'receiptPollIntervalMs']: number;
};

export const WHATSAPP = {
  atOnceMax: 20,
  answerTimeoutMs: 30_000,
  reasonCharactersMax: 300,
  textCharactersMax: 4_096,
  /** Uploaded files are kept by the provider for so long; after it they are uploaded again. */
  mediaKeptMs: 20 * 86_400_000,
  mediaRememberedMax: 1_000,
  mediaBytesMax: 104_857_600,
  webhookBodyBytes: 3_145_728,
  /** Members and items of one delivery. */
  webhookJsonValuesMax: 200_000,
  /** WhatsApp tries to deliver for seven days. */
  staleAfterDays: 8,
  storedAtOnce: 8,
} as const;

export const STAND_IN = {
  mailBytesMax: 40_000_000,
  closeTimeoutMs: 500,
} as const;
