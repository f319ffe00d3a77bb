// Problems are refusals that a caller can act on. Each is in a catalogue, with a code, a status and
// a title.

/** One entry of a catalogue. Its page is `docs/problems/<slug>.md`. */
export interface ProblemKind {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}

export type ProblemCatalogue = Readonly<Record<string, ProblemKind>>;

/** One violation, with its place in the request, a short code and a sentence. */
export interface Violation {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

interface ProblemDetails {
  /** The detail. The reply shows it as a sentence. See `sentenceOf`. */
  readonly detail?: string;
  /** For a 409, the first argument is the current state of the record. */
  readonly args?: readonly string[];
  readonly errors?: readonly Violation[];
  readonly retryAfterSeconds?: number;
  /** Additional members of the body, such as `importId` or OAuth's `error`. */
  readonly members?: Readonly<Record<string, string>>;
}

/** Thrown to refuse a request. The error handler turns it into the reply. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly details: ProblemDetails;

  constructor(kind: ProblemKind, details: ProblemDetails) {
    super(details.detail ?? kind.title);
    this.name = 'Problem';
    this.kind = kind;
    this.details = details;
  }
}

/** Declares a catalogue: `{ CODE: [status, 'Title.'] }`. */
export function defineProblems<Code extends string>(
  entries: Readonly<Record<Code, readonly [status: number, title: string]>>,
): Readonly<Record<Code, ProblemKind>> {
  const kinds: Partial<Record<Code, ProblemKind>> = {};
  for (const code in entries) {
    const [status, title] = entries[code];
    kinds[code] = { code, status, title };
  }
  return kinds as Readonly<Record<Code, ProblemKind>>;
}

/** Creates a problem to throw. */
export function refusal(kind: ProblemKind, details: ProblemDetails = {}): Problem {
  return new Problem(kind, details);
}

/**
 * Creates a problem about one body member or parameter: `refuseMember(kind, 'limitPrice', 'must be
 * above zero')`. The detail is a predicate with the member as its subject, or a clause with its own
 * subject.
 */
export function refuseMember(kind: ProblemKind, member: string, detail: string): Problem {
  return new Problem(kind, {
    detail: PREDICATE.test(detail) ? `${member} ${detail}` : detail,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}

/**
 * Creates a problem that is caused by one member of the request, with its own arguments, and with a
 * whole sentence as its detail.
 */
export function refusalAt(
  kind: ProblemKind,
  member: string,
  details: Omit<ProblemDetails, 'errors'> = {},
): Problem {
  return causedBy(new Problem(kind, details), member);
}

/** Adds the member that caused a problem, unless the problem already names its cause. */
export function causedBy(problem: Problem, member: string): Problem {
  const { kind, details } = problem;
  if (details.errors !== undefined) return problem;
  const detail = details.detail ?? kind.title;
  return new Problem(kind, {
    ...details,
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}

/** Runs a step, and attributes its refusals of this kind to one member of the request. */
export async function blaming<Result>(
  kind: ProblemKind,
  member: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Problem && error.kind === kind ? causedBy(error, member) : error;
  }
}

/** Matches a detail that begins with a verb, or with another member and "and" or "or". */
const PREDICATE = new RegExp(
  '^(is|are|was|were|has|have|had|does|do|must|may|can|cannot|would|and|or|appears|applies|' +
    'begins|belongs|buys|contains|contradicts|covers|differs|ends|exceeds|exists|follows|gives|' +
    'leaves|looks|matches|names|needs|occurs|reaches|refers|requires|resolves|results|unpacks) ',
);

/** Returns the detail of a problem as a sentence. The name of a member keeps its case. */
export function sentenceOf({ detail = '', errors = [] }: ProblemDetails): string {
  const [word = ''] = detail.split(' ', 1);
  const isName = errors.some(({ pointer }) => pointer === `/${word}`);
  const isPlain = !isName && /^[a-z]+$/.test(word);
  const text = isPlain ? detail.charAt(0).toUpperCase() + detail.slice(1) : detail;
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns the result of a check, or the refusal thrown by it. */
export function resultOrProblem<Result>(check: () => Result): Result | Problem {
  try {
    return check();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Returns the path of a problem's page, such as insufficient-funds for INSUFFICIENT_FUNDS. */
export function slugOf(code: string): string {
  return code.toLowerCase().replaceAll('_', '-');
}

/** Problems that any operation can reply with. */
export const commonProblems = defineProblems({
  MALFORMED_JSON: [400, 'The body is not valid JSON, or repeats a field with a different value.'],
  INVALID_REQUEST: [400, 'Some fields of the request are invalid.'],
  INVALID_CREDENTIALS: [401, 'The credentials are missing or wrong.'],
  FORBIDDEN: [403, 'You are not allowed to do this.'],
  DOCUMENT_NOT_FOUND: [404, 'There is no such record.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not support this method.'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  REQUEST_IN_FLIGHT: [409, 'A request with this Idempotency-Key is still in progress.'],
  PRECONDITION_FAILED: [412, 'The record has changed since the version in If-Match.'],
  BODY_TOO_LARGE: [413, 'The body is larger than this operation accepts.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This operation does not accept the Content-Type.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used with a different body.'],
  UNKNOWN_REFERENCE: [422, 'The request refers to a record that does not exist.'],
  REFERENCE_MISMATCH: [422, 'Two fields of the request refer to different records.'],
  TOO_MANY_DECIMALS: [422, 'An amount has more decimals than its currency allows.'],
  RATE_LIMITED: [429, 'Too many requests.'],
  HEADERS_TOO_LARGE: [431, 'The URL or the headers are too long.'],
  INTERNAL_ERROR: [500, 'Internal error. Nothing was changed.'],
  SERVICE_UNAVAILABLE: [503, 'A required service is not available. Nothing was changed.'],
  OUTCOME_UNKNOWN: [503, 'It is unknown whether the request was carried out.'],
});
