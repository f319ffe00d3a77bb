// Replies kept for an Idempotency-Key: those that show sealed numbers are sealed as well.

import { createHash } from 'node:crypto';
import type { Call } from '../../context.js';
import type { Route } from '../route.js';
import { membersOfClass } from '../shape/data-class.js';

/** The key under which a reply is kept, and for whom. */
interface ReplyPlace {
  readonly call: Call;
  readonly request: { readonly route: Route };
  readonly scope: string;
  readonly key: string | undefined;
}

/**
 * What tells whether a repeated request is the same one. A plain digest of a body with a number or
 * a password that can be guessed would tell whether a guess is right, so there it takes a key.
 */
export function fingerprintOf({ context }: Call, route: Route, bodyText: string): string {
  return route.sensitive === true || showsSecrets(route)
    ? context.vault.index('idempotency', bodyText)
    : createHash('sha256').update(bodyText).digest('base64url');
}

/** The text of a reply as it is kept. */
export function sealReply(place: ReplyPlace, text: string): string {
  const { call, request } = place;
  return showsSecrets(request.route) ? call.context.vault.seal(nameOf(place), text) : text;
}

/** The text of a reply that was kept. */
export function openReply(place: ReplyPlace, text: string): string {
  const { vault } = place.call.context;
  // What was kept before its operation began to seal is gone within days.
  return vault.isSealed(text) ? vault.open(nameOf(place), text) : text;
}

function showsSecrets({ reply }: Route): boolean {
  return reply !== undefined && membersOfClass(reply, ['secret']).length > 0;
}

function nameOf({ scope, key }: ReplyPlace): string {
  return `idempotency_key ${scope} ${key}`;
}
