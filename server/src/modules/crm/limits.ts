// Every limit of the CRM module, with its unit in its name.

export const CRM = {
  /** Duplicates that one reply names. */
  duplicatesMost: 20,
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
} as const;
