// WhatsApp's kinds of file, and the maximum size of each.

export type MediaKind = 'image' | 'audio' | 'video' | 'document';

const KINDS: Readonly<Record<string, MediaKind>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'video/mp4': 'video',
  'video/3gpp': 'video',
};

const MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  image: 5 * 1_048_576,
  audio: 16 * 1_048_576,
  video: 16 * 1_048_576,
  document: 100 * 1_048_576,
};

/** Returns the kind of a file. All unlisted types, including other images, are documents. */
export function mediaKindOf(mimeType: string): MediaKind {
  return KINDS[mimeType] ?? 'document';
}

/** Returns why a file of this size is refused, or undefined. */
export function tooLarge(kind: MediaKind, bytes: number): string | undefined {
  const most = MAX_BYTES[kind];
  return bytes <= most ? undefined : `${bytes} bytes, but ${kind} can have at most ${most}`;
}
