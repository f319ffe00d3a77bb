// Shows each exchange's local time, connection and hours in the top bar, and a notice of an outage
// on the pages that it affects. A toast reports the reconnection.

import type { ItemOf } from '@countinghouse/sdk';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRead } from '../lib/api.js';
import { useHoursWords, useMarketHours, zonedClock } from '../lib/exchange-hours.js';
import { type Format, useFormat } from '../lib/format.js';
import { type Speech, useSpeech } from '../lib/language.js';
import { useMinute } from '../lib/now.js';
import { useMay } from '../lib/permission.js';
import { notify } from '../lib/toast.js';

/** Poll interval for the number of waiting orders. Everything else is updated by events. */
const POLL_INTERVAL_MS = 15_000;
/** A reconnection usually succeeds within this time, so an earlier notice would only flicker. */
const NOTICED_AFTER_MS = 10_000;

type Connection = ItemOf<'order/exchange/connection/list'>;

const TONES: Readonly<Record<Connection['state'], 'good' | 'wait' | 'bad' | 'idle'>> = {
  CONNECTING: 'wait',
  LOGGED_ON: 'good',
  LOGGED_OUT_BY_OPERATOR: 'bad',
  OUTSIDE_HOURS: 'idle',
  REFUSED: 'bad',
  STOPPED: 'bad',
};

function useConnections(): readonly Connection[] | undefined {
  const enabled = useMay('order.trade-order.read');
  const asked = { pollIntervalMs: POLL_INTERVAL_MS, enabled };
  return useRead('order/exchange/connection/list', asked).data?.result;
}

/**
 * The local time, a dot and a few words for each exchange. The full text is shown on hover and read
 * aloud.
 */
export function ExchangeDots(): ReactNode {
  const { t, intl } = useSpeech();
  const connections = useConnections();
  const sentenceOf = useSentence();
  const hours = useMarketHours();
  const wordsOf = useHoursWords();
  const now = useMinute();
  const gone = (connections ?? []).filter(({ loggedOn }) => !loggedOn);
  useReturns([...new Set(gone.map(({ exchange }) => exchange))], connections !== undefined);
  return connections?.map((connection) => {
    const { sessionName, exchange: name, state, loggedOn } = connection;
    const own = hours?.find((each) => each.exchange === name);
    const opening = own && wordsOf(own);
    const clock = own && zonedClock(now, own.timeZone, intl.locale);
    const parts = [sentenceOf(connection), opening, clock].filter((part) => part !== undefined);
    const sentence = parts.join(' · ');
    const isClosed = loggedOn && own?.phase === 'CLOSED';
    return (
      <span key={sessionName} className="exchange" role="status" title={sentence}>
        {clock !== undefined && (
          <span className="clock figure" aria-hidden>
            {clock}
          </span>
        )}
        <span className={`dot ${isClosed ? 'idle' : TONES[state]}`} aria-hidden />
        <span className="words" aria-hidden>
          {loggedOn && opening !== undefined ? opening : t(`exchange.state.${state}`, { name })}
        </span>
        <span className="sr">{sentence}</span>
      </span>
    );
  });
}

/**
 * Shows each outage that delays orders: since when, why, and how many orders are waiting.
 * @param exchange shows only outages of this exchange
 */
export function ExchangeNotices({ exchange }: { readonly exchange?: string }): ReactNode {
  const connections = useConnections() ?? [];
  const sentenceOf = useSentence();
  return connections
    .filter((each) => isOut(each) && (exchange === undefined || each.exchange === exchange))
    .map((each) => (
      <div key={each.sessionName} className="notice wait" role="status">
        <TriangleAlert className="icon" aria-hidden />
        <p>{sentenceOf(each)}</p>
      </div>
    ));
}

/** Returns whether orders for the exchange have to wait for its connection. */
export function useIsOut(exchange: string | undefined): boolean {
  const own = useConnections()?.filter((each) => each.exchange === exchange) ?? [];
  return own.length > 0 && own.every(isOut);
}

function isOut({ loggedOn, state, since }: Connection): boolean {
  if (loggedOn) return false;
  const sinceMs = since === undefined ? 0 : Date.parse(since);
  return state !== 'CONNECTING' || Date.now() - sinceMs > NOTICED_AFTER_MS;
}

function useSentence(): (connection: Connection) => string {
  const speech = useSpeech();
  const format = useFormat();
  return (connection) => sentenceIn(connection, speech, format);
}

function sentenceIn(connection: Connection, { t }: Speech, format: Format): string {
  const { exchange: name, state, waitingOrders: count, loggedOn, attempts, lastError } = connection;
  const since = connection.since === undefined ? undefined : format.dayAndTime(connection.since);
  if (loggedOn) return t('exchange.on', { name, since: since ?? '' });
  const outage =
    since === undefined
      ? t('exchange.never', { name, count })
      : t('exchange.gone', { name, state, since, count });
  const tries = attempts > 0 ? t('exchange.attempts', { count: attempts }) : undefined;
  const reason =
    lastError === undefined
      ? undefined
      : t('exchange.error', { error: lastError.replace(/\.$/, '') });
  return [outage, reason, tries].filter((part) => part !== undefined).join(' ');
}

// Only users who saw the outage are notified of its end.
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
