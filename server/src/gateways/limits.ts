// The gateways' limits. Each name contains the unit.

export const SMTP = {
  connectionsMax: 10,
  connectTimeoutMs: 10_000,
  silenceTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  /**
   * Maximum total size of the files in an e-mail that is encoded before sending. Larger e-mails are
   * encoded while they are sent.
   */
  composedBytesMax: 2_000_000,
} as const;

export const SMPP = {
  /**
   * Maximum number of messages or parts that wait for a response at once. Most operators allow ten.
   */
  windowMax: 10,
  connectTimeoutMs: 10_000,
  bindTimeoutMs: 10_000,
  answerTimeoutMs: 30_000,
  enquireEveryMs: 30_000,
  reconnectFirstMs: 500,
  reconnectMaxMs: 30_000,
  unbindTimeoutMs: 1_000,
  /** Maximum number of parts in one long message. */
  partsMax: 10,
} as const;

/** The delays of an SMS connection. Tests use shorter ones. */
export type SmppPauses = {
  readonly [Name in 'reconnectFirstMs']: number;
};

export const WHATSAPP = {
  atOnceMax: 20,
  answerTimeoutMs: 30_000,
  reasonCharactersMax: 300,
  textCharactersMax: 4_096,
  /**
   * How long we assume that the provider keeps an uploaded file. After that, the file is uploaded
   * again.
   */
  mediaKeptMs: 20 * 86_400_000,
  mediaRememberedMax: 1_000,
  mediaBytesMax: 104_857_600,
  webhookBodyBytes: 3_145_728,
  /** Maximum number of JSON members and items in one delivery. */
  webhookJsonValuesMax: 200_000,
  /**
   * A delivery is stale if everything in it is older than this. WhatsApp retries a delivery for
   * seven days.
   */
  staleAfterDays: 8,
  /** Maximum number of values shown from a message of an unknown type. */
  valuesShownMax: 200,
} as const;

export const FAKE = {
  mailBytesMax: 40_000_000,
  closeTimeoutMs: 500,
} as const;
