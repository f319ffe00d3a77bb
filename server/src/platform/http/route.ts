// How a module declares an operation: method, path, schemas and permission, and the function that
// does it.

import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import type { Call, Work } from '../context.js';
import type { Problem, ProblemKind } from './reply/problem.js';

/** Permission of operations that anybody may call, such as a login. */
export const PUBLIC = 'public';

/** What a write changes: what all business offices share, or records of single offices. */
export type Scope = 'FIRM' | 'OFFICE';

/** What a write answers. The pipeline turns it into the envelope. */
export interface Outcome {
  readonly msgCode: string;
  /** Present when the operation made or changed one record. */
  readonly id?: bigint;
  readonly name?: string;
  /** True when a record was made: 201 with Location. */
  readonly created?: boolean;
  /** True when the work is done after the reply: 202. */
  readonly accepted?: boolean;
  readonly location?: string;
  readonly result?: object;
  readonly version?: bigint | number;
  /** Members of `result` that only the first reply shows, such as a new secret: never stored. */
  readonly shownOnce?: Readonly<Record<string, unknown>>;
  /** Further members of the envelope, such as `duplicates` or `warnings`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** One page of a list, and how to go on from it. */
export interface Page<Item extends object> {
  readonly count: bigint | number;
  readonly result: readonly Item[];
  /** The id after which the next page starts; undefined on the last one. */
  readonly nextAfter?: bigint | undefined;
  /** The same for a list in another order: what `placeCursor` made. */
  readonly nextCursor?: string | undefined;
}

/** A reply that is not JSON, such as a PDF; with a file name it is for keeping. */
export interface FileReply {
  readonly contentType: string;
  readonly fileName?: string;
  readonly bytes: Buffer | Readable;
  /** How many bytes a stream has, where that is known. */
  readonly byteLength?: number;
  /** How many rows a table has: `X-Row-Count`. */
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
   * Further permissions that let a caller in, where the body decides which operation it is; the
   * operation then checks the exact one.
   */
  readonly anyOf?: readonly string[];
  /**
   * Of a write. `OFFICE` when it checks the office of each record that it changes, so that callers
   * bound to business offices may call it; without it the write is the firm's: see `scope.ts`.
   */
  readonly scope?: Scope;
  /**
   * Problems of the module's catalogue that this operation may answer; the common ones are implied.
   */
  readonly problems?: readonly ProblemKind[];
  /** Largest body in bytes, when not the usual. */
  readonly bodyBytes?: number;
  /** Most members and items of a JSON body, when not the usual. */
  readonly jsonValuesMax?: number;
  /**
   * True for a body that is not parsed: the operation checks a signature over its bytes first. Only
   * such a public operation takes more than `HTTP.publicBodyBytes`.
   */
  readonly signedBody?: true;
  /** Below the mounts, or at the root of the server. */
  readonly mount?: 'api' | 'root';
  /** An example body that works against the demo data; every one is run by a test. */
  readonly example?: object;
  /** Media types of the body beyond JSON. */
  readonly consumes?: readonly string[];
  /**
   * True for logins, tokens and secrets: replies are not cached, and callers without credentials
   * limited strictly.
   */
  readonly sensitive?: boolean;
  /** True for writes whose work is done after the reply, which is 202. */
  readonly accepted?: boolean;
  /** True for writes that only check: they always run dry. */
  readonly alwaysDryRun?: boolean;
  /** True for a reply that goes on until one side ends it. */
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
  /** The shape of the record; undefined of a file, and of a write that answers no record. */
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
 * What judges the input over the network, before the transaction opens; it only refuses. What it
 * found may be otherwise a moment later, so nothing may rest on it alone.
 */
type Precheck<P, Q, B> = (call: Call, input: Input<P, Q, B>) => Promise<void>;

/**
 * How an operation is done for several requests in one transaction: an outcome or a refusal for
 * each, or undefined for one that is to be done alone. What it refuses it has not begun to write;
 * what it throws undoes them all, and each is then done alone.
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
 * A single read: replies the bare record (or a file). Return `versioned(record, version)` for an
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

/** A list: replies `{count, result}`, and what is `extra`, with Link headers. */
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
 * A write: one transaction with its idempotency key, audit row and events; dry run on request.
 * `runBatch` opts in to sharing the transaction with requests that come at the same time. Without a
 * `reply` it answers the envelope alone.
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
 * as it is.
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

// Types are checked where a route is declared; from here on the schemas vouch for the values.
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

/** The largest body that an operation takes, in bytes. */
export function bodyBytesOf({ permission, bodyBytes, signedBody }: Route): number {
  const most = bodyBytes ?? HTTP.bodyBytes;
  return permission === PUBLIC && !signedBody ? Math.min(most, HTTP.publicBodyBytes) : most;
}

/** The most members and items that a JSON body of an operation has. */
export function jsonValuesOf({ permission, jsonValuesMax }: Route): number {
  const usual = permission === PUBLIC ? HTTP.publicJsonValuesMax : HTTP.jsonValuesMax;
  return jsonValuesMax ?? usual;
}

const VERSION = Symbol('version');

/** Marks a record with its version, so that the reply carries an ETag. */
export function versioned<Record extends object>(record: Record, version: bigint | number): Record {
  return Object.defineProperty({ ...record }, VERSION, { value: version, enumerable: false });
}

/** The version of a record that was marked, or undefined. */
export function versionOf(record: object): bigint | number | undefined {
  return VERSION in record ? (record[VERSION] as bigint | number) : undefined;
}
