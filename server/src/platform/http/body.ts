// Bodies of requests: which media types an operation takes, and reading them exactly or refusing.

import { parse as parseForm } from 'node:querystring';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTTP } from '../../limits.js';
import { JsonRefused, parseJson } from '../json.js';
import { commonProblems, refusal } from './problem.js';
import type { Route } from './route.js';

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Teaches the server JSON without loss, the two kinds of forms, and CSV; every other media type is
 * unknown to it.
 */
export async function addBodyParsers(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(formbody, {
    bodyLimit: HTTP.bodyBytes,
    parser: (text) => ({ ...parseForm(text) }),
  });
  await server.register(multipart, {
    limits: {
      files: 0,
      fields: HTTP.formFieldsMost,
      parts: HTTP.formFieldsMost,
      fieldSize: HTTP.formFieldBytes,
    },
  });
  addCsvParser(server);
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/i,
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      try {
        request.rawBody = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
        request.bodyText = textOf(bytes);
        done(null, request.bodyText.trim() === '' ? {} : parseBody(request.bodyText));
      } catch (error) {
        done(error instanceof Error ? error : null);
      }
    },
  );
}

// A table is handed on as text: reading it is the operation's, which judges it row by row.
function addCsvParser(server: FastifyInstance): void {
  server.addContentTypeParser(/^text\/csv/i, { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      request.bodyText = textOf(bytes);
      done(null, { csv: request.bodyText });
    } catch (error) {
      done(error instanceof Error ? error : null);
    }
  });
}

function textOf(bytes: string | Buffer): string {
  try {
    return typeof bytes === 'string' ? bytes : utf8.decode(bytes);
  } catch (cause) {
    throw new JsonRefused('the body is not UTF-8', { cause });
  }
}

function parseBody(text: string): unknown {
  if (isTooDeep(text)) {
    throw new JsonRefused(`the body is nested more than ${HTTP.jsonDepth} levels deep`);
  }
  return parseJson(text);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

// Parsers of JSON recurse, so the depth is counted before one of them can exhaust the stack.
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > HTTP.jsonDepth) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

/**
 * Refuses a body by its headers alone: too large (413), or of a type that the operation does not
 * take (415).
 */
export function checkBodyHeaders(
  route: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && length === 0) return;
  const most = route.bodyBytes ?? HTTP.bodyBytes;
  if (length > most) {
    // A body is read to its end and dropped, so that the caller can read this reply; unless it
    // never ends.
    if (length > HTTP.drainedBodyBytesMost) void reply.header('connection', 'close');
    throw refusal(commonProblems.BODY_TOO_LARGE, {
      detail: `the body has ${length} bytes; this operation takes ${most}`,
    });
  }
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const [type = '', ...parameters] = String(headers['content-type'] ?? '').split(';');
  const media = type.trim().toLowerCase();
  const taken = JSON_TYPE.test(media) || (route.consumes ?? []).includes(media);
  if (!taken) throw wrongType(route, media === '' ? 'the Content-Type is missing' : media);
  const charset = charsetOf(parameters);
  if (charset !== undefined && !CHARSETS.has(charset)) throw wrongType(route, `charset ${charset}`);
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
    detail: `this operation takes ${taken} in UTF-8; found: ${found.slice(0, 100)}`,
  });
}

/** The body as the schemas read it: parsed JSON, or the fields of a form. */
export async function bodyOf(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields = new Map<string, unknown>();
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, part.value);
  }
  return Object.fromEntries(fields);
}
