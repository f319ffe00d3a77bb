// Whose rights say what an endpoint is sent: the principal that made it.

import type { Context, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { EventSelection } from '../../platform/events/queries.js';
import type { OwnerKind, Sight } from './endpoint-queries.js';

/** Who may be asked about principals; identity fulfils it. */
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

/** An endpoint without an owner's rights would tell what nobody may read. */
const READ_EVENTS = 'event.read';
/** Who may read API clients may see what belongs to them. */
const READ_CLIENTS = 'identity.client.read';

/** Where rights are looked up: in the transaction where there is one. */
interface Asking {
  readonly context: Context;
  readonly on: Pick<Database | Tx, 'query'>;
  readonly owners: Owners;
}

/** What may be told to an endpoint of this owner; undefined when nothing. */
export async function rightsOf(
  { context, on, owners }: Asking,
  ref: OwnerRef,
): Promise<Pick<EventSelection, 'offices' | 'hidden'> | undefined> {
  // Without authentication everybody is the same caller, who may see all.
  if (ref.kind === 'system') {
    return context.config.noAuth ? { offices: undefined, hidden: [] } : undefined;
  }
  const principal = await owners.activePrincipal(on, ref);
  if (principal === undefined || !principal.permissions.has(READ_EVENTS)) return undefined;
  const hidden = context.eventCatalogue.hiddenFrom(principal);
  return { offices: principal.offices, hidden };
}

/** Which endpoints a caller sees: its own, and with the right to read clients those of others. */
export function sightOf({ kind, id, permissions, offices }: Principal): Sight {
  return { ownerKind: kind, ownerId: id, others: permissions.has(READ_CLIENTS), offices };
}
