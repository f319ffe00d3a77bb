// The owner of an endpoint is the principal that created it. The owner's rights determine which
// events are sent.

import type { Context, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { EventSelection } from '../../platform/events/queries.js';
import type { OwnerKind, Sight } from './endpoint-queries.js';

/** The port through which webhooks look up principals. Identity implements it. */
export interface Owners {
  /** Returns the current principal, or undefined if it is disabled or no longer exists. */
  readonly activePrincipal: (
    on: Pick<Database | Tx, 'query'>,
    ref: OwnerRef,
  ) => Promise<Principal | undefined>;
}

/** Identifies an owner. */
interface OwnerRef {
  readonly kind: OwnerKind;
  readonly id: bigint;
}

/**
 * The permission to read events. Without this check, an endpoint could send its owner events that
 * the owner may not read.
 */
const READ_EVENTS = 'event.read';
/** Callers with this permission can also see other owners' endpoints. */
const READ_CLIENTS = 'identity.client.read';

/** Where rights are looked up. If there is a transaction, it is used. */
interface Asking {
  readonly context: Context;
  readonly on: Pick<Database | Tx, 'query'>;
  readonly owners: Owners;
}

/** Returns which events this owner's endpoints may receive, or undefined if none. */
export async function rightsOf(
  { context, on, owners }: Asking,
  ref: OwnerRef,
): Promise<Pick<EventSelection, 'offices' | 'hidden'> | undefined> {
  // Without authentication, all callers are the same principal, which can see everything.
  if (ref.kind === 'system') {
    return context.config.noAuth ? { offices: undefined, hidden: [] } : undefined;
  }
  const principal = await owners.activePrincipal(on, ref);
  if (principal === undefined || !principal.permissions.has(READ_EVENTS)) return undefined;
  const hidden = context.eventCatalogue.hiddenFrom(principal);
  return { offices: principal.offices, hidden };
}

/**
 * Returns which endpoints a caller can see: its own, and those of other owners if it may read API
 * clients.
 */
export function sightOf({ kind, id, permissions, offices }: Principal): Sight {
  return { ownerKind: kind, ownerId: id, others: permissions.has(READ_CLIENTS), offices };
}
