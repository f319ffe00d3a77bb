// What waits for a second person, of whatever kind, as one list: the oldest first.

import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { type Asking, asking } from '../../lib/asking.js';
import { useMay } from '../../lib/permission.js';

/** Of each kind; the inbox empties from the oldest. */
const SHOWN_MOST = 200;

export type ItemKind = 'CASH' | 'CHANGE' | 'JOURNAL' | 'NAV' | 'CUSTOMER';

export interface WaitingItem {
  readonly key: string;
  readonly kind: ItemKind;
  readonly id: number;
  readonly title: string;
  readonly who: string;
  readonly at: string;
  readonly approve: Asking<unknown>;
  readonly reject: (reason: string) => Asking<unknown>;
}

/** What every kind of record says of itself. */
interface Stamped {
  readonly id: number;
  readonly name: string;
  readonly label?: string;
  readonly createdBy: string;
  readonly createdDttm: string;
}

type Decisions = Pick<WaitingItem, 'approve' | 'reject'>;

const path = (id: number) => ({ path: { id } });

const DECISIONS: Readonly<Record<ItemKind, (id: number) => Decisions>> = {
  CASH: (id) => ({
    approve: asking('put', 'finance/cash-transaction/approve/id/{id}', path(id)),
    reject: () => asking('put', 'finance/cash-transaction/reject/id/{id}', path(id)),
  }),
  CHANGE: (id) => ({
    approve: asking('put', 'system/change/approve/id/{id}', path(id)),
    reject: (reason) =>
      asking('put', 'system/change/reject/id/{id}', { ...path(id), body: { reason } }),
  }),
  JOURNAL: (id) => ({
    approve: asking('put', 'finance/journal/draft/approve/id/{id}', path(id)),
    reject: (reason) =>
      asking('put', 'finance/journal/draft/reject/id/{id}', { ...path(id), body: { reason } }),
  }),
  NAV: (id) => ({
    approve: asking('put', 'order/fund/nav/approve/id/{id}', path(id)),
    reject: () => asking('put', 'order/fund/nav/reject/id/{id}', path(id)),
  }),
  CUSTOMER: (id) => ({
    approve: asking('put', 'partner/customer/approve/id/{id}', path(id)),
    reject: () => asking('put', 'partner/customer/reject/id/{id}', path(id)),
  }),
};

function itemsOf(kind: ItemKind, records: readonly Stamped[] | undefined): readonly WaitingItem[] {
  return (records ?? []).map((record) => ({
    key: `${kind} ${record.id}`,
    kind,
    id: record.id,
    title: record.label ?? record.name,
    who: record.createdBy,
    at: record.createdDttm,
    ...DECISIONS[kind](record.id),
  }));
}

/** Everything that waits and that this person may see. */
export function useWaitingItems(): {
  readonly items: readonly WaitingItem[];
  readonly error: unknown;
} {
  const cash = useShaped<ListOf<Stamped>>('finance/cash-transaction/list', {
    query: { transState: 'PENDING', s: SHOWN_MOST },
    enabled: useMay('finance.cash-transaction.read'),
  });
  const changes = useRead('system/change/list', {
    query: { state: 'PENDING', s: SHOWN_MOST },
    enabled: useMay('system.change.read'),
  });
  const journals = useShaped<ListOf<Stamped>>('finance/journal/draft/list', {
    query: { state: 'PENDING', s: SHOWN_MOST },
    enabled: useMay('finance.journal.read'),
  });
  const navs = useShaped<ListOf<Stamped>>('order/fund/nav/list', {
    query: { u: 'PENDING', s: SHOWN_MOST },
    enabled: useMay('asset.fund-nav.read'),
  });
  const customers = useShaped<ListOf<Stamped>>('partner/customer/list', {
    query: { workflowStatus: 'PENDING', s: SHOWN_MOST },
    enabled: useMay('party.customer.read'),
  });
  const items = [
    ...itemsOf('CASH', cash.data?.result),
    ...itemsOf('CHANGE', changes.data?.result),
    ...itemsOf('JOURNAL', journals.data?.result),
    ...itemsOf('NAV', navs.data?.result),
    ...itemsOf('CUSTOMER', customers.data?.result),
  ].sort((one, other) => one.at.localeCompare(other.at));
  const error = [cash, changes, journals, navs, customers].find((reply) => reply.error)?.error;
  return { items, error };
}
