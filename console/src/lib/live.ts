// Live updates. Each tab has one event stream, whose events refresh stale data.

import type { ApiEvent } from '@countinghouse/sdk';
import { isProblem } from '@countinghouse/sdk';
import { useEffect, useSyncExternalStore } from 'react';
import { cache, refresh } from './api.js';
import { client } from './client.js';
import { forget } from './session.js';

type LiveState = 'connecting' | 'on' | 'off';

/** Minimum interval between two refreshes of a page. */
const GATHERED_MS = 400;
/** Delay before reconnecting after a refusal. */
const REFUSED_WAIT_MS = 30_000;

/**
 * The longest delay between two attempts to reconnect. Kept short, because users who are waiting
 * want to continue as soon as the server is back.
 */
const RECONNECT_MAX_MS = 3_000;

/** Paths that a journal makes stale. */
const BOOKS = ['finance/account', 'finance/filedger', 'finance/journal', 'finance/report'] as const;
/** Paths that show a customer's available cash. */
const CASH = ['partner/customer', 'partner/portfolio'] as const;

/** Paths of the reference data shown on pages. They become stale when a change is approved. */
const REFERENCE = [
  ...(['finance/payment-gateway', 'order/portfoliotype', 'partner/agent'] as const),
  ...(['partner/businessoffice', 'partner/custodian', 'partner/customergroup'] as const),
] as const;

/** Paths that an event makes stale, by the noun of its type. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  account: ['finance/account'],
  'accounting-period': ['finance/period'],
  'bank-statement': ['finance/bank-statement', 'finance/cash-transaction'],
  'business-day': ['system/clock', 'system/end-of-day'],
  'cash-transaction': ['finance/cash-transaction', 'finance/bank-statement', ...BOOKS, ...CASH],
  'contract-note': [
    ...['order/contractnote', 'order/customer/contractnote', 'order/tradeorder/id'],
    ...BOOKS,
  ],
  customer: ['partner/customer'],
  'discounted-instrument': ['order/discountedinstrument', ...BOOKS],
  'exchange-connection': ['order/exchange/connection', 'order/tradeorder'],
  'exchange-report': ['order/unmatched-report', 'order/tradeorder'],
  'fix-reset': ['system/fix-session'],
  'fund-distribution': ['order/fund/distribution', ...BOOKS],
  'fund-nav': ['order/fund/nav', 'order/fund/list', 'order/fund/holding'],
  'fund-settlement': ['order/fund/settlement', ...BOOKS],
  'fund-transaction': ['order/fundtransaction', ...BOOKS],
  'holding-transfer': ['custody/holding-transfer', 'order/portfolio/holdings'],
  'journal-import': BOOKS,
  lead: ['crm/lead', 'crm/timeline'],
  // When a journal created from a bank statement line is posted, the line is matched.
  'manual-journal': ['finance/bank-statement', ...BOOKS],
  // Excludes the dry run of an approval, because the journal must not change while the user reads
  // it.
  'reference-change': ['system/change', ...REFERENCE],
  'term-instrument': ['order/terminstrument', ...BOOKS],
  'trade-order': ['order/tradeorder', 'order/portfolio/holdings', 'partner/portfolio'],
  'treasury-bill': ['order/treasurybill', ...BOOKS],
  'whatsapp-message': ['crm/whatsapp', 'crm/timeline'],
};

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();
const touched = new Set<string>();
let isGathering = false;

function setState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

function note(event: ApiEvent): void {
  const [noun = ''] = event.type.split('.');
  for (const path of TOUCHED[noun] ?? []) touched.add(path);
  if (!isGathering) gather();
}

function gather(): void {
  isGathering = true;
  setTimeout(tellPages, GATHERED_MS);
}

// The next round starts only after all replies have arrived, so a slow server never has two rounds
// in progress.
async function tellPages(): Promise<void> {
  const paths = [...touched];
  touched.clear();
  try {
    await refresh(...paths);
  } finally {
    isGathering = false;
    if (touched.size > 0) gather();
  }
}

/** Refetches the data that could not be fetched while the server was unreachable. */
function recover(): void {
  void cache.invalidateQueries({ predicate: ({ state: { status } }) => status === 'error' });
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const events = client.events({
        signal,
        waitMaxMs: RECONNECT_MAX_MS,
        onConnection: (change) => {
          setState(change.state === 'connected' ? 'on' : 'off');
          if (change.state === 'connected') recover();
        },
      });
      for await (const event of events) note(event);
    } catch (error) {
      setState('off');
      if (isProblem(error, 'INVALID_CREDENTIALS')) return forget();
      await new Promise((resolve) => setTimeout(resolve, REFUSED_WAIT_MS));
    }
  }
}

/** Follows the events while mounted. The shell mounts it once. */
export function useLive(): void {
  useEffect(() => {
    let end = new AbortController();
    void follow(end.signal);
    const away = () => setState('off');
    // The old stream would wait before its next attempt. The new one may miss events, so all data
    // is refetched.
    const back = () => {
      end.abort();
      end = new AbortController();
      void follow(end.signal);
      void cache.invalidateQueries();
    };
    window.addEventListener('offline', away);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', away);
      window.removeEventListener('online', back);
      end.abort();
    };
  }, []);
}

/** Returns whether live updates are arriving. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
