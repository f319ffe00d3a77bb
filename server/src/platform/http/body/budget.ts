// A budget for the large bodies that the server holds at once. A request that exceeds it is refused
// by its headers, before its body is read.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { HTTP } from '../../../limits.js';
import { commonProblems, refusal } from '../reply/problem.js';
import { callerOf } from '../request/admission.js';
import { bodyBytesOf, type Route } from '../route.js';

/** Bytes held per caller. Callers without large bodies are absent. */
export type HeldBodies = Map<string, number>;

/**
 * Counts the body of a request until the reply is sent or the connection ends. Small bodies always
 * pass. Refuses with 429 beyond the caller's share, and with 503 beyond the total.
 */
export function holdBody(
  held: HeldBodies,
  route: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const bytes = bytesOf(route, request);
  if (bytes <= HTTP.smallBodyBytes) return;
  const caller = callerOf(request);
  const ofCaller = held.get(caller) ?? 0;
  const retryAfterSeconds = HTTP.retryAfterSeconds;
  if (ofCaller + bytes > HTTP.heldBodyBytesPerCallerMax) {
    const detail = `${ofCaller} bytes of your requests are being read; wait for their replies`;
    throw refusal(commonProblems.RATE_LIMITED, { detail, retryAfterSeconds });
  }
  const all = [...held.values()].reduce((sum, each) => sum + each, 0);
  if (all + bytes > HTTP.heldBodyBytesMax) {
    throw refusal(commonProblems.SERVICE_UNAVAILABLE, { retryAfterSeconds });
  }
  held.set(caller, ofCaller + bytes);
  reply.raw.once('close', () => {
    const left = (held.get(caller) ?? 0) - bytes;
    if (left > 0) held.set(caller, left);
    else held.delete(caller);
  });
}

// A body of unknown length is counted at the operation's maximum size.
function bytesOf(route: Route, { headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyBytesOf(route);
  return Number(headers['content-length'] ?? 0);
}
