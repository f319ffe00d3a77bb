// The owner of an endpoint: the principal that created it, and whose rights determine which events
// are sent.

import type { Context, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { EventSelection } from '../../platform/events/queries.js';
import type { OwnerKind, Sight } from './endpoint-queries.js';

/** The port through which webhooks look up principals. Identity implements it. */
export interface Owners {
  /** Returns the current principal; undefined if it is disabled or no longer exists. */
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
 * The permission to read events. Without it, an endpoint's owner would receive events that it may
 * not read.
 */
const READ_EVENTS = 'event.read';
/** Callers with this permission also see other owners' endpoints. */
const READ_CLIENTS = 'identity.client.read';

/** Where rights are looked up: inside the transaction, if there is one. */
interface Asking {
  readonly context: Context;
  readonly on: Pick<Database | Tx, 'query'>;
  readonly owners: Owners;
}

/** Returns which events this owner's endpoint may receive; undefined if none. */
export async function rightsOf(
  { context, on, owners }: Asking,
  ref: OwnerRef,
): Promise<Pick<EventSelection, 'offices' | 'hidden'> | undefined> {
  // Without authentication, all callers are the same principal, which may see everything.
  if (ref.kind === 'system') {
    return context.config.noAuth ? { offices: undefined, hidden: [] } : undefined;
  }
  const principal = await owners.activePrincipal(on, ref);
  if (principal === undefined || !principal.permissions.has(READ_EVENTS)) return undefined;
  const hidden = context.eventCatalogue.hiddenFrom(principal);
  return { offices: principal.offices, hidden };
}

/**
 * Returns which endpoints a caller may see: its own, and other owners' if it may read API clients.
 */
export function sightOf({ kind, id, permissions, offices }: Principal): Sight {
  return { ownerKind: kind, ownerId: id, others: permissions.has(READ_CLIENTS), offices };
}
