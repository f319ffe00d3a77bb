// A prepared request that can be sent, tried as a dry run, or shown as a command.

import type { ApiRequest, InitOf, PathOf, ReplyOf, WriteOptions } from '@countinghouse/sdk';
import { client } from './client.js';
import { SERVER } from './session.js';
import { sendOnce } from './unanswered.js';

type Writing = 'post' | 'put' | 'delete';

/** A write with all its parameters. */
export interface Write<Reply> {
  readonly request: ApiRequest;
  readonly send: (options?: WriteOptions) => Promise<Reply>;
}

/** Prepares a write, typed by its path. */
export function write<M extends Writing, P extends PathOf<M>>(
  method: M,
  to: P,
  ...[init]: InitOf<M, P>
): Write<ReplyOf<M, P>> {
  const request: ApiRequest = { ...init, method: method.toUpperCase(), to };
  const sendKeyed = (options: WriteOptions | undefined) =>
    sendOnce(request, (idempotencyKey) =>
      client.request({ ...request, ...options, idempotencyKey }),
    );
  return {
    request,
    send: (options) =>
      options?.dryRun === true ? client.request({ ...request, ...options }) : sendKeyed(options),
  };
}

/** The request as a command line, with a placeholder for the token. */
export function curlOf({ method, to, path, query, body }: ApiRequest): string {
  const filled = to.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path?.[name] ?? '')),
  );
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query ?? {});
  const known = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
  const base = to.startsWith('/') ? SERVER : `${SERVER}/api/v1/`;
  return [
    `curl -X ${method} ${quoted(`${base}${filled}${search}`)}`,
    '-H "Authorization: Bearer $TOKEN"',
    '-H "Idempotency-Key: $(uuidgen)"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
