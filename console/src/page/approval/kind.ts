// The kinds of items waiting for approval: their lists, permissions to decide, and requests to
// approve and reject.

import type { Own } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';

export interface Decisions {
  readonly approve: Write<unknown>;
  readonly reject: (reason: string) => Write<unknown>;
}

/** The fields of all kinds of records, named as in the APIs. */
export interface WaitingRecord {
  readonly id: number;
  readonly name?: string;
  readonly eventName?: string;
  /** The kind of reference data. `subject` is the code of the record. */
  readonly kind?: string;
  readonly subject?: string;
  readonly label?: string;
  readonly reason?: string;
  readonly transType?: string;
  readonly direction?: string;
  readonly type?: string;
  readonly createdBy: string;
  readonly createdDttm: string;
  readonly requestedBy?: string;
  readonly requestedDttm?: string;
  readonly reversalAskedBy?: string;
  readonly reversalAskedDttm?: string;
  readonly undoBy?: string;
  readonly lastModifiedDttm?: string;
}

interface Kind {
  readonly list: string;
  readonly query: Readonly<Record<string, string | boolean>>;
  /** The permissions to read and to decide items. */
  readonly read: string;
  readonly decide: string;
  /**
   * True if all business offices share the item. A user restricted to certain offices cannot decide
   * on it.
   */
  readonly ofFirm?: true;
  readonly decisions: (id: number) => Decisions;
  /** Returns who requested the approval and when, if that is not the record's creator. */
  readonly requester?: (record: WaitingRecord) => {
    readonly who: string | undefined;
    readonly at: string | undefined;
  };
}

export type ItemKind =
  | 'CASH'
  | 'REVERSAL'
  | 'CHANGE'
  | 'JOURNAL'
  | 'IMPORT'
  | 'UNDO'
  | 'FUND_ORDER'
  | 'NAV'
  | 'DISTRIBUTION'
  | 'SETTLEMENT'
  | 'EVENT_SETTLEMENT'
  | 'CUSTODIAN_SETTLEMENT'
  | 'DELIVERY'
  | 'ALLOTMENT'
  | 'CLAIM'
  | 'CLAIM_WAIVER'
  | 'TRANSFER'
  | 'CUSTOMER'
  | 'RESET';

const path = (id: number) => ({ path: { id } });
const why = (id: number, reason: string) => ({
  ...path(id),
  body: reason === '' ? {} : { reason },
});

const importDecisions = (id: number): Decisions => ({
  approve: write('put', 'finance/journal/import/approve/id/{id}', path(id)),
  reject: (reason) => write('put', 'finance/journal/import/reject/id/{id}', why(id, reason)),
});

const claimDecisions = (id: number): Decisions => ({
  approve: write('put', 'custody/market-claim/approve/id/{id}', { ...path(id), body: {} }),
  reject: (reason) => write('put', 'custody/market-claim/reject/id/{id}', why(id, reason)),
});

const ofClaims = {
  list: 'custody/market-claim/list',
  read: 'custody.market-claim.read',
  decide: 'custody.market-claim.approve',
  decisions: claimDecisions,
  requester: ({ requestedBy: who, requestedDttm: at }: WaitingRecord) => ({ who, at }),
};

export const KINDS: Readonly<Record<ItemKind, Kind>> = {
  CASH: {
    list: 'finance/cash-transaction/list',
    query: { transState: 'PENDING' },
    read: 'finance.cash-transaction.read',
    decide: 'finance.cash-transaction.approve',
    decisions: (id) => ({
      approve: write('put', 'finance/cash-transaction/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'finance/cash-transaction/reject/id/{id}', why(id, reason)),
    }),
  },
  REVERSAL: {
    list: 'finance/cash-transaction/list',
    query: { reversalAsked: true },
    read: 'finance.cash-transaction.read',
    decide: 'finance.cash-transaction.reverse',
    decisions: (id) => ({
      approve: write('put', 'finance/cash-transaction/reverse/id/{id}', path(id)),
      reject: (reason) => write('put', 'finance/cash-transaction/keep/id/{id}', why(id, reason)),
    }),
    requester: ({ reversalAskedBy: who, reversalAskedDttm: at }) => ({ who, at }),
  },
  CHANGE: {
    list: 'system/change/list',
    query: { state: 'PENDING' },
    read: 'system.change.read',
    decide: 'system.change.approve',
    ofFirm: true,
    decisions: (id) => ({
      approve: write('put', 'system/change/approve/id/{id}', path(id)),
      reject: (reason) =>
        write('put', 'system/change/reject/id/{id}', { ...path(id), body: { reason } }),
    }),
  },
  JOURNAL: {
    list: 'finance/journal/draft/list',
    query: { state: 'PENDING' },
    read: 'finance.journal.read',
    decide: 'finance.journal.approve',
    decisions: (id) => ({
      approve: write('put', 'finance/journal/draft/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'finance/journal/draft/reject/id/{id}', why(id, reason)),
    }),
  },
  IMPORT: {
    list: 'finance/journal/import/list',
    query: { state: 'PENDING' },
    read: 'finance.journal.read',
    decide: 'finance.journal.approve',
    decisions: importDecisions,
  },
  UNDO: {
    list: 'finance/journal/import/list',
    query: { state: 'UNDO_PENDING' },
    read: 'finance.journal.read',
    decide: 'finance.journal.approve',
    decisions: importDecisions,
    requester: ({ undoBy: who, lastModifiedDttm: at }) => ({ who, at }),
  },
  FUND_ORDER: {
    list: 'order/fundtransaction/list',
    query: { t: 'PENDING' },
    read: 'asset.fund-transaction.read',
    decide: 'asset.fund-transaction.approve',
    decisions: (id) => ({
      approve: write('put', 'order/fundtransaction/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'order/fundtransaction/reject/id/{id}', why(id, reason)),
    }),
  },
  NAV: {
    list: 'order/fund/nav/list',
    query: { u: 'PENDING' },
    read: 'asset.fund-nav.read',
    decide: 'asset.fund-nav.approve',
    ofFirm: true,
    decisions: (id) => ({
      approve: write('put', 'order/fund/nav/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'order/fund/nav/reject/id/{id}', why(id, reason)),
    }),
  },
  DISTRIBUTION: {
    list: 'order/fund/distribution/list',
    query: { u: 'PENDING' },
    read: 'asset.fund-distribution.read',
    decide: 'asset.fund-distribution.approve',
    ofFirm: true,
    decisions: (id) => ({
      approve: write('put', 'order/fund/distribution/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'order/fund/distribution/reject/id/{id}', why(id, reason)),
    }),
  },
  SETTLEMENT: {
    list: 'order/fund/settlement/list',
    query: { u: 'PENDING' },
    read: 'asset.fund-settlement.read',
    decide: 'asset.fund-settlement.approve',
    decisions: (id) => ({
      approve: write('put', 'order/fund/settlement/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'order/fund/settlement/reject/id/{id}', why(id, reason)),
    }),
  },
  EVENT_SETTLEMENT: {
    list: 'custody/event-settlement/list',
    query: { state: 'PENDING' },
    read: 'custody.event-settlement.read',
    decide: 'custody.event-settlement.approve',
    decisions: (id) => ({
      approve: write('put', 'custody/event-settlement/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'custody/event-settlement/reject/id/{id}', why(id, reason)),
    }),
  },
  CUSTODIAN_SETTLEMENT: {
    list: 'order/custodian/settlement/list',
    query: { u: 'PENDING' },
    read: 'finance.custodian-settlement.read',
    decide: 'finance.custodian-settlement.approve',
    decisions: (id) => ({
      approve: write('put', 'order/custodian/settlement/approve/id/{id}', path(id)),
      reject: (reason) =>
        write('put', 'order/custodian/settlement/reject/id/{id}', why(id, reason)),
    }),
  },
  DELIVERY: {
    list: 'custody/corporate-action/deliver/list',
    query: { state: 'PENDING' },
    read: 'custody.corporate-action.read',
    decide: 'custody.corporate-action.approve',
    ofFirm: true,
    decisions: (id) => ({
      approve: write('put', 'custody/corporate-action/deliver/approve/id/{id}', {
        ...path(id),
        body: {},
      }),
      reject: (reason) =>
        write('put', 'custody/corporate-action/deliver/reject/id/{id}', why(id, reason)),
    }),
  },
  ALLOTMENT: {
    list: 'custody/election/allotment/list',
    query: { state: 'PENDING' },
    read: 'custody.allotment.read',
    decide: 'custody.allotment.approve',
    ofFirm: true,
    decisions: (id) => ({
      approve: write('put', 'custody/election/allotment/approve/id/{id}', {
        ...path(id),
        body: {},
      }),
      reject: (reason) =>
        write('put', 'custody/election/allotment/reject/id/{id}', why(id, reason)),
    }),
  },
  CLAIM: { ...ofClaims, query: { state: 'SETTLING' } },
  CLAIM_WAIVER: { ...ofClaims, query: { state: 'WAIVING' } },
  TRANSFER: {
    list: 'custody/holding-transfer/list',
    query: { state: 'PENDING' },
    read: 'custody.holding-transfer.read',
    decide: 'custody.holding-transfer.approve',
    decisions: (id) => ({
      approve: write('put', 'custody/holding-transfer/approve/id/{id}', { ...path(id), body: {} }),
      reject: (reason) => write('put', 'custody/holding-transfer/reject/id/{id}', why(id, reason)),
    }),
  },
  CUSTOMER: {
    list: 'partner/customer/list',
    query: { workflowStatus: 'PENDING' },
    read: 'party.customer.read',
    decide: 'party.customer.approve',
    decisions: (id) => ({
      approve: write('put', 'partner/customer/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'partner/customer/reject/id/{id}', why(id, reason)),
    }),
  },
  RESET: {
    list: 'system/fix-session/reset/list',
    query: { state: 'PENDING' },
    read: 'system.fix-session.read',
    decide: 'system.fix-session.approve',
    ofFirm: true,
    decisions: (id) => ({
      approve: write('put', 'system/fix-session/reset/approve/id/{id}', path(id)),
      reject: (reason) => write('put', 'system/fix-session/reset/reject/id/{id}', why(id, reason)),
    }),
  },
};

const ALL: readonly ItemKind[] = [
  ...(['CASH', 'REVERSAL', 'CHANGE', 'JOURNAL', 'IMPORT', 'UNDO'] as const),
  ...(['FUND_ORDER', 'NAV', 'DISTRIBUTION', 'SETTLEMENT'] as const),
  ...([
    'EVENT_SETTLEMENT',
    'CUSTODIAN_SETTLEMENT',
    'DELIVERY',
    'ALLOTMENT',
    'CLAIM',
    'CLAIM_WAIVER',
  ] as const),
  ...(['TRANSFER', 'CUSTOMER', 'RESET'] as const),
];

/** Returns the kinds whose items the user may read or decide. */
export const kindsFor = (
  { may, allOffices }: Pick<Own, 'may' | 'allOffices'>,
  what: 'read' | 'decide',
): readonly ItemKind[] =>
  ALL.filter((kind) => may(KINDS[kind][what]) && (allOffices || !KINDS[kind].ofFirm));

/** Prefixes of the paths that a decision makes stale. */
export const TOUCHED: readonly string[] = [
  ...new Set(ALL.map((kind) => KINDS[kind].list.split('/').slice(0, 2).join('/'))),
  'finance/account',
];
