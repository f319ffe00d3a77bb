// The client: one method per HTTP method, typed by the paths of the OpenAPI document.

import { type EventStreamOptions, followEvents, lastEventId } from './event-stream.js';
import type {
  CallOptions,
  EventOf,
  EventPattern,
  EventType,
  FilePath,
  InitOf,
  ItemOf,
  ListPath,
  PathOf,
  ReadPath,
  ReplyOf,
} from './operation.js';
import { metaOf, rememberMeta } from './reply.js';
import { type ApiRequest, type ClientOptions, type Transport, transportOf } from './send.js';

/** The reply to an operation that these types do not cover. */
// biome-ignore lint/suspicious/noExplicitAny: only the caller knows its shape
export type Reply = any;

/** A reply that contains a file. */
export interface FileReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly fileName: string | undefined;
  /** The number of rows, without headers and totals, if the file is an exported list. */
  readonly rowCount: number | undefined;
}

export interface Client {
  get<P extends ReadPath>(path: P, ...init: InitOf<'get', P>): Promise<ReplyOf<'get', P>>;
  post<P extends PathOf<'post'>>(path: P, ...init: InitOf<'post', P>): Promise<ReplyOf<'post', P>>;
  put<P extends PathOf<'put'>>(path: P, ...init: InitOf<'put', P>): Promise<ReplyOf<'put', P>>;
  delete<P extends PathOf<'delete'>>(
    path: P,
    ...init: InitOf<'delete', P>
  ): Promise<ReplyOf<'delete', P>>;
  /** Downloads a file, such as a PDF document or a report as CSV. */
  file<P extends FilePath>(path: P, ...init: InitOf<'get', P>): Promise<FileReply>;
  /** Yields every record of a list, following the `next` link of each page. */
  pages<P extends ListPath>(path: P, ...init: InitOf<'get', P>): AsyncGenerator<ItemOf<P>, void>;
  /** Yields events in order and without gaps, reconnecting as needed. */
  events<T extends EventType | EventPattern = EventType>(
    options?: EventStreamOptions<T>,
  ): AsyncGenerator<EventOf<T>, void>;
  /** Returns the latest event's id. Every later event has a higher id. */
  lastEventId(options?: CallOptions): Promise<number>;
  /**
   * Sends any request, including to operations that these types do not cover. Returns JSON, text
   * or, for any other content, a `FileReply`.
   */
  request(request: ApiRequest): Promise<Reply>;
}

/** Creates a client. Paths that do not begin with `/` are relative to `/api/v1/`. */
export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const call = (method: string) => (to: string, init?: object) =>
    reply(transport, { ...init, method, to });
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    file: (to, ...[init]) => file(transport, { ...init, method: 'GET', to }),
    pages: (to, ...[init]) => pages(transport, { ...init, method: 'GET', to }),
    events: (options) => followEvents(transport, options ?? {}),
    lastEventId: (options) => lastEventId(transport, options ?? {}),
    request: (request) => reply(transport, request),
  };
}

async function reply(transport: Transport, request: ApiRequest): Promise<Reply> {
  const { response, bytes } = await transport.send(request);
  const body = bodyOf(response, bytes);
  rememberMeta(body, response);
  return body;
}

function bodyOf(response: Response, bytes: FileReply['bytes']): Reply {
  const type = response.headers.get('content-type') ?? '';
  const text = () => new TextDecoder().decode(bytes);
  if (type.includes('json')) return JSON.parse(text());
  return bytes.length === 0 || /^text\/(plain|html)/.test(type) ? text() : fileOf(response, bytes);
}

async function file(transport: Transport, request: ApiRequest): Promise<FileReply> {
  const headers = { accept: '*/*', ...request.headers };
  const { response, bytes } = await transport.send({ ...request, headers });
  return fileOf(response, bytes);
}

function fileOf(response: Response, bytes: FileReply['bytes']): FileReply {
  const disposition = response.headers.get('content-disposition') ?? '';
  const rowCount = response.headers.get('x-row-count');
  return {
    bytes,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    fileName: /filename="([^"]*)"/.exec(disposition)?.[1],
    rowCount: rowCount === null ? undefined : Number(rowCount),
  };
}

async function* pages(transport: Transport, first: ApiRequest): AsyncGenerator<Reply, void> {
  for (let request: ApiRequest | undefined = first; request !== undefined; ) {
    const page = await reply(transport, request);
    yield* page.result;
    const next = metaOf(page).nextQuery;
    request = next === undefined ? undefined : { ...first, query: new URLSearchParams(next) };
  }
}
