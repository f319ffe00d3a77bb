// The types of calls, made from those of the OpenAPI document: what a path takes and gives.

import type { components, paths } from './generated/api.js';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The records of the API by name, such as `Schemas['TradeOrder']`. */
export type Schemas = components['schemas'];

/** The paths of a method: `order/tradeorder/id/{id}` is below the mount, `/readyz` is not. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: object } ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P> = P extends keyof paths
  ? paths[P] extends { readonly [K in M]: infer O }
    ? O
    : never
  : never;

// Ids come as text in `msgArgs`, so both are taken where a number is asked for.
type Lenient<T> = T extends number ? number | string : T;
type PathValues<T> = { readonly [K in keyof T]: Lenient<T[K]> };
// A member that is undefined is not sent, so it may be given as such.
type Sendable<T> = {
  [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K];
};

type Query<T> = Sendable<{ [K in keyof T]: Lenient<T[K]> }>;

type PathPart<O> = O extends { readonly parameters: { readonly path: infer T } }
  ? { readonly path: PathValues<T> }
  : unknown;
type QueryPart<O> = O extends { readonly parameters: { readonly query: infer T } }
  ? { readonly query: Query<T> }
  : O extends { readonly parameters: { readonly query?: infer T } }
    ? { readonly query?: Query<T> | undefined }
    : unknown;
type JsonOf<T> = T extends { readonly content: { readonly 'application/json': infer B } }
  ? Sendable<B>
  : never;
type BodyPart<O> = O extends { readonly requestBody: infer T }
  ? { readonly body: JsonOf<T> }
  : O extends { readonly requestBody?: infer T }
    ? [T] extends [undefined]
      ? unknown
      : { readonly body?: JsonOf<NonNullable<T>> }
    : unknown;

/** What may be said of any call. */
export interface CallOptions {
  /** Ends the call and its retries. */
  readonly signal?: AbortSignal | undefined;
  /** For one try; the client's own when not said. */
  readonly timeoutMs?: number | undefined;
  /** Sent besides the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What may be said of a call that changes something. */
export interface WriteOptions extends CallOptions {
  /** Sent with every retry of this call; made when not given. */
  readonly idempotencyKey?: string | undefined;
  /** The same checks and the same reply, and nothing written, sent or numbered. */
  readonly dryRun?: boolean | undefined;
  /** The version to change: an ETag, or the reply that had it. Another version answers 412. */
  readonly ifMatch?: string | object | undefined;
}

type OptionsOf<M extends Method> = M extends 'get' ? CallOptions : WriteOptions;

type Init<M extends Method, P> = PathPart<OperationOf<M, P>> &
  QueryPart<OperationOf<M, P>> &
  BodyPart<OperationOf<M, P>> &
  OptionsOf<M>;

/** What a call is given besides its path; nothing has to be where nothing is required. */
export type InitOf<M extends Method, P> =
  object extends Init<M, P> ? [init?: Init<M, P>] : [init: Init<M, P>];

type ContentOf<O> = O extends {
  readonly responses: { readonly 200: { readonly content: infer C } };
}
  ? C
  : never;

/** Media types whose content is given as text, or by `events`. */
type TextType = 'text/plain' | 'text/html' | 'text/event-stream';

/** The paths that answer a file: a paper, a table, an attachment. `file` fetches them. */
export type FilePath = {
  [P in PathOf<'get'>]: keyof ContentOf<OperationOf<'get', P>> extends 'application/json' | TextType
    ? never
    : P;
}[PathOf<'get'>];

/** The paths that `get` reads. */
export type ReadPath = Exclude<PathOf<'get'>, FilePath | 'event/stream'>;

/** What a call replies: the record, the page, or the envelope; text of a page. */
export type ReplyOf<M extends Method, P> =
  ContentOf<OperationOf<M, P>> extends { readonly 'application/json': infer T } ? T : string;

/** The paths of lists. */
export type ListPath = {
  [P in PathOf<'get'>]: ReplyOf<'get', P> extends { readonly result: readonly unknown[] }
    ? P
    : never;
}[PathOf<'get'>];

/** One record of a list. */
export type ItemOf<P extends ListPath> =
  ReplyOf<'get', P> extends { readonly result: readonly (infer T)[] } ? T : never;

type EventMap = Schemas['Events'];

/** The type of an event, such as `order.executed`. */
export type EventType = keyof EventMap;
type NounOf<T> = T extends `${infer N}.${string}` ? N : never;
/** All events of a noun, such as `order.*`. */
export type EventPattern = `${NounOf<EventType>}.*`;
/** An event, told apart by its `type`. */
export type ApiEvent<T extends EventType = EventType> = EventMap[T];
/** The events that a selection lets through. */
export type EventOf<T extends EventType | EventPattern> = T extends EventType
  ? ApiEvent<T>
  : T extends `${infer N}.*`
    ? ApiEvent<Extract<EventType, `${N}.${string}`>>
    : never;
