// The disconnected exchanges, shown in the top bar: since when, and how many orders are waiting. A
// toast reports the reconnection.

import { type ReactNode, useEffect, useRef } from 'react';
import { useRead } from '../lib/api.js';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { useMay } from '../lib/permission.js';
import { notify } from '../lib/toast.js';

/** How often the number of waiting orders is polled. Events report everything else. */
const POLL_INTERVAL_MS = 15_000;

const useConnections = () =>
  useRead('order/exchange/connection/list', { pollIntervalMs: POLL_INTERVAL_MS }).data?.result;

export function ExchangeOutages(): ReactNode {
  return useMay('order.trade-order.read') ? <Gone /> : null;
}

function Gone(): ReactNode {
  const connections = useConnections();
  const gone = (connections ?? []).filter(({ loggedOn }) => !loggedOn);
  useReturns([...new Set(gone.map(({ exchange }) => exchange))], connections !== undefined);
  return gone.map(({ sessionName }) => (
    <span key={sessionName} className="wait" role="status">
      <OutageOf session={sessionName} />
    </span>
  ));
}

/**
 * Shows how long a session has been disconnected and how many orders are waiting. Null while
 * connected.
 */
export function OutageOf({ session }: { readonly session: string }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const found = useConnections()?.find(({ sessionName }) => sessionName === session);
  if (found === undefined || found.loggedOn) return null;
  const { exchange: name, state, since, waitingOrders: count } = found;
  return since === undefined
    ? t('exchange.never', { name, count })
    : t('exchange.gone', { name, state, since: format.dayAndTime(since), count });
}

// Only users who saw the outage are notified when it ends.
function useReturns(gone: readonly string[], isRead: boolean): void {
  const { t } = useSpeech();
  const before = useRef<readonly string[]>([]);
  const now = gone.join(' ');
  useEffect(() => {
    if (!isRead) return;
    const names = now === '' ? [] : now.split(' ');
    for (const name of before.current) {
      if (!names.includes(name)) notify(t('exchange.back', { name }));
    }
    before.current = names;
  }, [now, isRead, t]);
}
