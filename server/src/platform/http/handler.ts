// Handles an admitted request: reads the input, runs the operation, and sends the reply.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HTTP } from '../../limits.js';
import { inSlices, mapInTurns, othersTurn } from '../concurrency/turn.js';
import type { Call, CallRequest, Context, Credentials, Principal } from '../context.js';
import { toJsonInTurns } from '../json/json.js';
import { endOfTextSlice } from '../utf8.js';
import { bodyOf } from './body/body.js';
import { groupCommitOf, type RunWrite } from './group-commit.js';
import { MOUNTS } from './mount.js';
import { etagOf, legacyEnvelope, type Reply } from './reply/envelope.js';
import { linksOf } from './reply/paging.js';
import { commonProblems, refusal, refuseMember } from './reply/problem.js';
import { type ServerMembers, serverMembersOf } from './reply/server-member.js';
import { type Authenticator, callerOf, credentialsOf } from './request/admission.js';
import { slotsOf } from './request/file-slots.js';
import { type FilterKind, filterCheckOf, refuseLast } from './request/filter.js';
import { lookUpGuardOf, type MissLimit } from './request/look-up.js';
import type { FileReply, Input, Outcome, Page, Route } from './route.js';
import { type Masks, masksOf } from './shape/data-class.js';
import { compileInput } from './shape/schema.js';
import { runWrite } from './write.js';

const NOBODY: Principal = {
  kind: 'system',
  id: 0n,
  name: 'anonymous',
  permissions: new Set(),
  offices: [],
};

/** A request under one mount, and its reply. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly mount: string;
}

/** The parts of the server that handlers use. */
interface HandlerParts {
  readonly context: Context;
  readonly authenticate: Authenticator;
  readonly misses: MissLimit;
  readonly filterKinds: ReadonlyMap<string, FilterKind>;
}

/** Compiles an operation into its handler. */
export function handlerOf(
  { context, authenticate, misses, filterKinds }: HandlerParts,
  route: Route,
): (exchange: Exchange) => Promise<FastifyReply> {
  const readInput = compileInput(route);
  const masks = masksOf(route.reply);
  const lookUps = lookUpGuardOf(route, misses);
  const slots = slotsOf(route);
  const serverMembers = serverMembersOf(route);
  const checkFilters = filterCheckOf(route, filterKinds);
  const shown = (outcome: Outcome, { principal }: Call) => maskedOutcome(outcome, masks, principal);
  const alone: RunWrite = ({ call, request, input }) =>
    runWrite(call, request, async (work) => shown((await route.run(work, input)) as Outcome, call));
  const write = groupCommitOf(route, { alone, shown });
  return async (exchange) => {
    const { request } = exchange;
    const dryRun = route.alwaysDryRun === true || wantsDryRun(request);
    if (dryRun && changesBesideThePipeline(route)) throw noDryRun();
    lookUps?.admit(request);
    const body = await bodyOf(request);
    const query = withoutDryRun(request.query);
    const input = await inSlices(readInput({ params: request.params, query, body }));
    const call: Call = {
      context,
      db: context.db,
      principal: request.principal ?? NOBODY,
      requestId: request.id,
      now: context.clock.now(),
      request: callRequest(exchange, (credentials) => authenticate(credentials, route)),
    };
    if (route.kind === 'write') {
      return answerWrite(
        {
          ...{ call, route, input, dryRun, write, body, serverMembers },
          bodyText: await bodyTextOf(request, body),
        },
        exchange,
      );
    }
    const unknown = await checkFilters?.(call, Object(input.query));
    const run = () =>
      unknown === undefined ? route.run(call, input) : refuseLast(unknown, route, { call, input });
    const read = () => (lookUps === undefined ? run() : lookUps.watch({ request, call, run }));
    const result = await (slots === undefined ? read() : slots.run(callerOf(request), read));
    return answerRead(result, { route, masks, principal: call.principal }, exchange);
  };
}

function callRequest(
  { request, reply, mount }: Exchange,
  authenticate: (credentials: Credentials) => Promise<Principal>,
): CallRequest {
  const credentials = credentialsOf(request);
  const lastEventId = request.headers['last-event-id'];
  return {
    mount,
    credentials,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    rawBody: request.rawBody ?? undefined,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
    authenticateAgain: () => authenticate(credentials),
  };
}

interface Operation {
  readonly call: Call;
  readonly route: Route;
  readonly input: Input<unknown, unknown, unknown>;
  readonly dryRun: boolean;
  readonly write: RunWrite;
  readonly body: unknown;
  readonly bodyText: string;
  readonly serverMembers: ServerMembers | undefined;
}

async function answerWrite(operation: Operation, exchange: Exchange): Promise<FastifyReply> {
  const { call, route, input, dryRun, write, bodyText } = operation;
  const { request, reply, mount } = exchange;
  const key = request.headers['idempotency-key'];
  await route.precheck?.(call, input);
  const idempotencyKey = typeof key === 'string' ? key : undefined;
  const said = idempotencyKey === undefined ? bodyText : await shortened(bodyText);
  const asked = {
    route,
    mount,
    idempotencyKey,
    bodyText: `${request.originalUrl}\n${said}`,
    dryRun,
    ifMatch: request.headers['if-match'],
  };
  const answer = await write({ call, request: asked, input });
  if (dryRun && route.alwaysDryRun !== true) void reply.header('preference-applied', 'dry-run');
  const full = operation.serverMembers?.(answer, operation.body) ?? answer;
  const shown = mount === MOUNTS[1] ? legacyEnvelope(full) : full;
  return send(reply, shown, await toJsonInTurns(shown.body));
}

function maskedOutcome(outcome: Outcome, masks: Masks | undefined, principal: Principal): Outcome {
  if (masks === undefined || outcome.result === undefined) return outcome;
  return { ...outcome, result: masks.ofOne(outcome.result, principal) };
}

interface Reading {
  readonly route: Route;
  readonly masks: Masks | undefined;
  readonly principal: Principal;
}

async function answerRead(
  result: unknown,
  reading: Reading,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { route, masks, principal } = reading;
  const { request, reply } = exchange;
  if (route.kind === 'list' && route.paging !== undefined) {
    const page = result as Page<object>;
    const link = linksOf(page, { url: request.originalUrl, paging: route.paging });
    const shown = masks
      ? await mapInTurns(page.result, (each) => masks.ofList(each, principal))
      : page.result;
    const body = { ...page, result: shown, nextAfter: undefined, nextCursor: undefined };
    return send(reply, { status: 200, headers: { link } }, await toJsonInTurns(body));
  }
  if (isFile(result)) return sendFile(result, exchange);
  const record = Object(result);
  const text = await toJsonInTurns(masks ? masks.ofOne(record, principal) : record);
  return send(reply, { status: 200, headers: etagOf(record, text) }, text);
}

// The raw text of a form is not available, so its fields are used instead.
async function bodyTextOf(request: FastifyRequest, body: unknown): Promise<string> {
  return request.bodyText === '' && body !== undefined ? toJsonInTurns(body) : request.bodyText;
}

// Replaces very large text with its digest. Hashing it in one go later would delay other requests.
async function shortened(text: string): Promise<string> {
  if (text.length <= HTTP.bodyBytes) return text;
  const hash = createHash('sha256');
  for (let start = 0; start < text.length; ) {
    await othersTurn();
    const end = endOfTextSlice(text, start, HTTP.sliceBytes);
    hash.update(text.slice(start, end));
    start = end;
  }
  return hash.digest('hex');
}

// Ignores letter case. Otherwise, `dryrun` would be ignored as an unknown parameter, and the run
// would be real.
const isDryRun = ([name]: [string, unknown]): boolean => name.toLowerCase() === 'dryrun';

function withoutDryRun(query: unknown): object {
  return Object.fromEntries(Object.entries(Object(query)).filter((each) => !isDryRun(each)));
}

// A caller who requests a dry run with an invalid value must not get a real run.
function wantsDryRun(request: FastifyRequest): boolean {
  checkQueryEncoding(request.url);
  const words = Object.entries(Object(request.query))
    .filter(isDryRun)
    .map(([, value]) => String(value).toLowerCase())
    .filter((word) => word !== '');
  if (words.some((word) => word !== 'true' && word !== 'false')) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'dryRun', 'must be true or false');
  }
  if (words.includes('true')) return true;
  const prefer = request.headers.prefer;
  return prefer !== undefined && /(^|,)\s*dry-run\s*($|[,;=])/i.test(String(prefer));
}

// True if the operation writes outside the write pipeline, where nothing can be undone. A dry run
// of such an operation would be a real run, so it is refused. Logins and tokens are exempt, because
// their writes do not matter in a dry run.
function changesBesideThePipeline(route: Route): boolean {
  return route.kind === 'raw' && route.method !== 'GET' && route.sensitive !== true;
}

function noDryRun() {
  return refuseMember(
    commonProblems.INVALID_REQUEST,
    'dryRun',
    'is not supported by this operation',
  );
}

function checkQueryEncoding(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  try {
    decodeURIComponent(url.slice(start));
  } catch {
    throw refusal(commonProblems.INVALID_REQUEST, {
      detail: 'the query is not percent-encoded UTF-8',
    });
  }
}

function send(
  reply: FastifyReply,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  body: string,
): FastifyReply {
  return reply
    .status(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(body);
}

function isFile(result: unknown): result is FileReply {
  return typeof result === 'object' && result !== null && 'bytes' in result;
}

function sendFile(file: FileReply, { request, reply }: Exchange): FastifyReply {
  if (file.fileName !== undefined) {
    const name = file.fileName.replaceAll(/[^\w.-]/g, '_');
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    // If a browser displays the file, nothing in it may run, and no cache may store it.
    void reply.header('content-security-policy', "default-src 'none'; sandbox");
    void reply.header('cache-control', 'private, no-store');
  }
  if (file.headers !== undefined) void reply.headers(file.headers);
  if (file.rowCount !== undefined) void reply.header('x-row-count', String(file.rowCount));
  if (file.byteLength !== undefined) void reply.header('content-length', file.byteLength);
  return reply
    .header('content-type', file.contentType)
    .header('x-content-type-options', 'nosniff')
    .send(request.method === 'HEAD' ? withoutStream(file.bytes) : file.bytes);
}

// The reply to HEAD has no body. A stream is read to its end, so that it closes its resources.
function withoutStream(bytes: FileReply['bytes']): Buffer | null {
  if (Buffer.isBuffer(bytes)) return bytes;
  bytes.on('error', () => undefined);
  bytes.resume();
  return null;
}
