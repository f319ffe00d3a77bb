// Splits a text message into parts and selects their alphabet. Both determine the cost.

/** The default alphabet of GSM 03.38, without the escape character. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that need an escape character and therefore take two units. */
const EXTENDED = '\f^{}\\[~]|€';

const LETTERS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((letter) => [letter, 1] as const),
  ...[...EXTENDED].map((letter) => [letter, 2] as const),
]);

const PARTS = {
  GSM_7: { alone: 160, joined: 153 },
  UCS_2: { alone: 70, joined: 67 },
} as const;

interface SmsSize {
  readonly encoding: 'GSM_7' | 'UCS_2';
  /** Length in septets (GSM alphabet) or UTF-16 code units. */
  readonly units: number;
  readonly segments: number;
  /** The first character that is not in the GSM alphabet. */
  readonly unusual: string | undefined;
}

/** A message split into parts, ready to be sent. */
interface SmsParts extends Pick<SmsSize, 'encoding' | 'unusual'> {
  readonly parts: readonly string[];
}

/** Returns the size of a message as counted by phone networks. */
export function smsSizeOf(text: string): SmsSize {
  const { encoding, unusual, parts } = smsPartsOf(text);
  const units = [...text].reduce((sum, letter) => sum + unitsOf(letter, encoding), 0);
  return { encoding, units, segments: parts.length, unusual };
}

/** Splits a message into parts. A character of two units is never split. */
export function smsPartsOf(text: string): SmsParts {
  const letters = [...text];
  const unusual = letters.find((letter) => !LETTERS.has(letter));
  const encoding = unusual === undefined ? 'GSM_7' : 'UCS_2';
  const sizes = letters.map((letter) => unitsOf(letter, encoding));
  const { alone, joined } = PARTS[encoding];
  const units = sizes.reduce((sum, size) => sum + size, 0);
  if (units <= alone) return { encoding, unusual, parts: [text] };
  const parts: string[] = [''];
  let used = 0;
  for (const [index, letter] of letters.entries()) {
    const size = sizes[index] ?? 1;
    if (used + size > joined) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += letter;
    used += size;
  }
  return { encoding, unusual, parts };
}

function unitsOf(letter: string, encoding: SmsSize['encoding']): number {
  return encoding === 'GSM_7' ? (LETTERS.get(letter) ?? 1) : letter.length;
}
