// Detects a file's type from its content, and allows only the listed types.

import { fileTypeFromBuffer } from 'file-type';
import { othersTurn } from '../concurrency/turn.js';
import { endOfSlice } from '../utf8.js';

// Maps each allowed media type to the file extensions that match it, the usual one first.
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/aac': ['aac'],
  'audio/amr': ['amr'],
  'audio/mp4': ['m4a', 'mp4'],
  'video/mp4': ['mp4'],
  'video/3gpp': ['3gp'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'text/plain': ['txt', 'csv', 'log'],
};

const SAME: Readonly<Record<string, string>> = {
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
};

/** Number of bytes checked before other requests are served. */
const SLICE_BYTES = 262_144;
const TEXT = 'text/plain';
const TEXT_CLAIMS = new Set([TEXT, 'text/csv', 'application/octet-stream', '']);
const MARKUP = /^[\s\uFEFF]*<(?:!|\?|[a-z])/i;
// Control characters that do not occur in text. Tabs, line breaks and escapes are allowed.
const ESCAPE = '\u001B';
const CONTROL = /[^\P{Cc}\t\n\r\u007F-\u009F]|\uFFFD/u;

/**
 * Returns the media type of the content, or undefined if that type is not allowed. Text has no
 * signature, so it is allowed only if the client declares it as text and it is not markup. This
 * blocks HTML and SVG with scripts under other names.
 */
export async function contentTypeOf(bytes: Buffer, claimed: string): Promise<string | undefined> {
  const found = await detect(bytes);
  if (found !== undefined) return Object.hasOwn(ALLOWED, found) ? found : undefined;
  const claim = (claimed.split(';')[0] ?? '').trim().toLowerCase();
  return TEXT_CLAIMS.has(claim) && (await isPlainText(bytes)) ? TEXT : undefined;
}

async function detect(bytes: Buffer): Promise<string | undefined> {
  // The library throws if a file is truncated. The type of the file is then treated as unknown.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return found === undefined ? undefined : (SAME[found.mime] ?? found.mime);
}

// Bytes that are not UTF-8 become the replacement character, so text that contains it is refused.
async function isPlainText(bytes: Buffer): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let start = 0; start < bytes.length; ) {
    const end = endOfSlice(bytes, start, SLICE_BYTES);
    const text = decoder.decode(bytes.subarray(start, end));
    if (CONTROL.test(text.replaceAll(ESCAPE, '')) || (start === 0 && MARKUP.test(text)))
      return false;
    start = end;
    await othersTurn();
  }
  return bytes.length > 0;
}

/** Returns the file name of a download, whose extension always matches the content type. */
export function downloadName(fileName: string | undefined, contentType: string): string {
  const endings = ALLOWED[contentType] ?? ['bin'];
  const base = fileName?.split(/[\\/]/).at(-1) || 'attachment';
  const ending = base.split('.').at(-1)?.toLowerCase() ?? '';
  return base.includes('.') && endings.includes(ending) ? base : `${base}.${endings[0] ?? 'bin'}`;
}
