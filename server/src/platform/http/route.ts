// How modules declare operations: method, path, schemas, permission, and the function to run.

import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import type { Call, Work } from '../context.js';
import type { Problem, ProblemKind } from './reply/problem.js';
import { anyQuery, closedObject } from './shape/wire.js';

/** The permission of operations that anyone may call, such as a login. */
export const PUBLIC = 'public';

/** The scope of a write: data that all business offices share, or records of single offices. */
export type Scope = 'FIRM' | 'OFFICE';

/** The outcome of a write. The pipeline converts it to the envelope. */
export interface Outcome {
  readonly msgCode: string;
  /** Present if the operation created or changed a single record. */
  readonly id?: bigint;
  readonly name?: string;
  /** True if a record was created. The reply is then 201 with Location. */
  readonly created?: boolean;
  /** True if the work is done after the reply. The reply is then 202. */
  readonly accepted?: boolean;
  readonly location?: string;
  readonly result?: object;
  readonly version?: bigint | number;
  /**
   * Members of `result` that only the first reply contains, such as a new secret. They are never
   * stored.
   */
  readonly shownOnce?: Readonly<Record<string, unknown>>;
  /** Additional members of the envelope, such as `duplicates` or `warnings`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /**
   * Present if the operation stored something but is still refused, for example to keep the refused
   * rows of a file. What it stored is committed, and the reply is this problem. The idempotency key
   * is not used up. Not for operations with `runBatch`.
   */
  readonly refusal?: Problem;
}

/** One page of a list, and the start of the next page. */
export interface Page<Item extends object> {
  readonly count: bigint | number;
  readonly result: readonly Item[];
  /** The id after which the next page starts. Undefined on the last page. */
  readonly nextAfter?: bigint | undefined;
  /** Like `nextAfter`, for a list that is not sorted by id. Created by `placeCursor`. */
  readonly nextCursor?: string | undefined;
}

/** A reply other than JSON, such as a PDF. With a file name, it is a download. */
export interface FileReply {
  readonly contentType: string;
  readonly fileName?: string;
  readonly bytes: Buffer | Readable;
  /** The size of a stream in bytes, if known. */
  readonly byteLength?: number;
  /** The number of rows in a table, sent as `X-Row-Count`. */
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
  /** The operation's unique name in OpenAPI and in the audit log, such as `submitTradeOrder`. */
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  /** `module.noun.verb`, one of the permissions that roles grant, or PUBLIC. */
  readonly permission: string;
  /**
   * Alternative permissions that admit a caller, if the body determines the operation. The
   * operation then checks the exact permission.
   */
  readonly anyOf?: readonly string[];
  /**
   * For writes. `OFFICE` if the operation checks the office of each record that it changes, so that
   * callers restricted to business offices may call it. Otherwise the write affects the whole firm.
   * See `scope.ts`.
   */
  readonly scope?: Scope;
  /**
   * Problems from the module's catalogue with which this operation can reply. The common problems
   * are implied.
   */
  readonly problems?: readonly ProblemKind[];
  /** Maximum size of the body in bytes, if not the default. */
  readonly bodyBytes?: number;
  /** Maximum number of members and items in a JSON body, if not the default. */
  readonly jsonValuesMax?: number;
  /**
   * True for a body that is not parsed until the operation has verified a signature over its bytes.
   * Only such public operations accept more than `HTTP.smallBodyBytes`.
   */
  readonly signedBody?: true;
  /** Where the path is mounted: under the prefixes of the API, or at the root of the server. */
  readonly mount?: 'api' | 'root';
  /**
   * For reads of market data, which old clients call under a separate mount. `OPEN`: a
   * demonstration needs no credentials there. `GUARDED`: credentials are needed, because the reply
   * contains a customer's data.
   */
  readonly marketData?: 'OPEN' | 'GUARDED';
  /** An example body that works with the demo data. A test runs every example. */
  readonly example?: object;
  /** Media types of the body that are accepted besides JSON. */
  readonly consumes?: readonly string[];
  /**
   * True for logins, tokens and secrets. Replies are not cached, and callers without credentials
   * have a stricter rate limit.
   */
  readonly sensitive?: boolean;
  /** True for writes whose work is done after the reply. The reply is then 202. */
  readonly accepted?: boolean;
  /** True for writes that only check their input. They always run as a dry run. */
  readonly alwaysDryRun?: boolean;
  /** True for a reply that continues until one side ends it. */
  readonly endless?: boolean;
}

interface Shapes<P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** The reply of an operation: a record with this shape, or a file with this media type. */
type Answer =
  | { readonly reply: TSchema; readonly produces?: never }
  | { readonly reply?: never; readonly produces: string };

/** Additional members next to the record or the page, by name. */
type Beside = Readonly<Record<string, TSchema>>;

type In<P extends TSchema, Q extends TSchema, B extends TSchema> = Input<
  Static<P>,
  Static<Q>,
  Static<B>
>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A declared operation without its types. Only `read`, `list`, `write` and `raw` create one. */
export interface Route extends Described {
  readonly method: Method;
  readonly kind: 'read' | 'list' | 'write' | 'raw';
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema | undefined;
  /** The shape of the record. Undefined for a file, and for a write that returns no record. */
  readonly reply: TSchema | undefined;
  /** The media type, if the reply is a file. */
  readonly produces: string | undefined;
  /** Additional members of the envelope or the page. */
  readonly extra: Beside;
  /** The names of a list's page number and page size parameters, and its first page number. */
  readonly paging: Paging | undefined;
  readonly precheck: Precheck<unknown, unknown, unknown> | undefined;
  readonly run: (on: unknown, input: Input<unknown, unknown, unknown>) => Promise<unknown>;
  readonly runBatch: RunBatch<Input<unknown, unknown, unknown>> | undefined;
}

/**
 * Checks the input against other systems before the transaction opens. It can only refuse. Its
 * findings may be outdated a moment later, so the operation must not rely on them.
 */
type Precheck<P, Q, B> = (call: Call, input: Input<P, Q, B>) => Promise<void>;

/**
 * Runs an operation for several requests in one transaction. Returns an outcome or a refusal for
 * each, or undefined for a request that must run alone. A refused request must not have written
 * anything. If an error is thrown, all requests are rolled back and then run alone.
 */
export type RunBatch<In> = (
  parts: readonly { readonly work: Work; readonly input: In }[],
) => Promise<readonly (Outcome | Problem | undefined)[]>;

export interface Paging {
  readonly page: string;
  readonly size: string;
  readonly zeroBased?: boolean;
}

const noParams = Type.Object({}, { additionalProperties: true });
const noQuery = closedObject({});

/**
 * Declares a single read, which returns the bare record or a file. Return `versioned(record,
 * version)` to send an ETag.
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

/**
 * Declares a list, which returns `{count, result}` and the members of `extra`, with Link headers.
 */
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
 * Declares a write: one transaction with its idempotency key, audit row and events, or a dry run on
 * request. With `runBatch`, concurrent requests share the transaction. Without a `reply`, only the
 * envelope is returned.
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
 * Declares an operation whose reply is not the envelope, such as an OAuth token. The returned
 * object is sent unchanged.
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

// The compiler checks the types where a route is declared. At run time, the schemas guarantee them.
function erase(route: object): Route {
  const erased: object = {
    params: noParams,
    query: 'mount' in route && route.mount === 'root' ? anyQuery : noQuery,
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

/**
 * Returns the maximum body size that an operation accepts, in bytes. An operation without a body
 * accepts a small one, because some clients always send one.
 */
export function bodyBytesOf({ permission, body, bodyBytes, signedBody }: Route): number {
  const most = bodyBytes ?? HTTP.bodyBytes;
  const isSmall = (permission === PUBLIC || body === undefined) && !signedBody;
  return isSmall ? Math.min(most, HTTP.smallBodyBytes) : most;
}

/** Returns the maximum number of members and items in an operation's JSON body. */
export function jsonValuesOf({ permission, jsonValuesMax }: Route): number {
  const usual = permission === PUBLIC ? HTTP.publicJsonValuesMax : HTTP.jsonValuesMax;
  return jsonValuesMax ?? usual;
}

const VERSION = Symbol('version');

/** Attaches a version to a record, so that the reply has an ETag. */
export function versioned<Record extends object>(record: Record, version: bigint | number): Record {
  return Object.defineProperty({ ...record }, VERSION, { value: version, enumerable: false });
}

/** Returns the version attached to a record. Undefined if there is none. */
export function versionOf(record: object): bigint | number | undefined {
  return VERSION in record ? (record[VERSION] as bigint | number) : undefined;
}
