// The market: every security with its price, polled while the page is visible. Each row opens an
// order ticket.

import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataGrid } from '../../component/data-grid.js';
import { Empty, Loading, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { SearchBox } from '../../component/search-box.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { Ticket } from '../order/ticket.js';
import { columnsOf, type Security } from './columns.js';
import { type MarketSearch, type MarketSort, sortOf } from './search.js';
import { useWatchList } from './watch-list.js';

const route = getRouteApi('/market');

/** No event reports prices, so they are polled. */
const POLL_INTERVAL_MS = 2_000;
const SECURITIES_MAX = 500;

export function Market(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { ticket, security } = search;
  const set = (change: MarketSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <Page title={t('place.market')} full>
      <Filters search={search} onChange={set} />
      <Securities search={search} onChange={set} />
      {ticket !== undefined && security !== undefined && (
        <Ticket
          of="new"
          start={{ securityName: security, orderType: ticket }}
          onClose={() =>
            navigate({
              search: { ...search, ticket: undefined, security: undefined },
              replace: true,
            })
          }
        />
      )}
    </Page>
  );
}

interface PartProps {
  readonly search: MarketSearch;
  readonly onChange: (change: MarketSearch) => void;
}

function Filters({ search, onChange }: PartProps): ReactNode {
  const { t } = useSpeech();
  return (
    <search className="filters">
      <SearchBox label={t('market.search')} value={search.q} onChange={(q) => onChange({ q })} />
      <select
        className="input"
        aria-label={t('market.list')}
        value={search.list ?? ''}
        onChange={({ target }) =>
          onChange({ list: target.value === 'WATCHED' ? 'WATCHED' : undefined })
        }
      >
        <option value="">{t('market.list.all')}</option>
        <option value="WATCHED">{t('market.list.watched')}</option>
      </select>
    </search>
  );
}

function Securities({ search, onChange }: PartProps): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const open = useNavigate();
  const mayOrder = useMay('order.trade-order.submit');
  const { watched, toggle } = useWatchList();
  const { data, error } = useRead('order/security/list/active', {
    query: { s: SECURITIES_MAX },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  const watch = ({ name }: Security) => toggle(name);
  const trade = (side: 'BUY' | 'SELL', { name }: Security) =>
    onChange({ ticket: side, security: name });
  const columns = columnsOf({
    ...{ speech, format, watched, watch },
    trade: mayOrder ? trade : undefined,
  });
  const rows = shownOf(data.result, search, watched);
  const { sort = 'name' } = search;
  const keys: Readonly<Record<string, (row: Security) => void>> = {
    w: watch,
    ...(mayOrder ? { b: (row) => trade('BUY', row), s: (row) => trade('SELL', row) } : {}),
  };
  return (
    <>
      {error && <Problem error={error} />}
      {rows.length === 0 ? (
        <NoSecurities search={search} />
      ) : (
        <DataGrid
          label={t('place.market')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={({ id }) => id}
          rowKeys={keys}
          sort={sort}
          onSort={(next) => onChange({ sort: sortOf(next) })}
          onOpen={({ name }) => void open({ to: '/market/$code', params: { code: name } })}
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('market.count', { count: rows.length })}</span>
        <span className="space" />
        <span>{t(mayOrder ? 'market.keys' : 'market.keys.watch')}</span>
      </div>
    </>
  );
}

function NoSecurities({ search }: Pick<PartProps, 'search'>): ReactNode {
  const { t } = useSpeech();
  const isWatchList = search.list === 'WATCHED' && search.q === undefined;
  return (
    <Empty title={t(isWatchList ? 'market.none.watched' : 'market.none')}>
      <p>{isWatchList && t('market.none.watched.hint')}</p>
    </Empty>
  );
}

function shownOf(
  all: readonly Security[],
  { q = '', list, sort = 'name' }: MarketSearch,
  watched: ReadonlySet<string>,
): readonly Security[] {
  const typed = q.toLowerCase();
  return all
    .filter(({ name }) => list === undefined || watched.has(name))
    .filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(typed))
    .toSorted(orderOf(sort));
}

function orderOf(sort: MarketSort): (one: Security, other: Security) => number {
  const isDown = sort.startsWith('-');
  const by = sort.replace('-', '');
  const sign = isDown ? -1 : 1;
  if (by === 'lastPrice' || by === 'percentChange' || by === 'volume') {
    // Securities without a price come last in both sort directions.
    const last = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return (one, other) => sign * ((one[by] ?? last) - (other[by] ?? last)) || 0;
  }
  return (one, other) => sign * one.name.localeCompare(other.name);
}
