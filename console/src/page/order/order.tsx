// Shows an order with its terms, fills, messages, contract note and journal.

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ActionMenu, copyCurl } from '../../component/action-menu.js';
import { Badge, Side } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { ExchangeNotices } from '../../component/exchange-outage.js';
import { Figures, Loading, Page, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import type { CheckedOrder } from './estimate.js';
import { FixMessages } from './fix-messages.js';
import { Executions, Note } from './part.js';
import { termLabel } from './term.js';
import { Ticket } from './ticket.js';

const route = getRouteApi('/orders/$id');

export function OrderPage(): ReactNode {
  const { id } = route.useParams();
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data: order, error } = useRead('order/tradeorder/id/{id}', { path: { id } });
  const trail = <Link to="/orders">{t('place.orders')}</Link>;
  if (order === undefined) {
    return (
      <Page title={t('palette.order', { number: id })} trail={trail}>
        {error ? <Problem error={error} /> : <Loading />}
      </Page>
    );
  }
  const title = [
    ...[word(order.orderType), format.quantity(order.quantityRequested), order.securityName],
    ...[word(order.priceType), format.price(order.limitPrice ?? order.stopPrice)],
  ];
  return (
    <Page title={title.join(' ').trim()} trail={trail} actions={<Actions order={order} />}>
      <ExchangeNotices exchange={order.exchange} />
      <Summary order={order} />
      <div className="columns">
        <div className="stack">
          <Executions order={order} />
          <Note order={order} />
          <FixMessages of={{ order: order.id }} />
        </div>
        <div className="stack">
          <OrderTerms order={order} />
          <History order={order} />
        </div>
      </div>
    </Page>
  );
}

interface OrderProps {
  readonly order: CheckedOrder;
}

function Actions({ order }: OrderProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'amend' | 'cancel'>();
  const isLive = order.orderStatus === 'BOOKED' || order.orderStatus === 'EXECUTING';
  const mayCancel = useMay('order.trade-order.cancel');
  const mayAmend = useMay('order.trade-order.update');
  const cancelling = () =>
    write('put', 'order/tradeorder/cancel/id/{id}', { path: { id: order.id } });
  const close = () => setOpen(undefined);
  useKeys({
    e: isLive && mayAmend ? () => setOpen('amend') : undefined,
    c: isLive && mayCancel ? () => setOpen('cancel') : undefined,
  });
  return (
    <>
      <Badge state={order.orderStatus} />
      {isLive && mayAmend && <Button onPress={() => setOpen('amend')}>{t('order.amend')}</Button>}
      {isLive && mayCancel && (
        <Button onPress={() => setOpen('cancel')}>{t('order.cancel')}</Button>
      )}
      <ActionMenu
        actions={[
          {
            id: 'again',
            label: t('order.new'),
            onAction: () =>
              void navigate({
                to: '/orders',
                search: { ticket: 'new', portfolio: String(order.portfolioId) },
              }),
          },
          ...(isLive
            ? [
                {
                  id: 'curl',
                  label: t('action.curl'),
                  onAction: () => void copyCurl(cancelling(), t('action.curl.done')),
                },
              ]
            : []),
        ]}
      />
      {open === 'amend' && <Ticket of={String(order.id)} onClose={close} />}
      {open === 'cancel' && (
        <Confirm
          title={`${t('order.cancel')} ${order.name}`}
          action={t('order.cancel')}
          isDanger
          onClose={close}
          write={cancelling}
          done={{ say: t('order.cancelled'), touches: ['order/tradeorder'] }}
        >
          <p>{t('order.cancel.question')}</p>
        </Confirm>
      )}
    </>
  );
}

function Summary({ order }: OrderProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <Figures
      of={{
        [t('order.filled')]: (
          <>
            {format.quantity(order.quantityFilled)}
            <span className="faint"> / {format.quantity(order.quantityRequested)}</span>
          </>
        ),
        [t('order.average')]: format.price(order.averagePrice) || '–',
        [t('order.pending')]: format.quantity(order.quantityPending),
        [t('order.total')]: format.amount(order.orderTotal, order.orderCurrency),
        [t('order.held')]: format.amount(order.heldAmount, order.orderCurrency),
      }}
    />
  );
}

function OrderTerms({ order }: OrderProps): ReactNode {
  const officeName = useOfficeName();
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <Panel title={t('order.terms')}>
      <Terms
        of={{
          [t('order.customer')]: (
            <Link to="/customers/$id" params={{ id: String(order.customerId) }}>
              {order.customerLabel}
            </Link>
          ),
          [t('order.portfolio')]: order.portfolioName,
          [t('order.security')]: (
            <Link to="/market/$code" params={{ code: order.securityName }}>
              {order.securityName} {order.securityLabel}
            </Link>
          ),
          [t('order.side')]: <Side side={order.orderType} />,
          [t('order.price-type')]: word(order.priceType),
          [t('order.limit-price')]: format.price(order.limitPrice),
          [t('order.stop-price')]: format.price(order.stopPrice),
          [t('order.term')]: termLabel(order.orderTermName, order.orderTermLabel, word),
          [t('order.origin')]: word(order.orderOrigin),
          [t('order.exchange')]: order.exchange,
          [t('order.exchange-status')]: word(order.fixOrderStatus),
          [t('order.waiting')]: word(order.waitingFor),
          [t('order.exchange-text')]: order.fixMessage,
          [t('order.office')]: officeName(order.businessOffice),
          ...moreTerms(order, t),
        }}
      />
    </Panel>
  );
}

/** The fields of the ticket's collapsed section, and the orders that refer to this one. */
function moreTerms(order: CheckedOrder, t: Speech['t']): Readonly<Record<string, ReactNode>> {
  const linkTo = (id: number) => (
    <Link key={id} to="/orders/$id" params={{ id: String(id) }}>
      {id}
    </Link>
  );
  const { referenceOrderId: reference, referencedBy, commissionOverriddenBy: by } = order;
  return {
    [t('order.more.custodianName')]: order.custodianName,
    [t('order.more.agentName')]: order.agentName,
    [t('order.more.commissionGroupName')]:
      by === undefined
        ? order.commissionGroupName
        : t('order.more.group.overridden', { group: order.commissionGroupName, who: by }),
    [t('order.more.referenceOrderId')]: reference === undefined ? undefined : linkTo(reference),
    [t('order.more.followed-by')]:
      referencedBy.length === 0
        ? undefined
        : referencedBy.map(({ id }) => <span key={id}>{linkTo(id)} </span>),
    [t('order.more.settlementInstructions')]: order.settlementInstructions,
    [t('order.more.doNotAdjust')]: order.doNotAdjust
      ? t('order.more.exempt')
      : t('order.more.adjusted'),
  };
}

function History({ order }: OrderProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const fills = order.executions.map(({ receivedDttm, quantity, price, execType }) => ({
    at: receivedDttm,
    what: `${word(execType)} ${format.quantity(quantity)} @ ${format.price(price)}`,
  }));
  const steps = [
    { at: order.createdDttm, what: `${word('BOOKED')} · ${order.createdBy}` },
    ...fills,
    { at: order.statusDate, what: word(order.orderStatus) },
  ];
  return (
    <Panel title={t('order.history')}>
      <ol className="steps figure">
        {steps.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <span className="faint">{format.moment(at)}</span>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
