// Parses blocks of server-sent events (HTML standard, §9.2.6) from the bytes of a reply.

import { STREAM } from './limits.js';

/** One block: the lines between two empty lines. */
export interface EventBlock {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
  /** The reconnection delay requested by the server, if any. */
  readonly retryMs: number | undefined;
}

/** Yields blocks as they arrive. Throws if `read` throws. */
export async function* readBlocks(
  read: () => Promise<Uint8Array | undefined>,
): AsyncGenerator<EventBlock, void> {
  const decoder = new TextDecoder();
  let pending = '';
  for (;;) {
    const bytes = await read();
    if (bytes === undefined) return;
    pending += decoder.decode(bytes, { stream: true }).replaceAll('\r', '');
    const parts = pending.split('\n\n');
    pending = parts.pop() ?? '';
    if (pending.length > STREAM.blockCharactersMax) {
      throw new TypeError('the reply is not an event stream');
    }
    for (const part of parts) yield blockOf(part);
  }
}

function blockOf(text: string): EventBlock {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    const before = fields.get(name);
    const joined = name === 'data' && before !== undefined ? `${before}\n${value}` : value;
    if (name !== '') fields.set(name, joined);
  }
  const retry = fields.get('retry') ?? '';
  return {
    id: fields.get('id'),
    event: fields.get('event'),
    data: fields.get('data'),
    retryMs: /^\d+$/.test(retry) ? Number(retry) : undefined,
  };
}
