// The owner of an endpoint: the principal that created it, whose rights decide what is sent.

import type { Context, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { EventSelection } from '../../platform/events/queries.js';
import type { OwnerKind, Sight } from './endpoint-queries.js';

/** Looks up principals; identity fulfils it. */
export interface Owners {
  /** The principal as it is now; undefined when it is disabled or gone. */
  readonly activePrincipal: (
    on: Pick<Database | Tx, 'query'>,
    ref: OwnerRef,
  ) => Promise<Principal | undefined>;
}

/** Names an owner. */
interface OwnerRef {
  readonly kind: OwnerKind;
  readonly id: bigint;
}

/**
 * An endpoint whose owner lacks this permission would receive events that its owner may not read.
 */
const READ_EVENTS = 'event.read';
/** A caller with this permission also sees the endpoints of others. */
const READ_CLIENTS = 'identity.client.read';

/** Where rights are looked up; inside a transaction if there is one. */
interface Asking {
  readonly context: Context;
  readonly on: Pick<Database | Tx, 'query'>;
  readonly owners: Owners;
}

/** What an endpoint of this owner may receive; undefined if nothing. */
export async function rightsOf(
  { context, on, owners }: Asking,
  ref: OwnerRef,
): Promise<Pick<EventSelection, 'offices' | 'hidden'> | undefined> {
  // Without authentication all callers are the same principal, who may see everything.
  if (ref.kind === 'system') {
    return context.config.noAuth ? { offices: undefined, hidden: [] } : undefined;
  }
  const principal = await owners.activePrincipal(on, ref);
  if (principal === undefined || !principal.permissions.has(READ_EVENTS)) return undefined;
  const hidden = context.eventCatalogue.hiddenFrom(principal);
  return { offices: principal.offices, hidden };
}

/** Which endpoints a caller sees: its own, and those of others if it may read API clients. */
export function sightOf({ kind, id, permissions, offices }: Principal): Sight {
  return { ownerKind: kind, ownerId: id, others: permissions.has(READ_CLIENTS), offices };
}
