// One customer: overview, wealth, returns, placements, income, gains, orders, cash, profile and
// timeline.

import { getRouteApi, Link } from '@tanstack/react-router';
import { HandCoins, Landmark, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Loading, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { Tabs } from '../../component/tabs.js';
import { useRead, useShaped } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { PlacementForm } from '../asset/placement-form.js';
import { GainsPart } from '../wealth/gains.js';
import { CashForm } from './cash-form.js';
import { CashPart } from './cash-part.js';
import { DividendsPart } from './dividends-part.js';
import { IncomePart } from './income-part.js';
import { OrdersPart } from './orders-part.js';
import { OverviewPart } from './overview-part.js';
import { CustomerPicture } from './picture.js';
import { ProfilePart } from './profile-part.js';
import type { CustomerProps } from './record.js';
import { ReturnsPart } from './returns-part.js';
import { CUSTOMER_PARTS, type CustomerPart } from './search.js';
import { TimelinePart } from './timeline-part.js';
import { WealthPart } from './wealth-part.js';

const route = getRouteApi('/customers/$id');

export function CustomerPage(): ReactNode {
  const { id } = route.useParams();
  const { part = 'overview', form } = route.useSearch();
  const navigate = route.useNavigate();
  const { t } = useSpeech();
  const { data: customer, error } = useRead('partner/customer/id/{id}', { path: { id } });
  useReadsAhead(Number(id), part);
  const trail = <Link to="/customers">{t('place.customers')}</Link>;
  if (customer === undefined) {
    return (
      <Page title={t('order.customer')} trail={trail}>
        {error ? <Problem error={error} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={customer.label}
      trail={
        <>
          {trail} / {customer.name}
        </>
      }
      picture={<CustomerPicture customer={customer} />}
      actions={<Actions customer={customer} />}
    >
      <Tabs label={t('customer.parts')} chosen={part}>
        {CUSTOMER_PARTS.map((each) => (
          <Link
            key={each}
            to="/customers/$id"
            params={{ id }}
            search={{ part: each }}
            aria-current={each === part ? 'page' : undefined}
          >
            {t(`customer.part.${each}`)}
          </Link>
        ))}
      </Tabs>
      <Part part={part} customer={customer} />
      {form === 'place' && (
        <PlacementForm
          customer={customer}
          onClose={() => void navigate({ search: { part: 'income' }, replace: true })}
        />
      )}
    </Page>
  );
}

/** Sends the requests of the page's first part in parallel with the one for the customer. */
function useReadsAhead(id: number, part: CustomerPart): void {
  const isOverview = part === 'overview';
  const mayAccounts = useMay('finance.account.read');
  useRead('order/portfolio/customer/id/{id}', { path: { id } });
  useShaped<unknown>('finance/account/customer/id/{c}', {
    path: { c: id },
    enabled: isOverview && mayAccounts,
  });
  useRead('research/get-sector-allocation', {
    query: { id, type: 'C', cash: true },
    enabled: isOverview,
  });
}

const PARTS: Readonly<Record<CustomerPart, (props: CustomerProps) => ReactNode>> = {
  overview: OverviewPart,
  wealth: WealthPart,
  returns: ReturnsPart,
  income: IncomePart,
  dividends: DividendsPart,
  gains: GainsPart,
  orders: OrdersPart,
  cash: CashPart,
  profile: ProfilePart,
  timeline: TimelinePart,
};

function Part(props: CustomerProps & { readonly part: CustomerPart }): ReactNode {
  const Shown = PARTS[props.part];
  return <Shown customer={props.customer} />;
}

function Actions({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const navigate = route.useNavigate();
  const [isFunding, setFunding] = useState(false);
  const mayFund = useMay('finance.cash-transaction.create');
  const mayPlace = useMay('asset.term-instrument.submit');
  const mayOrder = useMay('order.trade-order.submit');
  const { data } = useRead('order/portfolio/customer/id/{id}', { path: { id: idOf(customer) } });
  const portfolio = data?.result[0];
  return (
    <>
      <Badge
        state={customer.workflowStatus === 'PENDING' ? customer.workflowStatus : customer.status}
      />
      {mayFund && (
        <Button onPress={() => setFunding(true)}>
          <HandCoins aria-hidden />
          {t('cash.new')}
        </Button>
      )}
      {mayPlace && (
        <Button onPress={() => void navigate({ search: { part: 'income', form: 'place' } })}>
          <Landmark aria-hidden />
          {t('placement.new')}
        </Button>
      )}
      {mayOrder && portfolio !== undefined && (
        <Button
          tone="primary"
          onPress={() =>
            void navigate({
              to: '/orders',
              search: { ticket: 'new', portfolio: String(portfolio.id) },
            })
          }
        >
          <Plus aria-hidden />
          {t('order.new')}
        </Button>
      )}
      {isFunding && <CashForm customer={customer} onClose={() => setFunding(false)} />}
    </>
  );
}
