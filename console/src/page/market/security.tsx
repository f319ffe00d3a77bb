// One security: its price, a chart of its daily prices, and its orders, holders and corporate
// actions.

import { getRouteApi, Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Figures, Loading, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { Tabs } from '../../component/tabs.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { Ticket } from '../order/ticket.js';
import { Change } from './change.js';
import type { Overview } from './overview.js';
import { PriceChart } from './price-chart.js';
import { SECURITY_PARTS, type SecurityPart, type SecuritySearch } from './search.js';
import {
  ActionsPart,
  HoldersPart,
  LevelsPart,
  SecurityOrders,
  TermsPart,
} from './security-part.js';
import { useWatchList } from './watch-list.js';

const route = getRouteApi('/market/$code');

/** No event reports prices, so they are polled. */
const POLL_INTERVAL_MS = 5_000;

export function SecurityPage(): ReactNode {
  const { code } = route.useParams();
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: security, error } = useRead('research/get-security-overview/symbol', {
    query: { s: code },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const trail = <Link to="/market">{t('place.market')}</Link>;
  if (security === undefined) {
    return (
      <Page title={code} trail={trail}>
        {error ? <Problem error={error} /> : <Loading />}
      </Page>
    );
  }
  const set = (change: SecuritySearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const { ticket, span = '6M', part = 'orders' } = search;
  return (
    <Page
      title={`${security.name} ${security.label}`}
      trail={
        <>
          {trail} / {security.exchange}
        </>
      }
      actions={<Actions security={security} onTrade={(side) => set({ ticket: side })} />}
    >
      {error && <Problem error={error} />}
      <Summary security={security} />
      <PriceChart security={security} span={span} onSpan={(next) => set({ span: next })} />
      <Tabs label={t('security.parts')} chosen={part}>
        {SECURITY_PARTS.map((each) => (
          <Link
            key={each}
            to="/market/$code"
            params={{ code }}
            search={{ ...search, part: each }}
            replace
            resetScroll={false}
            aria-current={each === part ? 'page' : undefined}
          >
            {t(`security.part.${each}`)}
          </Link>
        ))}
      </Tabs>
      <Part part={part} security={security} />
      {ticket !== undefined && (
        <Ticket
          of="new"
          start={{ securityName: security.name, orderType: ticket }}
          onClose={() => navigate({ search: { ...search, ticket: undefined }, replace: true })}
        />
      )}
    </Page>
  );
}

interface SecurityProps {
  readonly security: Overview;
}

const PARTS: Readonly<Record<SecurityPart, (props: SecurityProps) => ReactNode>> = {
  orders: SecurityOrders,
  holders: HoldersPart,
  actions: ActionsPart,
  levels: LevelsPart,
  terms: TermsPart,
};

function Part({ part, security }: SecurityProps & { readonly part: SecurityPart }): ReactNode {
  const Shown = PARTS[part];
  return <Shown security={security} />;
}

interface ActionProps extends SecurityProps {
  readonly onTrade: (side: 'BUY' | 'SELL') => void;
}

function Actions({ security, onTrade }: ActionProps): ReactNode {
  const { t, word } = useSpeech();
  const { watched, toggle } = useWatchList();
  const mayOrder = useMay('order.trade-order.submit') && security.status === 'TRADING';
  const { name } = security;
  const isWatched = watched.has(name);
  useKeys({
    w: () => toggle(name),
    b: mayOrder ? () => onTrade('BUY') : undefined,
    s: mayOrder ? () => onTrade('SELL') : undefined,
  });
  return (
    <>
      {security.status !== 'TRADING' && <Badge state={security.status} />}
      <button
        type="button"
        className={isWatched ? 'star on' : 'star'}
        aria-pressed={isWatched}
        aria-label={t('market.watch', { name })}
        onClick={() => toggle(name)}
      >
        <Star className="icon" aria-hidden />
      </button>
      {mayOrder &&
        (['SELL', 'BUY'] as const).map((side) => (
          <Button key={side} onPress={() => onTrade(side)}>
            {word(side)} <kbd>{side === 'BUY' ? 'b' : 's'}</kbd>
          </Button>
        ))}
    </>
  );
}

function Summary({ security }: SecurityProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { currency, lastPrice, yearLow, yearHigh, averageVolume } = security;
  const rangeOf = (low: number | undefined, high: number | undefined) =>
    low === undefined ? '–' : `${format.price(low)}–${format.price(high)}`;
  return (
    <>
      <Figures
        of={{
          [t('market.last')]:
            lastPrice === undefined ? (
              t('market.no-price')
            ) : (
              <>
                {format.price(lastPrice)} <span className="faint">{currency}</span>
              </>
            ),
          [t('market.change')]: <Change of={security} format={format} />,
          [t('security.day-range')]: rangeOf(security.lowPrice, security.highPrice),
          [t('security.year-range')]: rangeOf(yearLow, yearHigh),
          [t('market.volume')]: format.quantity(security.volume) || '–',
          [t('security.average-volume')]: format.quantity(averageVolume) || '–',
        }}
      />
      <p className="faint">
        {security.pricedDttm === undefined
          ? t('market.no-price')
          : t('security.priced', { at: format.dayAndTime(security.pricedDttm) })}
      </p>
    </>
  );
}
