// Every limit of the gateways, with its unit in its name.

export const SMTP = {
  connectionsMax: 10,
  connectTimeoutMs: 10_000,
  silenceTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  /** Largest size of the files of a mail that is encoded before it is sent. */
  composedBytesMax: 2_000_000,
} as const;

export const SMPP = {
  /** Submits that wait for a response at the same time; most operators allow ten. */
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
  /** Polls for the message of a receipt that came before the response to its submit. */
  receiptPollsMax: 20,
  receiptPollIntervalMs: 250,
} as const;

/** Pauses of an SMS line; tests use shorter ones. */
export type SmppPauses = {
  readonly [Name in 'reconnectFirstMs' | 'receiptPollIntervalMs']: number;
};

export const WHATSAPP = {
  atOnceMax: 20,
  answerTimeoutMs: 30_000,
  reasonCharactersMax: 300,
  textCharactersMax: 4_096,
  /** How long the provider stores an uploaded file; after that it is uploaded again. */
  mediaKeptMs: 20 * 86_400_000,
  mediaRememberedMax: 1_000,
  mediaBytesMax: 104_857_600,
  webhookBodyBytes: 3_145_728,
  /** Members and items of one delivery. */
  webhookJsonValuesMax: 200_000,
  /** WhatsApp retries a delivery for seven days. */
  staleAfterDays: 8,
  storedAtOnce: 8,
} as const;

export const FAKE = {
  mailBytesMax: 40_000_000,
  closeTimeoutMs: 500,
} as const;
