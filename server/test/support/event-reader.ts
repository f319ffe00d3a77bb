// A reader of the event stream that works like an integrator's program and stores its last id.

import type { Json } from './app.js';

export interface Told {
  readonly id: number;
  readonly event: Json;
}

export interface EventReader {
  readonly response: Response;
  /** Events received so far, in order of arrival. */
  readonly told: Told[];
  /** Returns the last id received, whether or not it came with an event. */
  lastId(): string | undefined;
  /** Stream comments received so far. */
  readonly comments: string[];
  /** Returns the closing block that the server sent, if any. */
  readonly end: () => Json;
  /** Resolves when the stream has ended for any reason. */
  readonly over: Promise<void>;
  /** Disconnects immediately. */
  kill(): void;
}

/** Connects to the stream. Resolves when the response headers arrive. */
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
    // Either side has disconnected.
  }
}
