// Iterates over events, reconnecting after the last processed event.

import { type EventBlock, readBlocks } from './event-block.js';
import { CLIENT, STREAM } from './limits.js';
import type { CallOptions, EventOf, EventPattern, EventType } from './operation.js';
import { waitBefore } from './pause.js';
import { ConnectionError, ProblemError } from './problem.js';
import type { Transport } from './send.js';

/** The server's reason for closing a connection. */
export type StreamEndReason =
  | 'SERVER_STOPPING'
  | 'CREDENTIALS_ENDED'
  | 'PERMISSION_ENDED'
  | 'READER_TOO_SLOW'
  | 'UNAVAILABLE';

/** A change in a stream's underlying connection. No events are lost. */
export type ConnectionChange =
  | { readonly state: 'connected'; readonly lastId: number | undefined }
  | {
      readonly state: 'dropped';
      /** The server's reason. Undefined if the connection broke or could not be opened. */
      readonly reason: StreamEndReason | (string & {}) | undefined;
      readonly error: unknown;
      /** The position after which the next connection resumes. */
      readonly lastId: number | undefined;
      readonly retryInMs: number;
    };

export interface EventStreamOptions<T extends EventType | EventPattern = EventType> {
  /**
   * The id of the last processed event. 0 starts with the first event. If omitted, the stream
   * starts with the next event.
   */
  readonly since?: number | undefined;
  readonly types?: readonly T[] | undefined;
  /** Ends the stream. The iterator is then done. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the connection opens or closes. */
  readonly onConnection?: ((change: ConnectionChange) => void) | undefined;
  /** A connection without bytes for this long is treated as lost. */
  readonly silenceMaxMs?: number | undefined;
  /** The longest delay before the next attempt to connect, unless the server requests more. */
  readonly waitMaxMs?: number | undefined;
}

interface Follower {
  readonly transport: Transport;
  readonly options: EventStreamOptions<EventType | EventPattern>;
  /** All requested events up to this position have been yielded. */
  lastId: number | undefined;
  retryMs: number;
  /** Failed connections since an event was last yielded. */
  failures: number;
  everConnected: boolean;
}

/**
 * Yields each event once, in order. Reconnects when a connection ends. Throws a ProblemError if
 * reconnecting cannot help (401, 403, a refused position), and an error if the server was never
 * reached.
 */
export async function* followEvents<T extends EventType | EventPattern>(
  transport: Transport,
  options: EventStreamOptions<T>,
): AsyncGenerator<EventOf<T>, void> {
  const follower: Follower = {
    ...{ transport, options, lastId: options.since },
    ...{ retryMs: STREAM.firstWaitMs, failures: 0, everConnected: false },
  };
  while (!options.signal?.aborted) {
    let ended: Dropped;
    try {
      ended = yield* followOnce<T>(follower);
    } catch (error) {
      if (options.signal?.aborted) return;
      ended = { reason: undefined, error };
    }
    await waitForNext(follower, ended);
  }
}

interface Dropped {
  readonly reason: string | undefined;
  readonly error?: unknown;
}

async function* followOnce<T extends EventType | EventPattern>(
  follower: Follower,
): AsyncGenerator<EventOf<T>, Dropped> {
  const { options } = follower;
  const connection = new AbortController();
  const endConnection = () => connection.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', endConnection, { once: true });
  try {
    const read = await connect(follower, connection);
    for await (const block of readBlocks(read)) {
      if (block.retryMs !== undefined) follower.retryMs = block.retryMs;
      if (block.event === 'end') return { reason: reasonOf(block) };
      const id = block.id === undefined ? undefined : Number(block.id);
      const isNew = id !== undefined && (follower.lastId === undefined || id > follower.lastId);
      if (block.data !== undefined && isNew) {
        const event: EventOf<T> = JSON.parse(block.data);
        yield event;
      }
      // A caller that requests the next event has processed this one.
      if (isNew) follower.lastId = id;
      follower.failures = 0;
    }
    return { reason: undefined };
  } finally {
    options.signal?.removeEventListener('abort', endConnection);
    connection.abort();
  }
}

/**
 * Connects and returns a function that reads the bytes. The function returns undefined at the end,
 * and throws if nothing arrives for too long.
 */
async function connect(
  follower: Follower,
  connection: AbortController,
): Promise<() => Promise<Uint8Array | undefined>> {
  const { transport, options, lastId } = follower;
  const silenceMaxMs = options.silenceMaxMs ?? STREAM.silenceMaxMs;
  const watched = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const timer = setTimeout(() => connection.abort(new SilentError()), silenceMaxMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await watched(() =>
    transport.open({
      method: 'GET',
      to: 'event/stream',
      query: { types: options.types?.join(','), since: lastId },
      headers: { accept: 'text/event-stream' },
      signal: connection.signal,
    }),
  );
  const reader = response.body?.getReader();
  follower.everConnected = true;
  options.onConnection?.({ state: 'connected', lastId });
  return async () => (await watched(async () => reader?.read()))?.value;
}

/** Returns the position of the latest event. A stream without a start position sends it first. */
export async function lastEventId(transport: Transport, options: CallOptions): Promise<number> {
  const ending = new AbortController();
  const silence = AbortSignal.timeout(options.timeoutMs ?? CLIENT.timeoutMs);
  const given = options.signal ? [options.signal] : [];
  const signal = AbortSignal.any([ending.signal, silence, ...given]);
  const request = { ...options, method: 'GET', to: 'event/stream', signal };
  try {
    const response = await transport.open(request);
    const reader = response.body?.getReader();
    for await (const { id } of readBlocks(async () => (await reader?.read())?.value)) {
      if (id !== undefined) return Number(id);
    }
    throw new TypeError('the event stream did not send its start position');
  } finally {
    ending.abort();
  }
}

class SilentError extends Error {
  constructor() {
    super('the server has sent nothing, not even a heartbeat');
    this.name = 'SilentError';
  }
}

function reasonOf({ data }: EventBlock): string {
  return String(JSON.parse(data ?? '{}').reason);
}

async function waitForNext(follower: Follower, { reason, error }: Dropped): Promise<void> {
  const { options, lastId, retryMs } = follower;
  follower.failures += 1;
  const tried = follower.everConnected || follower.failures < CLIENT.attemptsMax;
  if (error !== undefined && !(tried && mayMend(error))) throw error;
  const requestedMs = error instanceof ProblemError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  const { waitMaxMs = STREAM.waitMaxMs } = options;
  const own = waitBefore(follower.failures, { firstMs: retryMs, mostMs: waitMaxMs });
  const retryInMs = Math.max(requestedMs, own);
  options.onConnection?.({ state: 'dropped', reason, error, lastId, retryInMs });
  await follower.transport.pause(retryInMs, options.signal).catch((aborted: unknown) => {
    if (!options.signal?.aborted) throw aborted;
  });
}

const PASSING = new Set([408, 429, 500, 502, 503, 504]);

function mayMend(error: unknown): boolean {
  if (error instanceof ProblemError) return PASSING.has(error.status);
  return error instanceof ConnectionError || error instanceof SilentError || isNetwork(error);
}

// Browsers throw different errors for an interrupted body. A TypeError is treated like an error of
// fetch.
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}
