// Strict base64: the size is known before anything is decoded, and only the one spelling is taken.

/**
 * The number of bytes that a base64 text stands for, or undefined when its length or padding is
 * wrong. Nothing is decoded.
 */
export function base64Size(text: string): number | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/**
 * Decodes RFC 4648 base64 with padding, without line breaks, and with its unused bits zero;
 * undefined for anything else. The platform's decoder skips what it does not know, so its result is
 * written back and compared.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
