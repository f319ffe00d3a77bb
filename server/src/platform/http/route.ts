// How a module declares an operation: method, path, schemas, permission, and the function that runs
// it.

import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import type { Call, Work } from '../context.js';
import type { Problem, ProblemKind } from './reply/problem.js';

/** The permission of operations that anyone may call, such as a login. */
export const PUBLIC = 'public';

/** The scope of a write: data that all business offices share, or records of single offices. */
export type Scope = 'FIRM' | 'OFFICE';

/** The outcome of a write. The pipeline turns it into the envelope. */
export interface Outcome {
  readonly msgCode: string;
  /** Present if the operation created or changed one record. */
  readonly id?: bigint;
  readonly name?: string;
  /** True if a record was created: 201 with Location. */
  readonly created?: boolean;
  /** True if the work is done after the reply: 202. */
  readonly accepted?: boolean;
  readonly location?: string;
  readonly result?: object;
  readonly version?: bigint | number;
  /** Members of `result` that only the first reply shows, such as a new secret: never stored. */
  readonly shownOnce?: Readonly<Record<string, unknown>>;
  /** Further members of the envelope, such as `duplicates` or `warnings`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** One page of a list, and the start of the next. */
export interface Page<Item extends object> {
  readonly count: bigint | number;
  readonly result: readonly Item[];
  /** The id after which the next page starts; undefined on the last one. */
  readonly nextAfter?: bigint | undefined;
  /** Like `nextAfter`, for a list that is not ordered by id: made by `placeCursor`. */
  readonly nextCursor?: string | undefined;
}

/** A reply that is not JSON, such as a PDF; with a file name it is a download. */
export interface FileReply {
  readonly contentType: string;
  readonly fileName?: string;
  readonly bytes: Buffer | Readable;
  /** The size of a stream, if known. */
  readonly byteLength?: number;
  /** The number of rows of a table: `X-Row-Count`. */
  readonly rowCount?: bigint;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

interface Described {
  readonly path: string;
  /** The operation's name in OpenAPI and in the audit log, unique: `submitTradeOrder`. */
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  /** `module.noun.verb`, one of the permissions that roles grant; or PUBLIC. */
  readonly permission: string;
  /**
   * Alternative permissions that admit a caller, if the body decides which operation it is; the
   * operation then checks the exact one.
   */
  readonly anyOf?: readonly string[];
  /**
   * For writes. `OFFICE` if it checks the office of each record that it changes, so that callers
   * bound to business offices may call it. Otherwise the write concerns the whole firm: see
   * `scope.ts`.
   */
  readonly scope?: Scope;
  /**
   * Problems of the module's catalogue that this operation can answer; the common ones are implied.
   */
  readonly problems?: readonly ProblemKind[];
  /** Largest body in bytes, if not the default. */
  readonly bodyBytes?: number;
  /** Most members and items of a JSON body, if not the default. */
  readonly jsonValuesMax?: number;
  /**
   * True for a body that is not parsed: the operation first verifies a signature over its bytes.
   * Only such a public operation accepts more than `HTTP.publicBodyBytes`.
   */
  readonly signedBody?: true;
  /** Below the mounts, or at the root of the server. */
  readonly mount?: 'api' | 'root';
  /** An example body that works with the demo data; a test runs every one. */
  readonly example?: object;
  /** Media types of the body beyond JSON. */
  readonly consumes?: readonly string[];
  /**
   * True for logins, tokens and secrets: replies are not cached, and callers without credentials
   * are limited strictly.
   */
  readonly sensitive?: boolean;
  /** True for writes whose work is done after the reply, which is 202. */
  readonly accepted?: boolean;
  /** True for writes that only check: they always run dry. */
  readonly alwaysDryRun?: boolean;
  /** True for a reply that continues until one side ends it. */
  readonly endless?: boolean;
}

interface Shapes<P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** What an operation answers: a record of this shape, or a file of this media type. */
type Answer =
  | { readonly reply: TSchema; readonly produces?: never }
  | { readonly reply?: never; readonly produces: string };

/** Members beside the record or the page, by name. */
type Beside = Readonly<Record<string, TSchema>>;

type In<P extends TSchema, Q extends TSchema, B extends TSchema> = Input<
  Static<P>,
  Static<Q>,
  Static<B>
>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A declared operation with its types erased; only `read`, `list` and `write` make them. */
export interface Route extends Described {
  readonly method: Method;
  readonly kind: 'read' | 'list' | 'write' | 'raw';
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema | undefined;
  /** The shape of the record; undefined for a file, and for a write that returns no record. */
  readonly reply: TSchema | undefined;
  /** The media type of a reply that is a file. */
  readonly produces: string | undefined;
  /** Further members of the envelope or the page. */
  readonly extra: Beside;
  /** Names of the page number and page size parameters of a list, and its first page. */
  readonly paging: Paging | undefined;
  readonly precheck: Precheck<unknown, unknown, unknown> | undefined;
  readonly run: (on: unknown, input: Input<unknown, unknown, unknown>) => Promise<unknown>;
  readonly runBatch: RunBatch<Input<unknown, unknown, unknown>> | undefined;
}

/**
 * Checks the input over the network before the transaction opens; it can only refuse. Its findings
 * may be outdated a moment later, so nothing may rely on them alone.
 */
type Precheck<P, Q, B> = (call: Call, input: Input<P, Q, B>) => Promise<void>;

/**
 * Runs an operation for several requests in one transaction. Returns an outcome or a refusal for
 * each, or undefined for a request that must run alone. A refused request must not have written
 * anything. An error undoes all of them, and each then runs alone.
 */
export type RunBatch<In> = (
  parts: readonly { readonly work: Work; readonly input: In }[],
) => Promise<readonly (Outcome | Problem | undefined)[]>;

export interface Paging {
  readonly page: string;
  readonly size: string;
  readonly zeroBased?: boolean;
}

const none = Type.Object({}, { additionalProperties: true });

/**
 * A single read: returns the bare record (or a file). Return `versioned(record, version)` for an
 * ETag.
 */
export function read<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: Described &
    Shapes<P, Q, B> &
    Answer & { readonly method?: Method } & {
      readonly run: (call: Call, input: In<P, Q, B>) => Promise<object>;
    },
): Route {
  return erase({ ...route, method: route.method ?? 'GET', kind: 'read', paging: undefined });
}

/** A list: returns `{count, result}` and the members of `extra`, with Link headers. */
export function list<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: Described &
    Shapes<P, Q, B> & {
      readonly paging: Paging;
      readonly reply: TSchema;
      readonly extra?: Beside;
    } & {
      readonly run: (call: Call, input: In<P, Q, B>) => Promise<Page<object>>;
    },
): Route {
  return erase({ ...route, method: 'GET', kind: 'list' });
}

/**
 * A write: one transaction with its idempotency key, audit row and events; a dry run on request.
 * With `runBatch` it shares the transaction with concurrent requests. Without a `reply` it returns
 * only the envelope.
 */
export function write<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: Described &
    Shapes<P, Q, B> & {
      readonly method: Exclude<Method, 'GET'>;
      readonly reply?: TSchema;
      readonly extra?: Beside;
    } & {
      readonly precheck?: Precheck<Static<P>, Static<Q>, Static<B>>;
      readonly run: (work: Work, input: In<P, Q, B>) => Promise<Outcome>;
      readonly runBatch?: RunBatch<In<P, Q, B>>;
    },
): Route {
  return erase({ ...route, kind: 'write', paging: undefined });
}

/**
 * An operation whose reply is not the envelope, such as an OAuth token: the returned object is sent
 * unchanged.
 */
export function raw<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: Described &
    Shapes<P, Q, B> &
    Answer & { readonly method: Method } & {
      readonly run: (call: Call, input: In<P, Q, B>) => Promise<object>;
    },
): Route {
  return erase({ ...route, kind: 'raw', paging: undefined });
}

// Types are checked where a route is declared; from here on the schemas guarantee the values.
function erase(route: object): Route {
  const erased: object = {
    params: none,
    query: none,
    body: undefined,
    reply: undefined,
    produces: undefined,
    extra: {},
    precheck: undefined,
    runBatch: undefined,
    ...route,
  };
  return erased as Route;
}

/** The largest body that an operation accepts, in bytes. */
export function bodyBytesOf({ permission, bodyBytes, signedBody }: Route): number {
  const most = bodyBytes ?? HTTP.bodyBytes;
  return permission === PUBLIC && !signedBody ? Math.min(most, HTTP.publicBodyBytes) : most;
}

/** The most members and items that a JSON body of an operation can have. */
export function jsonValuesOf({ permission, jsonValuesMax }: Route): number {
  const usual = permission === PUBLIC ? HTTP.publicJsonValuesMax : HTTP.jsonValuesMax;
  return jsonValuesMax ?? usual;
}

const VERSION = Symbol('version');

/** Marks a record with its version, so that the reply carries an ETag. */
export function versioned<Record extends object>(record: Record, version: bigint | number): Record {
  return Object.defineProperty({ ...record }, VERSION, { value: version, enumerable: false });
}

/** The version that a record was marked with, or undefined. */
export function versionOf(record: object): bigint | number | undefined {
  return VERSION in record ? (record[VERSION] as bigint | number) : undefined;
}
