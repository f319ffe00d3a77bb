// A reader of the event stream, like an integrator's program: it stores its last id.

import type { Json } from './app.js';

export interface Told {
  readonly id: number;
  readonly event: Json;
}

export interface EventReader {
  readonly response: Response;
  /** Events so far, in order of arrival. */
  readonly told: Told[];
  /** The last received id, with an event or without. */
  lastId(): string | undefined;
  /** Comments so far. */
  readonly comments: string[];
  /** The server's last block, if there was one. */
  readonly end: () => Json;
  /** Resolves when the stream has ended, for any reason. */
  readonly over: Promise<void>;
  /** Hangs up at once. */
  kill(): void;
}

/** Connects; resolves with the head of the reply. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  onEvent: (told: Told) => void = () => undefined,
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const seen: { lastId: string | undefined; end: Json } = { lastId: undefined, end: undefined };
  const told: Told[] = [];
  const comments: string[] = [];
  const take = (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    comments.push(...[...block.matchAll(/^:(.*)$/gm)].map(([, text]) => String(text).trim()));
    const [id, data] = [field('id'), field('data')];
    seen.lastId = id ?? seen.lastId;
    if (data === undefined) return;
    if (field('event') === 'end') seen.end = JSON.parse(data);
    else {
      const one = { id: Number(id), event: JSON.parse(data) };
      told.push(one);
      onEvent(one);
    }
  };
  return {
    response,
    told,
    comments,
    lastId: () => seen.lastId,
    end: () => seen.end,
    over: readBlocks(response, take),
    kill: () => abort.abort(),
  };
}

async function readBlocks(response: Response, take: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const bytes of response.body ?? []) {
      rest += decoder.decode(bytes, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  } catch {
    // One side hung up.
  }
}
