// Request bodies: the media types that an operation accepts, and strict parsing.

import { isUtf8 } from 'node:buffer';
import { parse as parseForm } from 'node:querystring';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTTP } from '../../../limits.js';
import { othersTurn } from '../../concurrency/turn.js';
import { JsonRefused, parseJsonInTurns } from '../../json/json.js';
import { type JsonExcess, JsonScan } from '../../json/scan.js';
import { endOfSlice } from '../../utf8.js';
import { commonProblems, refusal, refuseMember } from '../reply/problem.js';
import { bodyBytesOf, type Route } from '../route.js';
import { readBytes } from './bytes.js';

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;
const CSV_TYPE = 'text/csv';
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii']);
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Keeps a byte order mark, which may be removed only at the start of a text. */
const utf8Within = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Adds parsers for lossless JSON, both kinds of forms, and CSV. Other media types are refused. */
export async function addBodyParsers(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(formbody, { parser: (text) => ({ ...parseForm(text) }) });
  await server.register(multipart, {
    limits: {
      files: 0,
      fields: HTTP.formFieldsMax,
      parts: HTTP.formFieldsMax,
      fieldSize: HTTP.formFieldBytes,
    },
  });
  addCsvParser(server);
  server.addContentTypeParser(/^application\/([\w.-]+\+)?json/i, readJson);
}

async function readJson(request: FastifyRequest): Promise<unknown> {
  const { signedBody, jsonValuesMax = HTTP.jsonValuesMax } = request.routeOptions.config;
  if (signedBody) {
    request.rawBody = await readBytes(request);
    return {};
  }
  const measure = jsonMeasure(jsonValuesMax);
  const bytes = await readBytes(request, measure);
  const isLarge = bytes.length > HTTP.smallBodyBytes;
  // Large bodies that arrive at the same time are decoded in separate turns of the event loop.
  if (isLarge) await othersTurn();
  request.bodyText = await textOf(bytes);
  if (isLarge) await othersTurn();
  return request.bodyText.trim() === '' ? {} : parseJsonInTurns(request.bodyText);
}

/** Like `jsonMeasure`, for a body that has arrived completely. */
export function checkJsonSize(bytes: Buffer, valuesMax: number): void {
  jsonMeasure(valuesMax)(bytes);
}

/**
 * Returns a function to call with each piece of a JSON body, in order. It refuses a body as soon as
 * a piece exceeds the limit on values or levels, before anything is decoded or parsed. Refuses with
 * MALFORMED_JSON for too many levels, and with INVALID_REQUEST otherwise.
 */
function jsonMeasure(valuesMax: number): (piece: Buffer) => void {
  const scan = new JsonScan({
    depthMax: HTTP.jsonDepth,
    membersMax: HTTP.jsonMembersMax,
    itemsMax: HTTP.jsonItemsMax,
    valuesMax,
    bareBytesMax: HTTP.bodyBytes,
  });
  return (piece) => {
    const excess = scan.add(piece);
    if (excess !== undefined) throw excessive(excess, valuesMax);
  };
}

function excessive(excess: JsonExcess, valuesMax: number): Error {
  if (excess === 'TOO_DEEP') {
    return new JsonRefused(`the body is nested more than ${HTTP.jsonDepth} levels deep`);
  }
  const detail = {
    TOO_MANY_MEMBERS: `contains an object with more than ${HTTP.jsonMembersMax} fields`,
    TOO_MANY_ITEMS: `contains an array with more than ${HTTP.jsonItemsMax} items`,
    TOO_MANY_VALUES: `contains more than ${valuesMax} fields and items, or some that are too long`,
  }[excess];
  return refusal(commonProblems.INVALID_REQUEST, {
    detail: `the body ${detail}`,
    errors: [{ pointer: '', code: excess, detail }],
  });
}

// A table is passed on as a string, or as raw bytes if it is not UTF-8. The operation decodes it
// and checks it row by row. For UTF-16, the byte order mark determines the byte order.
function addCsvParser(server: FastifyInstance): void {
  server.addContentTypeParser(/^text\/csv/i, async (request: FastifyRequest) => {
    const bytes = await readBytes(request);
    const charset = charsetOf(String(request.headers['content-type']).split(';'));
    const isForeign = charset !== undefined && !CHARSETS.has(charset);
    if (!isForeign && isUtf8(bytes) && !bytes.includes(0)) {
      request.bodyText = await textOf(bytes);
      return { csv: request.bodyText };
    }
    request.bodyText = bytes.toString('base64');
    const isStated = isForeign && charset !== 'utf-16';
    return { file: request.bodyText, ...(isStated && { reading: { encoding: charset } }) };
  });
}

async function textOf(bytes: Buffer): Promise<string> {
  try {
    let end = endOfSlice(bytes, 0, HTTP.sliceBytes);
    const slices = [utf8.decode(bytes.subarray(0, end))];
    while (end < bytes.length) {
      await othersTurn();
      const start = end;
      end = endOfSlice(bytes, start, HTTP.sliceBytes);
      slices.push(utf8Within.decode(bytes.subarray(start, end)));
    }
    if (slices.length > 1) await othersTurn();
    return slices.join('');
  } catch (cause) {
    throw new JsonRefused('the body is not UTF-8', { cause });
  }
}

/**
 * Refuses a body by its headers if it is too large (413) or has a type that the operation does not
 * accept (415).
 */
export function checkBodyHeaders(
  route: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && length === 0) return;
  const most = bodyBytesOf(route);
  if (length > most) {
    // The rest of the body is read and discarded, so that the caller can read this reply. If the
    // rest is too long, the connection is closed instead.
    if (length > HTTP.drainedBodyBytesMax) void reply.header('connection', 'close');
    throw refusal(commonProblems.BODY_TOO_LARGE, {
      detail: `the body has ${length} bytes; this operation accepts at most ${most}`,
    });
  }
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const [type = '', ...parameters] = String(headers['content-type'] ?? '').split(';');
  const media = type.trim().toLowerCase();
  const taken = JSON_TYPE.test(media) || (route.consumes ?? []).includes(media);
  if (!taken) throw wrongType(route, media === '' ? 'the Content-Type is missing' : media);
  const charset = charsetOf(parameters);
  if (charset !== undefined && media !== CSV_TYPE && !CHARSETS.has(charset)) {
    throw wrongType(route, `charset ${charset}`);
  }
  if (media === 'multipart/form-data' && headers['transfer-encoding'] !== undefined) {
    // The parts are read as they arrive, so nothing else limits their total size.
    throw refuseMember(commonProblems.INVALID_REQUEST, 'Content-Length', 'is required for a form');
  }
}

function charsetOf(parameters: readonly string[]): string | undefined {
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=');
    if (name?.trim().toLowerCase() === 'charset') {
      return value.trim().replaceAll('"', '').toLowerCase();
    }
  }
  return undefined;
}

function wrongType(route: Route, found: string) {
  const taken = ['application/json', ...(route.consumes ?? [])].join(', ');
  return refusal(commonProblems.UNSUPPORTED_MEDIA_TYPE, {
    detail: `this operation accepts ${taken} in UTF-8; found: ${found.slice(0, 100)}`,
  });
}

/** Returns the body in the form described by the schemas: parsed JSON, or the fields of a form. */
export async function bodyOf(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields = new Map<string, unknown>();
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, part.value);
  }
  return Object.fromEntries(fields);
}
