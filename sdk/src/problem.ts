// An API refusal as a typed error: the problem document, with its code and pointers.

import type { KnownProblemCode } from './generated/problem-code.js';

/** A known code, or a code from a newer server. */
export type ProblemCode = KnownProblemCode | (string & {});

/** The error for one field of a request. */
export interface Violation {
  /** The JSON Pointer of the field. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** The body of every refusal: a combined problem document (RFC 9457) and envelope. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly requestId?: string;
  readonly errors?: readonly Violation[];
  readonly success: false;
  readonly msgCode: string;
  readonly msgArgs: readonly string[];
  /** The import whose error file contains the refused rows, if a file was refused. */
  readonly importId?: string;
}

/** Thrown for every reply that is not a success. */
export class ProblemError extends Error {
  readonly status: number;
  /** The problem code, for programs. Its documentation is at `/problems/{code}`. */
  readonly code: ProblemCode;
  /** For a 409 reply, the first argument is the current state. */
  readonly args: readonly string[];
  readonly errors: readonly Violation[];
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  readonly body: ProblemBody;
  /** The retry delay requested by the server. */
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ProblemBody, retryAfterSeconds?: number) {
    super(body.detail ?? body.title);
    this.name = 'ProblemError';
    this.status = body.status;
    this.code = body.msgCode;
    this.args = body.msgArgs;
    this.errors = body.errors ?? [];
    this.requestId = body.requestId;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns whether an error is a refusal, optionally with one of the given codes. */
export function isProblem(error: unknown, ...codes: readonly ProblemCode[]): error is ProblemError {
  if (!(error instanceof ProblemError)) return false;
  return codes.length === 0 || codes.includes(error.code);
}

/**
 * No reply arrived: the server could not be reached, the connection broke, or the timeout expired.
 */
export class ConnectionError extends Error {
  constructor(url: string, cause: unknown) {
    super(`no reply from ${url}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'ConnectionError';
  }
}

/**
 * Reads a refusal. A body that is not a problem document, for example from a proxy, is converted.
 */
export function problemOf(response: Response, text: string): ProblemError {
  return new ProblemError(bodyOf(response, text), retryAfterOf(response.headers));
}

function bodyOf(response: Response, text: string): ProblemBody {
  try {
    const body = JSON.parse(text);
    if (typeof body.msgCode === 'string') return { msgArgs: [], ...body, status: response.status };
  } catch {
    // Without a problem document, only these fields are known.
  }
  return {
    type: 'about:blank',
    title: response.statusText || `HTTP ${response.status}`,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    success: false,
    msgCode: 'UNREADABLE_REPLY',
    msgArgs: [],
  };
}

// RFC 9110 defines two forms: seconds, and a date.
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}
