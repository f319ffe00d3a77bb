// Replies stored for an Idempotency-Key. Replies with sealed values are encrypted.

import { createHash } from 'node:crypto';
import type { Call } from '../../context.js';
import type { Route } from '../route.js';
import { membersOfClass } from '../shape/data-class.js';

/** The key that a reply is stored under, and its owner. */
interface ReplyPlace {
  readonly call: Call;
  readonly request: { readonly route: Route };
  readonly scope: string;
  readonly key: string | undefined;
}

/**
 * Computes the fingerprint that identifies a repeated request. A plain digest of a body with a
 * guessable number or password could confirm a guess, so such bodies are digested with a secret
 * key.
 */
export function fingerprintOf({ context }: Call, route: Route, bodyText: string): string {
  return route.sensitive === true || showsSecrets(route)
    ? context.vault.index('idempotency', bodyText)
    : createHash('sha256').update(bodyText).digest('base64url');
}

/** Returns the text of a reply in the form in which it is stored. */
export function sealReply(place: ReplyPlace, text: string): string {
  const { call, request } = place;
  return showsSecrets(request.route) ? call.context.vault.seal(nameOf(place), text) : text;
}

/** Reads the text of a stored reply. */
export function openReply(place: ReplyPlace, text: string): string {
  const { vault } = place.call.context;
  // A reply may have been stored before its operation began to encrypt. Such replies are deleted
  // within days.
  return vault.isSealed(text) ? vault.open(nameOf(place), text) : text;
}

function showsSecrets({ reply }: Route): boolean {
  return reply !== undefined && membersOfClass(reply, ['secret']).length > 0;
}

function nameOf({ scope, key }: ReplyPlace): string {
  return `idempotency_key ${scope} ${key}`;
}
