// A refusal of the API as a typed error: the problem document, with its code and its pointers.

/** The reply body of every refusal; both readings of one problem (RFC 9457 and the envelope). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly { pointer: string; code: string; detail: string }[];
  readonly success: false;
  readonly msgCode: string;
  readonly msgArgs: readonly string[];
}

/** Thrown for every reply that is not a success. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ProblemBody;
  /** What the server asked to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ProblemBody, retryAfterSeconds?: number) {
    super(body.detail ?? body.title);
    this.name = 'ApiProblem';
    this.status = body.status;
    this.code = body.msgCode;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
